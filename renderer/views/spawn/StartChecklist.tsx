import { useState } from 'react';
import type { AgentRow } from '../../../shared/api/contract.ts';
import { visibleLine, visibleText } from '../../../shared/base/visible.ts';
import controls from '../../components/controls.module.css';
import { Icon, StateGlyph } from '../../components/icons.tsx';
import { useStale } from '../../state/derived.ts';
import { useNow } from '../../state/now.ts';
import { useWindow } from '../../state/store.ts';
import { EndBand } from '../../terminal/EndBand.tsx';
import styles from './StartChecklist.module.css';
import { startStepsOf, stepTime, type StartStep } from './start-steps.ts';

export interface StartChecklistProps {
  readonly mesh: string;
  readonly agent: AgentRow;
  /** When the person asked for it, epoch ms. */
  readonly requestedAt: number;
  readonly onTerminal: () => void;
}

/** How far an agent has come with its start; the step that does not come is named, with what to do about it. */
export function StartChecklist({ mesh, agent, requestedAt, onTerminal }: StartChecklistProps) {
  const now = useNow();
  const stale = useStale();
  const need = useWindow((s) => s.needs.find((item) => item.agent?.id === agent.id && asks(item.kind)));
  const steps = startStepsOf(agent, requestedAt, now, need);
  return (
    <>
      {stale !== undefined && (
        <p className={controls.meta}>
          As last known: {visibleLine(stale.reason, 200)}. It may be further by now.
        </p>
      )}
      <ol className={styles.steps} aria-live="polite" aria-label={`Start of ${visibleLine(agent.name, 64)}`}>
        {steps.map((step) => (
          <li key={step.id} data-state={step.state}>
            <StepIcon state={step.state} />
            <span className={styles.label}>
              {step.label}
              {step.state === 'late' && ': not yet'}
              {step.state === 'failed' && ': failed'}
            </span>
            {/* The seconds that run are not read out each time. */}
            <span className={controls.meta} aria-live="off">
              {timeOf(step)}
            </span>
            {(step.state === 'late' || step.state === 'failed') && (
              <Trouble {...{ mesh, agent, step, onTerminal }} isStale={stale !== undefined} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function asks(kind: string): boolean {
  return kind === 'question' || kind === 'permission' || kind === 'trust' || kind === 'provider';
}

function timeOf({ state, ms, sentence }: StartStep): string {
  if (state === 'quiet') return sentence ?? '';
  if (ms !== null) return stepTime(ms);
  return state === 'next' ? 'next' : '';
}

function StepIcon({ state }: { state: StartStep['state'] }) {
  switch (state) {
    case 'done':
      return <Icon name="check" />;
    case 'running':
      return (
        <span className={styles.turning}>
          <StateGlyph shape="starting" word="running" />
        </span>
      );
    case 'late':
    case 'failed':
      return <Icon name="warning" />;
    case 'next':
    case 'quiet':
      return <Icon name="ring" />;
  }
}

interface TroubleProps {
  readonly mesh: string;
  readonly agent: AgentRow;
  readonly step: StartStep;
  readonly isStale: boolean;
  readonly onTerminal: () => void;
}

function Trouble({ mesh, agent, step, isStale, onTerminal }: TroubleProps) {
  const [isStopping, setStopping] = useState(false);
  const name = visibleLine(agent.name, 64);
  return (
    <div className={styles.trouble}>
      <p>{visibleLine(step.sentence ?? '', 600)}</p>
      {agent.lastLines.length > 0 && (
        <pre aria-label="Its last lines">{visibleText(agent.lastLines.join('\n'), 4000)}</pre>
      )}
      {isStopping ? (
        <EndBand mesh={mesh} agent={agent} ending="stop" onDone={() => setStopping(false)} />
      ) : (
        <p className={styles.ways}>
          <button type="button" className={`${controls.button} ${controls.small}`} onClick={onTerminal}>
            <Icon name="terminal" size={14} /> Open terminal
          </button>
          {agent.process === 'running' && (
            <button
              type="button"
              className={`${controls.bad} ${controls.small}`}
              disabled={isStale}
              onClick={() => setStopping(true)}
            >
              Stop {name}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
