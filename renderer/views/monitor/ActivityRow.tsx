import { memo } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import { Icon, type IconName } from '../../components/icons.tsx';
import { clockTime, isoTime } from '../../state/times.ts';
import { explainPresence } from '../../state/presence-log.ts';
import type { Row } from './activity.ts';
import styles from './Activity.module.css';

export type DeliveryClass = 'live' | 'durable' | 'unknown';

const ICONS: Readonly<Record<Row['delivery'], IconName>> = {
  multicast: 'channel',
  unicast: 'direct',
  anycast: 'role',
  presence: 'presence',
};

export interface ActivityRowProps {
  readonly row: Row;
  /** Of a channel's message: how the channel delivers. */
  readonly deliveryClass: DeliveryClass;
  readonly place: number;
  /** Pixels from the start of the list. */
  readonly top: number;
  readonly isSelected: boolean;
}

/** One line of activity: when, by which way, who to whom, what, and whether it is kept. */
export const ActivityRow = memo(function ActivityRow(o: ActivityRowProps) {
  const { row } = o;
  return (
    <div
      role="option"
      id={optionId(row.id)}
      data-row={row.id}
      aria-selected={o.isSelected}
      aria-posinset={o.place + 1}
      // It grows as one reads: how many there are would have every row drawn anew with each that comes.
      aria-setsize={-1}
      className={styles.row}
      style={{ transform: `translateY(${o.top}px)` }}
    >
      <time dateTime={isoTime(row.ts)}>{clockTime(row.ts)}</time>
      <Icon name={ICONS[row.delivery]} />
      <span className={styles.who}>
        <b>{visibleLine(row.from.name, 64)}</b> <Whom row={row} />
      </span>
      <span className={styles.text}>
        {row.delivery !== 'presence' && row.count > 1 && (
          <span className={styles.burst}>{row.count} messages</span>
        )}
        {visibleLine(row.delivery === 'presence' ? explainPresence(row) : row.text, 300)}
      </span>
      <Kept deliveryClass={o.deliveryClass} />
    </div>
  );
});

/** The id of a row's element: what a row's own id may hold does not matter to it. */
export function optionId(rowId: string): string {
  return `activity ${rowId}`.replaceAll(/\s/g, '_');
}

/** To whom: ` in #review`, ` to iris`, ` to any reviewer`. */
export function Whom({ row }: { row: Row }) {
  switch (row.delivery) {
    case 'presence':
      return null;
    case 'multicast':
      return (
        <>
          <i>in</i> #{visibleLine(row.channel ?? 'unknown', 100)}
        </>
      );
    case 'anycast':
      return (
        <>
          <i>to</i> any {visibleLine(row.toService ?? 'unknown', 64)}
        </>
      );
    case 'unicast':
      return (
        <>
          <i>to</i> {visibleLine(row.toNames.join(', ') || 'unknown', 200)}
        </>
      );
  }
}

function Kept({ deliveryClass }: { deliveryClass: DeliveryClass }) {
  if (deliveryClass === 'unknown') return <span />;
  return (
    <span className={styles.kept}>
      <Icon name={deliveryClass === 'durable' ? 'layers' : 'live'} size={14} />
      <span>{deliveryClass}</span>
    </span>
  );
}
