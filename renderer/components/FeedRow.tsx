import { memo, useState } from 'react';
import { visibleLine, visibleText } from '../../shared/base/visible.ts';
import type { FeedEntry } from '../../shared/mesh-view/snapshot.ts';
import { clockTime } from '../state/now.ts';
import styles from './Feed.module.css';
import { Icon, type IconName } from './icons.tsx';

const ICONS: Readonly<Record<FeedEntry['delivery'], IconName>> = {
  multicast: 'channel',
  unicast: 'direct',
  anycast: 'role',
};

/** Longer texts, or ones with more lines, start folded. */
const FOLD_CHARS = 280;
const FOLD_LINES = 4;

/** One message, or a burst of the same kind. Its text is somebody else's and is shown as plain text only. */
export const FeedRow = memo(function FeedRow({ entry }: { entry: FeedEntry }) {
  const [isOpen, setOpen] = useState(false);
  const text = visibleText(entry.text);
  const isLong = text.length > FOLD_CHARS || text.split('\n', FOLD_LINES + 1).length > FOLD_LINES;
  return (
    <li className={styles.row}>
      <time className={styles.time} dateTime={new Date(entry.ts).toISOString()}>
        {clockTime(entry.ts)}
      </time>
      <Icon name={ICONS[entry.delivery]} size={14} />
      <p className={styles.who}>
        <b>{visibleLine(entry.from.name, 64)}</b> {whomOf(entry)}
        {entry.count > 1 && <span className={styles.count}>{entry.count} messages</span>}
      </p>
      <p className={styles.text} data-folded={isLong && !isOpen}>
        {text}
      </p>
      {isLong && (
        <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}
        </button>
      )}
    </li>
  );
});

function whomOf({ delivery, channel, toService, toNames }: FeedEntry) {
  switch (delivery) {
    case 'multicast':
      return (
        <>
          in <span className={styles.whom}>#{visibleLine(channel ?? 'unknown', 100)}</span>
        </>
      );
    case 'anycast':
      return (
        <>
          to any <span className={styles.whom}>{visibleLine(toService ?? 'unknown', 64)}</span>
        </>
      );
    case 'unicast':
      return (
        <>
          to <span className={styles.whom}>{visibleLine(toNames.join(', ') || 'unknown', 200)}</span>
        </>
      );
  }
}
