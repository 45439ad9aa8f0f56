import type { AgentRow } from '../../shared/api/contract.ts';
import { explainAge } from '../../shared/base/time.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import controls from '../components/controls.module.css';
import { useNow } from '../state/now.ts';
import type { Problem } from '../state/store.ts';
import styles from './bands.module.css';
import type { ClipboardWish } from './use-terminal.ts';

/** The terminal could not be attached. */
export function FailureBand({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  return (
    <div className={styles.failure} role="alert">
      <p>
        {visibleLine(problem.what, 400)} {visibleLine(problem.remedy, 400)}
      </p>
      <button type="button" className={`${controls.button} ${controls.small}`} onClick={onRetry}>
        Attach again
      </button>
    </div>
  );
}

export interface ExitBandProps {
  readonly exit: NonNullable<AgentRow['exit']>;
  readonly isStale: boolean;
  readonly onRestart: () => void;
}

/** The agent has ended; its last screen stays. */
export function ExitBand({ exit, isStale, onRestart }: ExitBandProps) {
  const now = useNow();
  return (
    <div className={styles.band}>
      <p>
        It ended {explainEnd(exit)}, {explainAge(now - exit.at)} ago. This is its last screen.
      </p>
      <button
        type="button"
        className={`${controls.button} ${controls.small}`}
        disabled={isStale}
        onClick={onRestart}
      >
        Restart
      </button>
    </div>
  );
}

/** How a program ended, in words. */
export function explainEnd({ code, signal }: { code: number | null; signal: number | null }): string {
  if (signal !== null && signal !== 0) return `by signal ${signal}`;
  return code === null ? 'for a reason that is not known' : `with exit code ${code}`;
}

/** A program wants to put something on the clipboard. Asked once for a terminal; what is on it is never read. */
export function ClipboardBand({ agent, wish }: { agent: string; wish: ClipboardWish }) {
  const name = visibleLine(agent, 64);
  return (
    <div className={styles.band} role="group" aria-label={`May ${name} write to the clipboard?`}>
      <p>
        {name} wants to put text on your clipboard, now and whenever it likes:{' '}
        <code className={styles.sample}>{visibleLine(wish.text, 80)}</code>
      </p>
      <button
        type="button"
        className={`${controls.button} ${controls.small}`}
        onClick={() => wish.answer(true)}
      >
        Allow
      </button>
      <button
        type="button"
        className={`${controls.quiet} ${controls.small}`}
        onClick={() => wish.answer(false)}
      >
        Never from here
      </button>
    </div>
  );
}
