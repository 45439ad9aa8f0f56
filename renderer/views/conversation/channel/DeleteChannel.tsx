import { useState } from 'react';
import { visibleLine } from '../../../../shared/base/visible.ts';
import controls from '../../../components/controls.module.css';
import { Field } from '../../../components/Field.tsx';
import { ProblemNote } from '../../../components/View.tsx';
import { useBridge } from '../../../state/bridge-context.ts';
import { explainProblem } from '../../../state/follow.ts';
import { announce, closeOverlay, useWindow, type Problem } from '../../../state/store.ts';
import { goTo, meshUiOf, useUi } from '../../../state/ui.ts';
import styles from './channel.module.css';

/** Deletes a channel's record and its history once its name was typed. */
export function DeleteChannel({ channel, isDisabled }: { channel: string; isDisabled: boolean }) {
  const bridge = useBridge();
  const mesh = useWindow((s) => s.meshId);
  const messages = useWindow(
    (s) => s.snapshot?.channels.find((each) => each.channel === channel)?.messages ?? 0,
  );
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const isReady = typed === channel && !isBusy && !isDisabled && mesh !== null;
  const label = `#${visibleLine(channel, 100)}`;

  const remove = async (): Promise<void> => {
    if (!isReady) return;
    setBusy(true);
    try {
      const removed = await bridge.call('channels.remove', { mesh, name: channel });
      announce(`${label} was deleted with ${removed.messages} messages.`);
      const { view } = meshUiOf(useUi.getState());
      if (view.kind === 'channel' && view.channel === channel) goTo({ kind: 'monitor' });
      closeOverlay();
    } catch (error) {
      setProblem(explainProblem(error));
      setBusy(false);
    }
  };

  return (
    <section className={styles.delete} aria-label="Delete channel">
      <h3>Delete {label}</h3>
      <p>
        Its record and its{' '}
        {messages === 1 ? '1 message are' : `${messages.toLocaleString('en')} messages are`} deleted and
        cannot be brought back. Who follows it goes on doing so, and a new post begins it anew.
      </p>
      <Field
        label={`Type ${visibleLine(channel, 100)} to delete it`}
        value={typed}
        isDisabled={isDisabled}
        onChange={setTyped}
      />
      {problem !== null && <ProblemNote problem={problem} />}
      <button type="button" className={controls.bad} disabled={!isReady} onClick={() => void remove()}>
        Delete channel
      </button>
    </section>
  );
}
