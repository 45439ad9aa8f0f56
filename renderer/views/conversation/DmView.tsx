import { useCallback, useState } from 'react';
import { PeerGlyph } from '../../components/PeerGlyph.tsx';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { Empty, ViewHead } from '../../components/View.tsx';
import { useDerived, useStale } from '../../state/derived.ts';
import { useNow } from '../../state/now.ts';
import type { RosterRow } from '../../state/roster.ts';
import { showAgent, showDm, useWindow } from '../../state/store.ts';
import { dmKey } from '../../state/ui.ts';
import styles from './ChannelView.module.css';
import { Conversation } from './Conversation.tsx';
import { shortId } from './details.ts';
import { explainDelivery, explainPeer, successorOf, type PeerKnown } from './dm-words.ts';

/** A direct conversation with one instance; its name is what it was called when the conversation was opened. */
export function DmView({ id, name }: { id: string; name: string }) {
  const known = usePeer(id, name);
  const successor = useDerived((d) => successorOf(id, name, d.rows));
  const dmVisible = useWindow((s) => s.snapshot?.dmVisible !== false);
  const [isSearching, setSearching] = useState(false);
  const endSearch = useCallback(() => setSearching(false), []);
  const label = visibleLine(known.name, 64);
  const { row } = known;
  return (
    <>
      <ViewHead
        title={
          <span className={styles.peer}>
            <PeerGlyph row={row} missing="not seen" />
            {label}
          </span>
        }
        note={<PeerWords known={known} />}
        hasLine
      >
        {row?.hasTerminal === true && (
          <button type="button" className={controls.quiet} onClick={() => showAgent(row.name)}>
            <Icon name="terminal" /> Terminal
          </button>
        )}
        <button
          type="button"
          className={controls.iconButton}
          aria-label="Search in conversation"
          aria-pressed={isSearching}
          onClick={() => setSearching(!isSearching)}
        >
          <Icon name="search" />
        </button>
      </ViewHead>
      {successor !== undefined && <Successor id={id} label={label} successor={successor} />}
      {!dmVisible && (
        <div className={styles.notice} role="status">
          <Icon name="eye" />
          <p>
            This window watches without direct messages. What stands here was read from history; what comes
            appears when the conversation is opened again.
          </p>
        </div>
      )}
      <Conversation
        of={{ kind: 'dm', id }}
        conversation={dmKey(id)}
        // By id: two peers may bear one name.
        to={{ kind: 'peer', peer: id }}
        label={label}
        channel={undefined}
        note={explainDelivery(known)}
        beginning={<span>This is the beginning of what is kept between you and {label}.</span>}
        empty={
          <Empty icon="direct" title={`Nothing was said between you and ${label} yet`}>
            {explainDelivery(known)} Write below.
          </Empty>
        }
        isSearching={isSearching}
        onSearchEnd={endSearch}
        sidePanel={undefined}
        onPanel={nothing}
      />
    </>
  );
}

const nothing = (): void => undefined;

function usePeer(id: string, name: string): PeerKnown {
  const row = useDerived((d) => d.rows.get(id));
  const isStale = useStale() !== undefined;
  const isRosterCurrent = useWindow((s) => s.snapshot?.roster === 'current') && !isStale;
  const since = useWindow((s) => {
    const peers = s.snapshot;
    const peer =
      peers?.agents.find((each) => each.id === id) ?? peers?.endpoints.find((each) => each.id === id);
    return peer?.since ?? s.agents.find((each) => each.id === id)?.exit?.at ?? null;
  });
  return { name: row?.name ?? name, row, since, isStale, isRosterCurrent };
}

/** Its own component, as it is counted anew every second. */
function PeerWords({ known }: { known: PeerKnown }) {
  const now = useNow();
  const role = known.row?.role ?? null;
  return (
    <>
      {role !== null && role !== '' && `${visibleLine(role, 64)} · `}
      {explainPeer(known, now)}
    </>
  );
}

function Successor({ id, label, successor }: { id: string; label: string; successor: RosterRow }) {
  return (
    <div className={styles.notice} role="status">
      <Icon name="info" />
      <p>
        This conversation is with an earlier {label} ({shortId(id)}). The {label} that is here now is another
        instance ({shortId(successor.id)}) and does not see it.
      </p>
      <button
        type="button"
        className={`${controls.button} ${controls.small}`}
        onClick={() => showDm(successor)}
      >
        Write to the one that is here
      </button>
    </div>
  );
}
