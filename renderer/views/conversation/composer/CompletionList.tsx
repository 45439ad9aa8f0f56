import { explainAge } from '../../../../shared/base/time.ts';
import { PeerGlyph } from '../../../components/PeerGlyph.tsx';
import { visibleLine } from '../../../../shared/base/visible.ts';
import controls from '../../../components/controls.module.css';
import { Icon } from '../../../components/icons.tsx';
import { useNow } from '../../../state/now.ts';
import type { Candidate } from './completion.ts';
import styles from './Composer.module.css';

export interface CompletionListProps {
  readonly id: string;
  readonly candidates: readonly Candidate[];
  readonly active: number;
  readonly onTake: (candidate: Candidate) => void;
}

/** What the name that is being written can become. The focus stays in the text. */
export function CompletionList({ id, candidates, active, onTake }: CompletionListProps) {
  return (
    <ul id={id} role="listbox" aria-label="Names" className={styles.names}>
      {candidates.map((candidate, index) => (
        <li
          key={candidate.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={styles.name}
          // The text must not lose the focus to a click on a name.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(candidate)}
        >
          <CandidateWords candidate={candidate} />
          {index === active && <kbd className={controls.key}>↵</kbd>}
        </li>
      ))}
    </ul>
  );
}

function CandidateWords({ candidate }: { candidate: Candidate }) {
  const now = useNow();
  switch (candidate.kind) {
    case 'peer': {
      const { row, isAmbiguous } = candidate;
      const age = row.lastSign === null ? 'age unknown' : explainAge(now - row.lastSign);
      const role = row.role === null || row.role === '' ? '' : `${visibleLine(row.role, 64)} · `;
      return (
        <>
          <PeerGlyph row={row} />
          <b className={controls.clip}>{visibleLine(row.name, 64)}</b>
          <span className={`${controls.meta} ${styles.end}`}>
            {isAmbiguous ? 'two are called so; it reaches neither' : `${role}${age}`}
          </span>
        </>
      );
    }
    case 'role':
      return (
        <>
          <Icon name="role" size={14} />
          <span className={controls.clip}>any {visibleLine(candidate.role, 64)}</span>
          <span className={`${controls.meta} ${styles.end}`}>{explainHolders(candidate.holders)}</span>
        </>
      );
    case 'channel':
      return (
        <>
          <Icon name="channel" size={14} />
          <span className={controls.clip}>{visibleLine(candidate.channel, 100)}</span>
        </>
      );
  }
}

function explainHolders(holders: number): string {
  if (holders === 0) return 'waits for the first who is here';
  return holders === 1 ? 'goes to the one who is here' : `goes to one of ${holders}`;
}
