import { memo } from 'react';
import { explainAge } from '../../../shared/base/time.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { StateGlyph } from '../../components/icons.tsx';
import { useNow } from '../../state/now.ts';
import styles from './Agents.module.css';
import { CardActions } from './CardActions.tsx';
import { isSameCard, type AgentCard } from './cards.ts';

export interface CardProps {
  readonly card: AgentCard;
  readonly isSelected: boolean;
  /** The one of all cards that Tab leads to. */
  readonly isEntry: boolean;
}

/** One agent. Its button selects it; what can be done with it shows on the selected one. */
export const Card = memo(
  function Card({ card, isSelected, isEntry }: CardProps) {
    return (
      <li className={styles.card} data-selected={isSelected} data-ended={card.hasEnded}>
        <CardButton card={card} isSelected={isSelected} isEntry={isEntry} className={styles.cover ?? ''}>
          <span className={styles.top}>
            <StateGlyph shape={card.shape} />
            <b className={controls.clip}>{visibleLine(card.name, 64)}</b>
            {card.role !== null && <span className={controls.tag}>{visibleLine(card.role, 32)}</span>}
            {card.unread > 0 && !isSelected && <Unread count={card.unread} />}
          </span>
          <span className={styles.doing} data-said={card.isDoingSaid}>
            {visibleLine(card.doing, 200)}
          </span>
          <span className={styles.facts}>
            <span className={styles.state} data-shape={card.shape} title={card.evidence}>
              {card.word}
              <Age since={card.since} />
            </span>
            <span className={controls.clip}>{runsIn(card)}</span>
          </span>
        </CardButton>
        {isSelected && (
          <span className={styles.actions}>
            {card.unread > 0 && <Unread count={card.unread} />}
            <CardActions card={card} />
          </span>
        )}
      </li>
    );
  },
  (a, b) => a.isSelected === b.isSelected && a.isEntry === b.isEntry && isSameCard(a.card, b.card),
);

export interface CardButtonProps extends CardProps {
  readonly className: string;
  readonly children: React.ReactNode;
}

/** What is focused of an agent: the keys of the whole view start from here. */
export function CardButton({ card, isSelected, isEntry, className, children }: CardButtonProps) {
  return (
    <button
      type="button"
      className={className}
      data-agent={card.name}
      tabIndex={isEntry ? 0 : -1}
      aria-current={isSelected ? 'true' : undefined}
    >
      {children}
    </button>
  );
}

export function Unread({ count }: { count: number }) {
  return (
    <span className={styles.unread} role="img" aria-label={`${count} unread`}>
      {count > 99 ? '99+' : count}
    </span>
  );
}

/** How long ago, behind the word that it is of. */
export function Age({ since }: { since: number | null }) {
  const now = useNow();
  return since === null ? null : <> · {explainAge(now - since)}</>;
}

/** `claude · sonnet`, as far as it is known. */
export function runsIn({ harness, model }: Pick<AgentCard, 'harness' | 'model'>): string {
  const known = [harness, model].filter((part) => part !== null && part !== '');
  return visibleLine(known.join(' · ') || 'harness unknown', 80);
}
