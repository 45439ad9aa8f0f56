import styles from './Body.module.css';
import { splitMentions } from './text.ts';

/** A text as it stands, with those it calls out tinted. */
export function PlainText({ text, names }: { text: string; names: ReadonlySet<string> }) {
  return (
    <p className={styles.plain}>
      {splitMentions(text, names).map((stretch, index) =>
        stretch.isMention ? (
          <span key={index} className={styles.mention}>
            {stretch.text}
          </span>
        ) : (
          stretch.text
        ),
      )}
    </p>
  );
}
