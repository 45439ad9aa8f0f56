import type { MouseEvent, ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { useBridge } from '../../../state/bridge-context.ts';
import { openOutside } from '../../../leave.ts';
import styles from './Body.module.css';
import { mentionPlugin } from './mention-plugin.ts';
import { PlainText } from './PlainText.tsx';
import { safeAddress } from './text.ts';

/**
 * A message as markdown: emphasis, code, lists, quotes and links. HTML is shown as the text it is, pictures are never
 * fetched, and an address that is not of the web or of mail is no link.
 */
export function Markdown({ text, names }: { text: string; names: ReadonlySet<string> }) {
  return render(text, names);
}

const KEPT_TREES = 400;
const trees = new Map<string, ReactNode>();

/** Rows come and go while one scrolls; the newest trees are kept so that each text is parsed once. */
function render(text: string, names: ReadonlySet<string>): ReactNode {
  const key = `${[...names].join(' ')}\n${text}`;
  const kept = trees.get(key);
  if (kept !== undefined) return kept;
  const tree = parse(text, names);
  trees.set(key, tree);
  const [oldest] = trees.keys();
  if (trees.size > KEPT_TREES && oldest !== undefined) trees.delete(oldest);
  return tree;
}

/** Called as a function, so that whatever a text does to the parser ends here and not in the window. */
function parse(text: string, names: ReadonlySet<string>): ReactNode {
  try {
    return ReactMarkdown({
      children: text,
      components,
      rehypePlugins: [mentionPlugin(names)],
      urlTransform: (url) => safeAddress(url) ?? '',
    });
  } catch {
    return <PlainText text={text} names={names} />;
  }
}

/** A heading of a message is no heading of the window. */
function Heading({ children }: { children?: ReactNode }) {
  return (
    <p>
      <strong>{children}</strong>
    </p>
  );
}

function Link({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const bridge = useBridge();
  const url = safeAddress(href);
  if (url === undefined) return <span>{children}</span>;
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    openOutside(bridge, url);
  };
  // Where it leads stands beside it, unless it is what one reads already.
  const said = typeof children === 'string' ? children : '';
  const isSaid = said === url || `${said}/` === url;
  return (
    <>
      <a href={url} rel="noopener noreferrer" target="_blank" onClick={open}>
        {children}
      </a>
      {!isSaid && <span className={styles.address}> ({hostOf(url)})</span>}
    </>
  );
}

/** A change to code: lines that go and lines that come are told apart by their sign and by colour. */
function Diff({ text }: { text: string }) {
  return (
    <code>
      {text
        .replace(/\n$/, '')
        .split('\n')
        .map((line, index) => (
          <span
            key={index}
            className={
              line.startsWith('+') ? styles.added : line.startsWith('-') ? styles.removed : styles.same
            }
          >
            {line}
            {'\n'}
          </span>
        ))}
    </code>
  );
}

function hostOf(href: string): string {
  const url = new URL(href);
  return url.protocol === 'mailto:' ? url.pathname : url.host;
}

const components: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ alt, src }) => (
    <span>
      ![{alt}]({typeof src === 'string' ? src : ''})
    </span>
  ),
  code: ({ className, children }) =>
    className === 'language-diff' && typeof children === 'string' ? (
      <Diff text={children} />
    ) : (
      <code>{children}</code>
    ),
  mark: ({ children }) => <span className={styles.mention}>{children}</span>,
  pre: ({ children }) => (
    // Scrollable by keyboard: long lines do not wrap.
    <pre tabIndex={0} aria-label="Code">
      {children}
    </pre>
  ),
};
