import { useState, type FormEvent } from 'react';
import controls from '../../components/controls.module.css';
import { Dialog, DialogFoot } from '../../components/Dialog.tsx';
import { Field } from '../../components/Field.tsx';
import { ProblemNote } from '../../components/View.tsx';
import { useBridge } from '../../state/bridge-context.ts';
import { useStale } from '../../state/derived.ts';
import { explainProblem } from '../../state/follow.ts';
import { announce, closeOverlay, showChannel, useWindow, type Problem } from '../../state/store.ts';
import { changesOf, EMPTY_FORM, formProblems, nameProblem } from './channel/channel-form.ts';
import { ChannelFields } from './channel/ChannelFields.tsx';
import styles from './channel/channel.module.css';
import { useChannelRecords } from './channel/useChannelRecord.ts';

/** Makes a channel. A channel needs no record to be written in; with one it has a purpose and rules. */
export function NewChannelDialog() {
  const bridge = useBridge();
  const mesh = useWindow((s) => s.meshId);
  const stale = useStale();
  const records = useChannelRecords();
  const [name, setName] = useState('');
  const [form, setForm] = useState(EMPTY_FORM);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const error = nameProblem(
    name,
    records.channels.map((each) => each.name),
  );
  const isValid = name !== '' && error === undefined && isEmpty(formProblems(form, EMPTY_FORM));
  const isReady = isValid && !isBusy && stale === undefined && mesh !== null;

  const create = async (): Promise<void> => {
    if (!isReady) return;
    setBusy(true);
    setProblem(null);
    try {
      await bridge.call('channels.set', { mesh, name, config: changesOf(form, EMPTY_FORM) });
      announce(`#${name} is there.`);
      closeOverlay();
      showChannel(name);
    } catch (thrown) {
      setProblem(explainProblem(thrown));
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void create();
  };

  return (
    <Dialog title="New channel" onClose={closeOverlay}>
      <form className={styles.form} onSubmit={onSubmit}>
        <Field
          label="Name"
          value={name}
          autoFocus
          maxLength={200}
          error={error}
          hint="Dots make families: an agent that may read team.> may read team.api too."
          onChange={(next) => setName(next.replace(/^#/, ''))}
        />
        <ChannelFields
          form={form}
          before={EMPTY_FORM}
          defaults={records.defaults}
          isDisabled={false}
          onChange={setForm}
        />
        {records.problem !== null && <ProblemNote problem={records.problem} onRetry={records.reload} />}
        {problem !== null && <ProblemNote problem={problem} />}
        <button type="submit" hidden />
      </form>
      <DialogFoot
        note={
          stale === undefined
            ? 'Credentials decide who may read and post.'
            : `It cannot be made now: ${stale.reason}.`
        }
      >
        <button type="button" className={controls.quiet} onClick={closeOverlay}>
          Cancel
        </button>
        <button type="button" className={controls.primary} disabled={!isReady} onClick={() => void create()}>
          Create channel
        </button>
      </DialogFoot>
    </Dialog>
  );
}

function isEmpty(problems: object): boolean {
  return Object.keys(problems).length === 0;
}
