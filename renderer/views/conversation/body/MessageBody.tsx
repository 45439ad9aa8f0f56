import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react';
import controls from '../../../components/controls.module.css';
import styles from './Body.module.css';
import { PlainText } from './PlainText.tsx';
import { isMarkdown, shownText, textPieces } from './text.ts';

/** The parser is not part of the first paint. */
const Markdown = lazy(() => import('./Markdown.tsx').then((m) => ({ default: m.Markdown })));

export interface MessageBodyProps {
  readonly text: string;
  /** Those it calls out, in lower case. */
  readonly names: ReadonlySet<string>;
  /** Only its beginning is here; asks for the rest. */
  readonly onWhole?: (() => void) | undefined;
}

/** The text of a message. It is somebody else's: made visible first, then cut, then read as markdown if it is any. */
export const MessageBody = memo(function MessageBody({ text, names, onWhole }: MessageBodyProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = shownText(text);
  const isMore = shown.isCut || onWhole !== undefined;
  return (
    <div className={styles.body}>
      {isWhole && shown.isCut ? <WholeText text={text} /> : <Beginning text={shown.text} names={names} />}
      {isMore && (
        <button
          type="button"
          className={`${controls.quiet} ${controls.small} ${styles.whole}`}
          aria-expanded={isWhole}
          onClick={() => {
            setWhole(!isWhole);
            onWhole?.();
          }}
        >
          {isWhole && shown.isCut
            ? 'Show less'
            : shown.isCut
              ? `Show all ${text.length.toLocaleString('en')} characters`
              : 'Show all of it'}
        </button>
      )}
    </div>
  );
});

function Beginning({ text, names }: { text: string; names: ReadonlySet<string> }) {
  const plain = <PlainText text={text} names={names} />;
  if (!isMarkdown(text)) return plain;
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} names={names} />
    </Suspense>
  );
}

/** A text of a megabyte is laid out piece by piece as it is scrolled to, in a box of its own. */
function WholeText({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The row has another height now; once it is measured the box is brought back under the eye.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        box.current?.scrollIntoView({ block: 'nearest' });
        box.current?.focus({ preventScroll: true });
      });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div ref={box} className={styles.pieces} tabIndex={0} role="region" aria-label="All of the message">
      {textPieces(text).map((piece, index) => (
        <p key={index}>{piece}</p>
      ))}
    </div>
  );
}
