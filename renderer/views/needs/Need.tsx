import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { NeedItem } from '../../../shared/api/contract.ts';
import { explainAge } from '../../../shared/base/time.ts';
import { visibleLine, visibleText } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { MenuButton } from '../../components/MenuButton.tsx';
import { ProblemNote } from '../../components/View.tsx';
import { useNow } from '../../state/now.ts';
import { clockTime, isoTime } from '../../state/times.ts';
import { useNeedActs } from './acts.ts';
import { Answer } from './Answer.tsx';
import { KINDS } from './kinds.ts';
import styles from './Need.module.css';

export interface NeedProps {
  readonly item: NeedItem;
  readonly isOpen: boolean;
  /** Nothing can be answered while it is not known whether anybody listens. */
  readonly isStale: boolean;
  readonly onOpen: () => void;
}

/** One thing that waits: a line or two, and, when it is open, what it rests on and what can be done. */
export function Need({ item, isOpen, isStale, onOpen }: NeedProps) {
  const now = useNow();
  const acts = useNeedActs(item);
  const { icon, name, tone } = KINDS[item.kind];
  const who = item.agent === null ? '' : visibleLine(item.agent.name, 64);
  const canAct = !isStale && !acts.isBusy && !item.isAskerGone;
  const text = visibleText(withoutChoices(item), 4000);

  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnItem = event.target === event.currentTarget;
    if (event.target instanceof HTMLElement && event.target.matches('input, textarea')) return;
    const choice = Number(event.key) - 1;
    if (event.key === 'l' && !isStale) acts.snooze(HOUR_MS);
    else if (isOnItem && event.key === 'Enter') act(event.currentTarget);
    else if (canAct && Number.isInteger(choice) && choice >= 0) choose(event.currentTarget, choice);
    else return;
    event.preventDefault();
  };
  /** Enter goes to what can be done about it: the answer to write, or the first button. */
  const act = (element: HTMLElement): void => {
    onOpen();
    requestAnimationFrame(() => element.querySelector<HTMLElement>('[data-act]')?.focus());
  };
  const choose = (element: HTMLElement, index: number): void => {
    if (index < item.choices.length) acts.choose(index);
    else if (index === item.choices.length) element.querySelector<HTMLElement>('textarea')?.focus();
  };

  return (
    <li
      className={`${styles.need} ${isOpen ? styles.open : ''}`}
      data-need={item.id}
      tabIndex={isOpen ? 0 : -1}
      aria-label={`${name} ${who}`}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      <span className={styles[tone]}>
        <Icon name={icon} />
      </span>
      <div className={styles.body}>
        <header className={styles.head}>
          <b>{name}</b>
          <span className={controls.clip}>{who}</span>
          <time dateTime={isoTime(item.since)}>
            {item.snoozedUntil === null
              ? explainAge(now - item.since)
              : `back at ${clockTime(item.snoozedUntil).slice(0, 5)}`}
          </time>
        </header>
        <p className={isOpen ? styles.text : styles.folded}>{item.isQuoted ? `“${text}”` : text}</p>
        {item.snoozedUntil !== null && (
          <button type="button" className={controls.button} onClick={acts.wake}>
            Now
          </button>
        )}
        {isOpen && (
          <>
            {item.evidence.length > 0 && <Evidence lines={item.evidence} />}
            {item.isAskerGone && (
              <p className={styles.note}>Whoever asked is gone; an answer would reach nobody.</p>
            )}
            {acts.problem !== undefined && <ProblemNote problem={acts.problem} />}
            {item.acts.includes('answer') && !item.isAskerGone && (
              <Answer item={item} isDisabled={!canAct} onChoose={acts.choose} onAnswer={acts.answer} />
            )}
            <Foot item={item} canAct={canAct} isStale={isStale} acts={acts} />
          </>
        )}
      </div>
    </li>
  );
}

/** The question alone: lines that became answers to choose from are not said twice. */
function withoutChoices({ text, choices }: NeedItem): string {
  if (choices.length === 0) return text;
  const isChoice = (line: string): boolean =>
    choices.includes(line.replace(/^\s*(?:\d{1,2}[.)]|[-*])\s+/, '').trim());
  return text
    .split('\n')
    .filter((line) => !isChoice(line))
    .join('\n')
    .trim();
}

const HOUR_MS = 3_600_000;

function Evidence({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.evidence}>
      {lines.slice(0, 12).map((line, index) => (
        // Lines of output can be alike; they never move.
        <li key={`${index} ${line}`}>{visibleLine(line, 400)}</li>
      ))}
    </ul>
  );
}

interface FootProps {
  readonly item: NeedItem;
  readonly canAct: boolean;
  readonly isStale: boolean;
  readonly acts: ReturnType<typeof useNeedActs>;
}

function Foot({ item, canAct, isStale, acts }: FootProps) {
  const has = (act: NeedItem['acts'][number]): boolean => item.acts.includes(act);
  return (
    <footer className={styles.foot}>
      {has('terminal') && (
        <Act onRun={acts.openTerminal} isDisabled={false}>
          <Icon name="terminal" size={14} /> Open terminal
        </Act>
      )}
      {has('nudge') && (
        <Act onRun={acts.nudge} isDisabled={!canAct}>
          Nudge
        </Act>
      )}
      {has('restart') && (
        <Act onRun={acts.restart} isDisabled={isStale || acts.isBusy}>
          <Icon name="restart" size={14} /> Restart
        </Act>
      )}
      {has('stop') && (
        <Act onRun={acts.stop} isDisabled={isStale || acts.isBusy}>
          Stop
        </Act>
      )}
      {has('retry') && (
        <Act onRun={acts.showDiagnostics} isDisabled={false}>
          Diagnostics
        </Act>
      )}
      {(has('dismiss') || item.isAskerGone) && (
        <Act onRun={acts.dismiss} isDisabled={isStale || acts.isBusy}>
          {item.isAskerGone ? 'Close' : 'Done'}
        </Act>
      )}
      <span className={styles.later}>
        <span className={controls.meta}>Not now</span>
        <MenuButton
          label="Not now"
          icon="chevron"
          actions={SNOOZES.map(({ label, ms }) => ({ id: label, label, run: () => acts.snooze(ms) }))}
        />
      </span>
    </footer>
  );
}

const SNOOZES = [
  { label: 'In 15 minutes', ms: 900_000 },
  { label: 'In an hour', ms: HOUR_MS },
  { label: 'In four hours', ms: 4 * HOUR_MS },
  { label: 'Tomorrow', ms: 24 * HOUR_MS },
] as const;

function Act({
  onRun,
  isDisabled,
  children,
}: {
  onRun: () => void;
  isDisabled: boolean;
  children: ReactNode;
}) {
  const [isDone, setDone] = useState(false);
  return (
    <button
      type="button"
      data-act=""
      className={`${controls.button} ${controls.small}`}
      disabled={isDisabled || isDone}
      onClick={() => {
        // Answered exactly once: a second click on the same button is none.
        setDone(true);
        setTimeout(() => setDone(false), 1500);
        onRun();
      }}
    >
      {children}
    </button>
  );
}
