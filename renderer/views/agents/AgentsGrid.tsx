import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { openTerminal } from '../../terminal/active.ts';
import styles from './Agents.module.css';
import { Card } from './Card.tsx';
import { placeAfter, type AgentCard } from './cards.ts';
import { selectAgent, toggleDetails, useAgentsView } from './control.ts';

export interface AgentsProps {
  readonly cards: readonly AgentCard[];
  readonly selected: string | null;
}

/** The agents as cards. One stop for Tab; the arrow keys go from card to card, Enter opens a terminal. */
export function AgentsGrid({ cards, selected }: AgentsProps) {
  const list = useRef<HTMLUListElement>(null);
  const entry = cards.find(({ name }) => name === selected) ?? cards[0];
  useEffect(() => {
    if (list.current !== null && selected !== null)
      buttonOf(list.current, selected)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <ul ref={list} className={styles.grid} aria-label="Agents" {...agentKeys(cards, columnsOf)}>
      {cards.map((card) => (
        <Card key={card.id} card={card} isSelected={card.name === selected} isEntry={card === entry} />
      ))}
    </ul>
  );
}

function columnsOf(grid: Element): number {
  return getComputedStyle(grid).gridTemplateColumns.split(' ').length;
}

/**
 * The pointer and the keys over agents, whatever they look like. `reveal` brings a place into the page that may be too
 * far away to be on it.
 */
export function agentKeys(
  cards: readonly AgentCard[],
  columns: (container: Element) => number,
  reveal?: (place: number) => void,
) {
  /** The agent that was pointed at, or whose button has the focus; its own small buttons are for themselves. */
  const at = (target: EventTarget): AgentCard | undefined => {
    if (!(target instanceof Element)) return undefined;
    const nearest = target.closest<HTMLElement>('button, [data-agent]');
    return cards.find(({ name }) => name === nearest?.dataset['agent']);
  };
  return {
    onClick: (event: MouseEvent): void => {
      const card = at(event.target);
      if (card !== undefined) selectAgent(card.name);
    },
    onDoubleClick: (event: MouseEvent): void => {
      const card = at(event.target);
      if (card?.isOurs === true) openTerminal(card.name);
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const card = at(event.target);
      if (card === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const list = event.currentTarget;
      const to = placeAfter(event.key, cards.indexOf(card), cards.length, columns(list));
      const next = to === undefined ? undefined : cards[to];
      if (next !== undefined && to !== undefined) {
        selectAgent(next.name);
        reveal?.(to);
        focusAgent(list, next.name);
      } else if (event.key === 'Enter') {
        selectAgent(card.name);
        if (card.isOurs) openTerminal(card.name);
        else toggleDetails();
      } else if (event.key === 'i') {
        selectAgent(card.name);
        toggleDetails();
      } else if (event.key === 'Escape' && useAgentsView.getState().hasDetails) {
        toggleDetails();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

function focusAgent(list: Element, name: string): void {
  const button = buttonOf(list, name);
  // What was just revealed is on the page with the next frame.
  if (button === null) requestAnimationFrame(() => buttonOf(list, name)?.focus());
  else button.focus();
}

function buttonOf(list: Element, name: string): HTMLElement | null {
  return list.querySelector(`button[data-agent="${CSS.escape(name)}"]`);
}
