import { useState } from 'react';
import { visibleLine } from '../../../shared/base/visible.ts';
import { Segmented, type Option } from '../../components/Choice.tsx';
import controls from '../../components/controls.module.css';
import { Dialog, DialogFoot } from '../../components/Dialog.tsx';
import { Loading, ProblemNote } from '../../components/View.tsx';
import { useBridge } from '../../state/bridge-context.ts';
import { useStale } from '../../state/derived.ts';
import { explainProblem } from '../../state/follow.ts';
import { announce, closeOverlay, useWindow, type Problem } from '../../state/store.ts';
import { AccessTable } from './channel/AccessTable.tsx';
import { changesOf, formProblems, type ChannelForm } from './channel/channel-form.ts';
import { ChannelFields } from './channel/ChannelFields.tsx';
import { DeleteChannel } from './channel/DeleteChannel.tsx';
import styles from './channel/channel.module.css';
import { recordForm, useChannelRecords } from './channel/useChannelRecord.ts';
import { useAccess } from './useAccess.ts';

type Tab = 'settings' | 'access';
const TABS: readonly Option<Tab>[] = [
  { id: 'settings', label: 'Settings' },
  { id: 'access', label: 'Access' },
];

/** What is set of a channel, who may read and post in it, and its end. */
export function ChannelSettings({ channel }: { channel: string }) {
  const view = useWindow((s) => s.snapshot?.channels.find((each) => each.channel === channel));
  const access = useAccess(channel, view);
  const [tab, setTab] = useState<Tab>('settings');
  return (
    <Dialog title={`#${visibleLine(channel, 100)}`} onClose={closeOverlay} size="large">
      <div className={styles.tabs}>
        <Segmented label="What to show" options={TABS} value={tab} onChange={setTab} />
      </div>
      {tab === 'settings' ? (
        <Settings channel={channel} />
      ) : (
        <>
          <div className={styles.form} tabIndex={0} role="region" aria-label="Access">
            <AccessTable access={access} view={view} />
          </div>
          <DialogFoot note="Access stands in credentials. It is changed where a persona says what its agents may do.">
            <button type="button" className={controls.button} onClick={closeOverlay}>
              Close
            </button>
          </DialogFoot>
        </>
      )}
    </Dialog>
  );
}

function Settings({ channel }: { channel: string }) {
  const records = useChannelRecords();
  if (records.phase === 'loading') return <Loading>Reading what is set of this channel.</Loading>;
  if (records.phase === 'failed' && records.problem !== null)
    return <ProblemNote problem={records.problem} onRetry={records.reload} />;
  return <SettingsForm channel={channel} before={recordForm(records, channel)} records={records} />;
}

interface SettingsFormProps {
  readonly channel: string;
  readonly before: ChannelForm;
  readonly records: ReturnType<typeof useChannelRecords>;
}

function SettingsForm({ channel, before, records }: SettingsFormProps) {
  const bridge = useBridge();
  const mesh = useWindow((s) => s.meshId);
  const stale = useStale();
  const [form, setForm] = useState(before);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const changes = changesOf(form, before);
  const hasProblem = Object.keys(formProblems(form, before)).length > 0;
  const isReady =
    Object.keys(changes).length > 0 && !hasProblem && !isBusy && stale === undefined && mesh !== null;

  const save = async (): Promise<void> => {
    if (!isReady) return;
    setBusy(true);
    try {
      await bridge.call('channels.set', { mesh, name: channel, config: changes });
      announce(`The settings of #${channel} were saved.`);
      closeOverlay();
    } catch (error) {
      setProblem(explainProblem(error));
      setBusy(false);
    }
  };

  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ChannelFields
          form={form}
          before={before}
          defaults={records.defaults}
          isDisabled={stale !== undefined}
          onChange={setForm}
        />
        {problem !== null && <ProblemNote problem={problem} />}
        <DeleteChannel channel={channel} isDisabled={stale !== undefined} />
        <button type="submit" hidden />
      </form>
      <DialogFoot note={stale === undefined ? undefined : `Nothing can be saved now: ${stale.reason}.`}>
        <button type="button" className={controls.quiet} onClick={closeOverlay}>
          Cancel
        </button>
        <button type="button" className={controls.primary} disabled={!isReady} onClick={() => void save()}>
          Save
        </button>
      </DialogFoot>
    </>
  );
}
