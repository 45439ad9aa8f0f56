import { explainAge } from '../../../shared/base/time.ts';
import { PeerGlyph } from '../../components/PeerGlyph.tsx';
import { visibleLine } from '../../../shared/base/visible.ts';
import type { AccessRow } from '../../../shared/mesh-view/channel-access.ts';
import type { ChannelView } from '../../../shared/mesh-view/snapshot.ts';
import controls from '../../components/controls.module.css';
import { useDerived } from '../../state/derived.ts';
import { useNow } from '../../state/now.ts';
import { openOverlay, showDm, useWindow } from '../../state/store.ts';
import { explainPeerStanding } from './channel-words.ts';
import { backstopOf } from './details.ts';
import styles from './MembersPanel.module.css';
import { SidePanel } from './panel/SidePanel.tsx';

export interface MembersPanelProps {
  readonly channel: string;
  readonly view: ChannelView | undefined;
  readonly access: readonly AccessRow[];
  readonly onClose: () => void;
}

/** Who is joined in a channel, whom a mention reaches, and of whom it is not known. */
export function MembersPanel({ channel, view, access, onClose }: MembersPanelProps) {
  const joined = access.filter(({ isJoined }) => isJoined === true);
  const reachable = access.filter(({ isJoined, mayRead }) => isJoined === false && mayRead === true);
  const unknown = access.filter(({ by }) => by === 'unknown');
  return (
    <SidePanel title="Members" note={`#${visibleLine(channel, 100)}`} onClose={onClose}>
      <div className={styles.groups}>
        <Group title="Joined" rows={joined} view={view} none="Nobody is joined." />
        <Group title="Only a mention reaches them" rows={reachable} view={view} />
        <Group title="Not known" rows={unknown} view={view} />
        <button
          type="button"
          className={controls.button}
          onClick={() => openOverlay({ kind: 'channel-settings', channel })}
        >
          Who may read and post
        </button>
      </div>
    </SidePanel>
  );
}

interface GroupProps {
  readonly title: string;
  readonly rows: readonly AccessRow[];
  readonly view: ChannelView | undefined;
  /** Said when there are none; without it the group is left out. */
  readonly none?: string;
}

function Group({ title, rows, view, none }: GroupProps) {
  if (rows.length === 0 && none === undefined) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>
        {title} <span>{rows.length}</span>
      </h3>
      {rows.length === 0 ? (
        <p className={controls.meta}>{none}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <Member key={row.id} row={row} view={view} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Member({ row, view }: { row: AccessRow; view: ChannelView | undefined }) {
  const now = useNow();
  const person = useWindow((s) => s.person);
  const backstop = useWindow((s) => backstopOf(s.status));
  const seen = useDerived((d) => d.rows.get(row.id));
  const isSelf = row.id === person?.id;
  const age = seen === undefined || seen.lastSign === null ? 'no sign yet' : explainAge(now - seen.lastSign);
  const words = (
    <>
      <PeerGlyph row={seen} missing="not seen yet" />
      <span className={styles.who}>
        <b>{visibleLine(row.name, 64)}</b> <span>{visibleLine(seen?.role ?? '', 64)}</span>
        <small>
          {explainPeerStanding(row, view?.deliveryClass, backstop)}
          {row.mayPost === false && ', may only read'}
        </small>
      </span>
      <span className={controls.meta}>{isSelf ? 'you' : age}</span>
    </>
  );
  return (
    <li>
      {isSelf ? (
        <span className={styles.member}>{words}</span>
      ) : (
        <button type="button" className={styles.member} title="Write to it" onClick={() => showDm(row)}>
          {words}
        </button>
      )}
    </li>
  );
}
