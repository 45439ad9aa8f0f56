import { visibleLine } from '../../../../shared/base/visible.ts';
import { StateGlyph } from '../../../components/icons.tsx';
import { useDerived } from '../../../state/derived.ts';
import styles from './Message.module.css';

/** A sender's initial with the state it is in now. Of one that is not in the roster no state is claimed. */
export function Avatar({ id, name }: { id: string; name: string }) {
  const shape = useDerived((d) => d.rows.get(id)?.shape);
  const word = useDerived((d) => d.rows.get(id)?.word);
  const [initial = '?'] = visibleLine(name.trim(), 4);
  return (
    <span className={styles.avatar}>
      <span aria-hidden="true">{initial.toUpperCase()}</span>
      {shape !== undefined && word !== undefined && <StateGlyph shape={shape} word={word} />}
    </span>
  );
}
