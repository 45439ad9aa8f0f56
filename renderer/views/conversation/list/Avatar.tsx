import { visibleLine } from '../../../../shared/base/visible.ts';
import { PeerGlyph } from '../../../components/PeerGlyph.tsx';
import { useDerived } from '../../../state/derived.ts';
import styles from './Message.module.css';

/** A sender's initial with the state it is in now. Of one that is not in the roster no state is claimed. */
export function Avatar({ id, name }: { id: string; name: string }) {
  const row = useDerived((d) => d.rows.get(id));
  const [initial = '?'] = visibleLine(name.trim(), 4);
  return (
    <span className={styles.avatar}>
      <span aria-hidden="true">{initial.toUpperCase()}</span>
      {row !== undefined && <PeerGlyph row={row} />}
    </span>
  );
}
