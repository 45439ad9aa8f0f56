import { useEffect, useState } from 'react';
import type { AgentRow } from '../../shared/api/contract.ts';
import { visibleLine } from '../../shared/base/visible.ts';
import controls from '../components/controls.module.css';
import { Icon } from '../components/icons.tsx';
import { useBridge } from '../state/bridge-context.ts';
import { explainProblem } from '../state/follow.ts';
import { announce } from '../state/store.ts';
import styles from './TerminalPane.module.css';

type Step = 'rest' | 'asking' | 'stopping' | 'hanging';

/** An agent that is asked to stop may finish; after this long the hard way is offered. */
const PATIENCE_MS = 6000;

/** Stops an agent: asked once, gently first, hard only when it does not end. */
export function StopButton({ mesh, agent, isStale }: { mesh: string; agent: AgentRow; isStale: boolean }) {
  const bridge = useBridge();
  const [step, setStep] = useState<Step>('rest');
  const [error, setError] = useState<string | undefined>(undefined);
  const name = visibleLine(agent.name, 64);

  useEffect(() => {
    if (step !== 'stopping') return undefined;
    const timer = setTimeout(() => setStep('hanging'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [step]);

  const stop = async (graceful: boolean): Promise<void> => {
    setStep('stopping');
    setError(undefined);
    try {
      await bridge.call('agents.stop', { mesh, name: agent.name, graceful });
      announce(`${name} was stopped.`);
    } catch (failure) {
      const { what, remedy } = explainProblem(failure);
      setError(`${what} ${remedy}`);
      announce(what);
    }
    setStep('rest');
  };

  if (agent.process === 'exited') return null;
  if (step === 'asking') {
    return (
      <span className={styles.stop} role="group" aria-label={`Stop ${name}?`}>
        <button
          type="button"
          autoFocus
          className={`${controls.bad} ${controls.small}`}
          onClick={() => void stop(true)}
        >
          Stop {name}
        </button>
        <button
          type="button"
          className={`${controls.quiet} ${controls.small}`}
          onClick={() => setStep('rest')}
        >
          Keep
        </button>
      </span>
    );
  }
  return (
    <span className={styles.stop}>
      {error !== undefined && (
        <span role="alert" className={`${controls.error} ${controls.clip}`} title={error}>
          {visibleLine(error, 300)}
        </span>
      )}
      {step === 'hanging' ? (
        <button
          type="button"
          className={`${controls.bad} ${controls.small}`}
          onClick={() => void stop(false)}
        >
          It does not end: stop it now
        </button>
      ) : (
        <button
          type="button"
          className={`${controls.quiet} ${controls.small}`}
          disabled={isStale || step === 'stopping'}
          onClick={() => setStep('asking')}
        >
          <Icon name="stop" size={14} /> {step === 'stopping' ? 'Stopping …' : 'Stop'}
        </button>
      )}
    </span>
  );
}
