import { visibleLine } from '../../../../shared/base/visible.ts';
import { explainPattern } from '../../../../shared/mesh-view/access.ts';
import type { AccessRow } from '../../../../shared/mesh-view/channel-access.ts';
import type { ChannelView } from '../../../../shared/mesh-view/snapshot.ts';
import { useWindow } from '../../../state/store.ts';
import { explainPeerStanding } from '../channel-words.ts';
import { backstopOf } from '../details.ts';
import styles from './channel.module.css';

export interface AccessTableProps {
  readonly access: readonly AccessRow[];
  readonly view: ChannelView | undefined;
}

/** Who may read and post in a channel, how each is joined, and by which grant. */
export function AccessTable({ access, view }: AccessTableProps) {
  const backstop = useWindow((s) => backstopOf(s.status));
  const personId = useWindow((s) => s.person?.id);
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Who may read and post</caption>
      <thead>
        <tr>
          <th scope="col">Peer</th>
          <th scope="col">May read</th>
          <th scope="col">May post</th>
          <th scope="col">Stands to it</th>
        </tr>
      </thead>
      <tbody>
        {access.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              {visibleLine(row.name, 64)} {row.id === personId && <small>you</small>}
            </th>
            <td>
              <Allowed is={row.mayRead} grant={row.readGrant} />
            </td>
            <td>
              <Allowed is={row.mayPost} grant={row.postGrant} />
            </td>
            <td>{explainPeerStanding(row, view?.deliveryClass, backstop)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Allowed({ is, grant }: { is: boolean | null; grant: string | null }) {
  if (is === null) {
    return (
      <>
        not known <small>its credential was made elsewhere</small>
      </>
    );
  }
  if (!is || grant === null) return 'no';
  return (
    <>
      yes <small>its credential: {visibleLine(explainPattern(grant), 200)}</small>
    </>
  );
}
