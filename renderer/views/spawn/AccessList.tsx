import { visibleLine } from '../../../shared/base/visible.ts';
import { explainScope, type Access } from '../../../shared/mesh-view/access.ts';
import styles from './AccessList.module.css';

/** What an instance may do on the mesh, in words: what is not named is denied to it. */
export function AccessList({ access }: { access: Access }) {
  return (
    <dl className={styles.access}>
      {explainScope(access).map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{visibleLine(text, 1000)}</dd>
        </div>
      ))}
    </dl>
  );
}
