import { useEffect, useState } from 'react';
import type { AgentRow } from '../../shared/api/contract.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import controls from '../components/controls.module.css';
import { useBridge } from '../state/bridge-context.ts';
import { explainProblem } from '../state/follow.ts';
import { announce } from '../state/store.ts';
import { forgetAgents } from './layout.ts';
import { arrangeAndFocus } from './active.ts';
import styles from './bands.module.css';

/** What is about to be done to an agent, once the person has said so. */
export type Ending = 'stop' | 'restart';

export interface EndBandProps {
  readonly mesh: string;
  readonly agent: AgentRow;
  readonly ending: Ending;
  readonly onDone: () => void;
}

/** An agent that is asked to stop may finish; after this long the hard way is offered. */
const PATIENCE_MS = 6000;

/** Stops or restarts an agent: asked once, gently first, hard only when it does not end. */
export function EndBand({ mesh, agent, ending, onDone }: EndBandProps) {
  const bridge = useBridge();
  const [step, setStep] = useState<'asking' | 'running' | 'hanging'>('asking');
  const [error, setError] = useState<string | undefined>(undefined);
  const name = visibleLine(agent.name, 64);

  useEffect(() => {
    if (step !== 'running' || ending !== 'stop') return undefined;
    const timer = setTimeout(() => setStep('hanging'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [step, ending]);

  const run = async (isGentle: boolean): Promise<void> => {
    setStep('running');
    setError(undefined);
    const of = { mesh, name: agent.name };
    try {
      if (ending === 'restart') await bridge.call('agents.restart', of);
      else await bridge.call('agents.stop', { ...of, graceful: isGentle });
      announce(ending === 'restart' ? `${name} was restarted.` : `${name} was stopped.`);
      onDone();
      if (ending === 'stop') arrangeAndFocus((layout) => forgetAgents(layout, [agent.name]));
    } catch (failure) {
      const { what, remedy } = explainProblem(failure);
      setError(`${what} ${remedy}`);
      announce(what);
      setStep('asking');
    }
  };

  return (
    <div className={styles.band} role="group" aria-label={`${TITLES[ending]} ${name}?`}>
      {error === undefined ? (
        <p>{step === 'asking' ? explain(ending, name) : WAITING[step][ending]}</p>
      ) : (
        <p role="alert" className={styles.error}>
          {visibleLine(error, 400)}
        </p>
      )}
      {step === 'asking' && (
        <button
          type="button"
          autoFocus
          className={`${ending === 'stop' ? controls.bad : controls.button} ${controls.small}`}
          onClick={() => void run(true)}
        >
          {TITLES[ending]} {name}
        </button>
      )}
      {step === 'hanging' && (
        <button type="button" className={`${controls.bad} ${controls.small}`} onClick={() => void run(false)}>
          Stop it now
        </button>
      )}
      {step === 'asking' && (
        <button type="button" className={`${controls.quiet} ${controls.small}`} onClick={onDone}>
          Keep it running
        </button>
      )}
    </div>
  );
}

const TITLES: Readonly<Record<Ending, string>> = { stop: 'Stop', restart: 'Restart' };
const WAITING: Readonly<Record<'running' | 'hanging', Readonly<Record<Ending, string>>>> = {
  running: { stop: 'Stopping …', restart: 'Restarting …' },
  hanging: { stop: 'It was asked to stop and does not end.', restart: 'Restarting …' },
};

function explain(ending: Ending, name: string): string {
  return ending === 'stop'
    ? `${name} is asked to end; what it does now may be left half done. Its messages stay.`
    : `${name} ends and starts again as the same agent; what it does now may be left half done.`;
}
