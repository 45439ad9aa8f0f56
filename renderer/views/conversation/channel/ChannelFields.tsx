import type { ChannelDefaults } from '../../../../shared/cotal/channels.ts';
import { Segmented, type Option } from '../../../components/Choice.tsx';
import { Field } from '../../../components/Field.tsx';
import controls from '../../../components/controls.module.css';
import { explainEffective, formProblems, type ChannelForm } from './channel-form.ts';
import styles from './channel.module.css';

export interface ChannelFieldsProps {
  readonly form: ChannelForm;
  readonly before: ChannelForm;
  readonly defaults: ChannelDefaults;
  readonly isDisabled: boolean;
  readonly onChange: (form: ChannelForm) => void;
}

const CLASSES: readonly Option<ChannelForm['deliveryClass']>[] = [
  { id: 'default', label: 'As for all' },
  { id: 'durable', label: 'Durable', icon: 'layers' },
  { id: 'live', label: 'Live', icon: 'live' },
];
const REPLAYS: readonly Option<ChannelForm['replay']>[] = [
  { id: 'default', label: 'As for all' },
  { id: 'on', label: 'On' },
  { id: 'off', label: 'Off' },
];

/** What can be set of a channel, and in words what holds after that. */
export function ChannelFields({ form, before, defaults, isDisabled, onChange }: ChannelFieldsProps) {
  const problems = formProblems(form, before);
  const put = (change: Partial<ChannelForm>): void => onChange({ ...form, ...change });
  return (
    <>
      <Field
        label="Description"
        value={form.description}
        error={problems.description}
        hint="One line that everybody in the space can read."
        isDisabled={isDisabled}
        onChange={(description) => put({ description })}
      />
      <Field
        label="Instructions"
        value={form.instructions}
        rows={4}
        error={problems.instructions}
        hint="What agents are told to keep to in this channel when they join it."
        isDisabled={isDisabled}
        onChange={(instructions) => put({ instructions })}
      />
      <div className={styles.pair}>
        <div className={styles.choice}>
          <span className={styles.label}>Delivery</span>
          <Segmented
            label="Delivery"
            options={offered(CLASSES, before.deliveryClass)}
            value={form.deliveryClass}
            onChange={(deliveryClass) => put({ deliveryClass })}
          />
        </div>
        <div className={styles.choice}>
          <span className={styles.label}>Replay</span>
          <Segmented
            label="Replay"
            options={offered(REPLAYS, before.replay)}
            value={form.replay}
            onChange={(replay) => put({ replay })}
          />
        </div>
        <Field
          label="Replay window"
          value={form.window}
          error={problems.window}
          hint="30m, 2h, 7d. Empty: as for all."
          isDisabled={isDisabled}
          onChange={(window) => put({ window })}
        />
      </div>
      <ul className={`${controls.meta} ${styles.effective}`} aria-live="polite" aria-label="What holds then">
        {explainEffective(form, defaults).map((sentence) => (
          <li key={sentence.slice(0, 7)}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

/** The record is merged, so what was set once can be changed and not taken back to what holds for all. */
function offered<K extends string>(options: readonly Option<K>[], before: K): readonly Option<K>[] {
  return before === 'default' ? options : options.filter(({ id }) => id !== 'default');
}
