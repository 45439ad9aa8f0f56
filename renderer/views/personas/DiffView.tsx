import { useMemo } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { countsOf, diffLines, partsOf, type DiffLine } from './diff.ts';
import styles from './personas.module.css';

const CONTEXT = 3;
const SIGN = { same: ' ', added: '+', removed: '−' } as const;
const WORD = { same: '', added: 'added: ', removed: 'removed: ' } as const;

/** What changes from one text to the other: by sign and by word, and only then by colour. */
export function DiffView({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  const { added, removed } = countsOf(lines);
  if (added + removed === 0) {
    return (
      <p className={styles.note}>{before === after ? 'Nothing differs.' : 'Only line endings differ.'}</p>
    );
  }
  return (
    <section className={styles.diff} aria-label={label} tabIndex={0}>
      <p className={controls.meta}>
        {added} {added === 1 ? 'line' : 'lines'} added, {removed} removed
      </p>
      <ol>
        {partsOf(lines, CONTEXT).map((part, place) =>
          part.kind === 'lines' ? (
            part.lines.map((line) => <Line key={`${line.before} ${line.after}`} line={line} />)
          ) : (
            <li key={`gap ${place}`} className={styles.gap}>
              {part.count} {part.count === 1 ? 'line' : 'lines'} the same
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

function Line({ line }: { line: DiffLine }) {
  return (
    <li className={styles[line.kind]}>
      <span className={styles.number} aria-hidden="true">
        {line.before ?? ''}
      </span>
      <span className={styles.number} aria-hidden="true">
        {line.after ?? ''}
      </span>
      <span aria-hidden="true">{SIGN[line.kind]}</span>
      <code>
        {line.kind !== 'same' && <span className="visually-hidden">{WORD[line.kind]}</span>}
        {visibleLine(line.text, 2000)}
      </code>
    </li>
  );
}
