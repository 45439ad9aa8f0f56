import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { NeedItem } from '../../../shared/api/contract.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { useDerived, useStale } from '../../state/derived.ts';
import { clockTime } from '../../state/times.ts';
import { useWindow } from '../../state/store.ts';
import { useUi } from '../../state/ui.ts';
import { useTooLate } from './acts.ts';
import { KINDS } from './kinds.ts';
import { Need } from './Need.tsx';
import styles from './NeedsLane.module.css';

/** What waits for the person, the oldest first; as a strip where there is no room for more. */
export function NeedsLane() {
  const waiting = useDerived((d) => d.waiting);
  return (
    <aside className={styles.lane} aria-label="Needs you" data-region="" tabIndex={-1}>
      <Strip waiting={waiting} />
      <Full waiting={waiting} />
    </aside>
  );
}

/** A strip shows how much there is, and of which kinds. */
function Strip({ waiting }: { waiting: readonly NeedItem[] }) {
  const open = (): void => useUi.setState({ lane: 'wide' });
  return (
    <div className={styles.strip}>
      <button type="button" className={controls.iconButton} aria-label="Open Needs you" onClick={open}>
        <Icon name="panel" />
      </button>
      {waiting.length > 0 && <span className={styles.count}>{waiting.length}</span>}
      {waiting.slice(0, 12).map((item) => {
        const { icon, name, tone } = KINDS[item.kind];
        const who = item.agent === null ? '' : `, ${visibleLine(item.agent.name, 64)}`;
        return (
          <button
            key={item.id}
            type="button"
            className={`${styles.tick} ${styles[tone]}`}
            aria-label={`${name}${who}`}
            title={`${name}${who}: ${visibleLine(item.text, 120)}`}
            onClick={open}
          >
            <Icon name={icon} />
          </button>
        );
      })}
    </div>
  );
}

function Full({ waiting }: { waiting: readonly NeedItem[] }) {
  const lane = useUi((ui) => ui.lane);
  const isStale = useStale() !== undefined;
  const list = useRef<HTMLOListElement>(null);
  /** Which one was opened, and its place: what is answered folds away, and the one that moves up is open then. */
  const [chosen, setChosen] = useState<{ readonly id: string; readonly at: number } | undefined>(undefined);
  const found = waiting.findIndex(({ id }) => id === chosen?.id);
  const at = found === -1 ? Math.min(chosen?.at ?? 0, waiting.length - 1) : found;
  const opened = waiting[at];
  const open = (id: string): void => setChosen({ id, at: waiting.findIndex((item) => item.id === id) });

  // The focus stays in the queue, at the one that moved up.
  const hadFocus = useRef(false);
  useEffect(() => {
    const items = list.current?.querySelectorAll<HTMLElement>('[data-need]');
    if (hadFocus.current && list.current?.contains(document.activeElement) === false) {
      items?.[Math.max(at, 0)]?.focus();
    }
  }, [waiting, at]);

  const move = (step: 1 | -1): void => {
    const next = waiting[Math.min(Math.max(at + step, 0), waiting.length - 1)];
    if (next === undefined) return;
    open(next.id);
    list.current?.querySelector<HTMLElement>(`[data-need="${CSS.escape(next.id)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return;
    if (event.key === 'j' || event.key === 'ArrowDown') move(1);
    else if (event.key === 'k' || event.key === 'ArrowUp') move(-1);
    else return;
    event.preventDefault();
  };

  return (
    <div className={styles.full}>
      <header className={styles.head}>
        <h2>Needs you</h2>
        {waiting.length > 0 && <span className={styles.count}>{waiting.length}</span>}
        {waiting.length > 0 && <span className={controls.meta}>oldest first</span>}
        <span className={styles.keys} aria-hidden="true">
          <kbd>J</kbd>
          <kbd>K</kbd> move <kbd>↵</kbd> act <kbd>L</kbd> not now
        </span>
        <button
          type="button"
          className={`${controls.iconButton} ${styles.fold}`}
          aria-label={lane === 'wide' ? 'Narrow Needs you' : 'Close Needs you'}
          onClick={() => useUi.setState({ lane: lane === 'wide' ? 'open' : 'closed' })}
        >
          <Icon name="panel" />
        </button>
      </header>
      <TooLate />
      {waiting.length === 0 ? (
        <Nothing isStale={isStale} />
      ) : (
        <ol
          ref={list}
          className={styles.list}
          onKeyDown={onKeyDown}
          onFocus={() => (hadFocus.current = true)}
          onBlur={(event) => {
            if (event.relatedTarget !== null) hadFocus.current = false;
          }}
        >
          {waiting.map((item) => (
            <Need
              key={item.id}
              item={item}
              isOpen={item.id === opened?.id}
              isStale={isStale}
              onOpen={() => open(item.id)}
            />
          ))}
        </ol>
      )}
      <Later />
    </div>
  );
}

/** Somebody answered in another window first: this one's answer went nowhere, which is said until it was read. */
function TooLate() {
  const problem = useTooLate((s) => s.problem);
  if (problem === undefined) return null;
  return (
    <div className={styles.late} role="alert">
      <p>
        <b>{visibleLine(problem.what, 300)}</b> {visibleLine(problem.remedy, 300)}
      </p>
      <button
        type="button"
        className={controls.iconButton}
        aria-label="Close this note"
        onClick={() => useTooLate.setState({ problem: undefined })}
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}

function Nothing({ isStale }: { isStale: boolean }) {
  return (
    <div className={styles.nothing}>
      <Icon name={isStale ? 'hourglass' : 'check'} size={20} />
      <p>
        {isStale
          ? 'Whether something needs you is not known at the moment.'
          : 'Nothing waits for you. Questions, silent agents and what went wrong come here.'}
      </p>
    </div>
  );
}

/** What was put off stays countable, and can be looked at. */
function Later() {
  const needs = useWindow((s) => s.needs);
  const [isShown, setShown] = useState(false);
  const later = needs
    .filter(({ snoozedUntil }) => snoozedUntil !== null)
    .toSorted((a, b) => (a.snoozedUntil ?? 0) - (b.snoozedUntil ?? 0));
  const first = later[0];
  if (first === undefined) return null;
  return (
    <footer className={styles.later}>
      <p>
        <Icon name="clock" size={14} />
        {later.length} put off, the first is back at {clockTime(first.snoozedUntil ?? 0).slice(0, 5)}
        <button
          type="button"
          className={styles.link}
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      </p>
      {isShown && (
        <ul>
          {later.map((item) => (
            <Need key={item.id} item={item} isOpen={false} isStale={false} onOpen={() => undefined} />
          ))}
        </ul>
      )}
    </footer>
  );
}

function isText(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea');
}
