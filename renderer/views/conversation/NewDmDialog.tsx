import { useState } from 'react';
import { PeerGlyph } from '../../components/PeerGlyph.tsx';
import { explainAge } from '../../../shared/base/time.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Dialog } from '../../components/Dialog.tsx';
import { Field } from '../../components/Field.tsx';
import { useRoster } from '../../state/derived.ts';
import { useNow } from '../../state/now.ts';
import type { RosterRow } from '../../state/roster.ts';
import { closeOverlay, showDm, useWindow } from '../../state/store.ts';
import { focusComposer } from './composer/focus.ts';
import styles from './channel/channel.module.css';
import { shortId } from './details.ts';

/** Chooses whom to write to directly. */
export function NewDmDialog() {
  const roster = useRoster();
  const personId = useWindow((s) => s.person?.id);
  const [query, setQuery] = useState('');
  const peers = [...roster.agents, ...roster.endpoints].filter(({ id }) => id !== personId);
  const wanted = query.trim().toLowerCase();
  const found = peers.filter(({ name, role, id }) =>
    [name, role ?? '', id].some((word) => word.toLowerCase().includes(wanted)),
  );
  const choose = (row: RosterRow): void => {
    closeOverlay();
    showDm(row);
    focusComposer();
  };
  return (
    <Dialog title="New direct message" onClose={closeOverlay}>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first !== undefined && wanted !== '') choose(first);
        }}
      >
        <Field label="Search by name, role or id" value={query} autoFocus onChange={setQuery} />
      </form>
      <ul className={styles.peers} aria-label="Peers">
        {found.map((row) => (
          <li key={row.id}>
            <Peer row={row} isNameShared={isShared(row, peers)} onChoose={choose} />
          </li>
        ))}
        {found.length === 0 && (
          <li className={styles.none} role="status">
            {peers.length === 0 ? 'Nobody else is in this space yet.' : 'Nobody is found by that.'}
          </li>
        )}
      </ul>
    </Dialog>
  );
}

interface PeerProps {
  readonly row: RosterRow;
  readonly isNameShared: boolean;
  readonly onChoose: (row: RosterRow) => void;
}

function Peer({ row, isNameShared, onChoose }: PeerProps) {
  const now = useNow();
  const age = row.lastSign === null ? 'never' : explainAge(now - row.lastSign);
  return (
    <button type="button" className={styles.peer} onClick={() => onChoose(row)}>
      <PeerGlyph row={row} />
      <b className={controls.clip}>{visibleLine(row.name, 64)}</b>
      <span className={`${controls.meta} ${controls.clip}`}>
        {visibleLine(row.role ?? '', 64)} {isNameShared && shortId(row.id)}
      </span>
      <span className={controls.meta}>
        {row.word}, last sign {age}
      </span>
    </button>
  );
}

function isShared({ id, name }: RosterRow, peers: readonly RosterRow[]): boolean {
  return peers.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase());
}
