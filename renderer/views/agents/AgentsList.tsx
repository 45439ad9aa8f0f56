import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { StateGlyph } from '../../components/icons.tsx';
import { useUi } from '../../state/ui.ts';
import styles from './AgentsList.module.css';
import { agentKeys, type AgentsProps } from './AgentsGrid.tsx';
import { Age, CardButton, runsIn, Unread, type CardProps } from './Card.tsx';
import { CardActions } from './CardActions.tsx';
import { isSameCard } from './cards.ts';

/** As `--row` is at each density. */
const ROW_PX = { comfortable: 32, compact: 26 } as const;
/** As the head's height in the style sheet. */
const HEAD_PX = 28;
/** More agents than this are laid out only where they are looked at. */
const MOST_AT_ONCE = 60;

/** The agents as a table with the same facts. */
export function AgentsList({ cards, selected }: AgentsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowPx = useUi((ui) => ROW_PX[ui.density]);
  const isLong = cards.length > MOST_AT_ONCE;
  // Nothing below is memoised on what this returns, which is why its own renewal is enough.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
    // The head stays in sight: what is shown is shown below it.
    paddingStart: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
  });
  const items = virtual.getVirtualItems();
  const places = isLong ? items.map(({ index }) => index) : cards.map((_, index) => index);
  const above = isLong ? (items[0]?.start ?? HEAD_PX) - HEAD_PX : 0;
  const below = isLong ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const entry = cards.find(({ name }) => name === selected) ?? cards[0];
  const place = cards.findIndex(({ name }) => name === selected);
  useEffect(() => {
    if (place !== -1) virtual.scrollToIndex(place);
  }, [virtual, place]);
  const reveal = (place: number): void => {
    virtual.scrollToIndex(place);
  };
  return (
    <div ref={scroller} className={styles.scroll} {...agentKeys(cards, () => 1, reveal)}>
      <table className={styles.table} aria-label="Agents" aria-rowcount={cards.length + 1}>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">State</th>
            <th scope="col">Doing</th>
            <th scope="col">Runs in</th>
            <th scope="col">
              <span className="visually-hidden">Unread and actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Spacer px={above} />
          {places.map((place) => {
            const card = cards[place];
            return (
              card !== undefined && (
                <Line
                  key={card.id}
                  card={card}
                  place={place}
                  isSelected={card.name === selected}
                  isEntry={card === entry}
                />
              )
            );
          })}
          <Spacer px={below} />
        </tbody>
      </table>
    </div>
  );
}

function Spacer({ px }: { px: number }) {
  if (px <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={5} style={{ height: px, padding: 0 }} />
    </tr>
  );
}

const Line = memo(
  function Line({ card, place, isSelected, isEntry }: CardProps & { place: number }) {
    return (
      <tr
        className={styles.line}
        data-selected={isSelected}
        data-ended={card.hasEnded}
        data-agent={card.name}
        aria-rowindex={place + 2}
      >
        <th scope="row">
          <CardButton card={card} isSelected={isSelected} isEntry={isEntry} className={styles.name ?? ''}>
            <StateGlyph shape={card.shape} />
            <b className={controls.clip}>{visibleLine(card.name, 64)}</b>
            {card.role !== null && <span className={controls.tag}>{visibleLine(card.role, 32)}</span>}
          </CardButton>
        </th>
        <td className={styles.state} data-shape={card.shape} title={card.evidence}>
          {card.word}
          <Age since={card.since} />
        </td>
        <td className={styles.doing} data-said={card.isDoingSaid}>
          {visibleLine(card.doing, 200)}
        </td>
        <td className={styles.facts}>{runsIn(card)}</td>
        <td>
          <span className={styles.end}>
            {card.unread > 0 && <Unread count={card.unread} />}
            {isSelected && <CardActions card={card} />}
          </span>
        </td>
      </tr>
    );
  },
  (a, b) =>
    a.isSelected === b.isSelected &&
    a.isEntry === b.isEntry &&
    a.place === b.place &&
    isSameCard(a.card, b.card),
);
