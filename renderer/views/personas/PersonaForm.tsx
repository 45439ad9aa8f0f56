import { explainScope } from '../../../shared/mesh-view/access.ts';
import type { AgentFile } from '../../../shared/cotal/agent-file.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import { Select, Switch, type Option } from '../../components/Choice.tsx';
import controls from '../../components/controls.module.css';
import { Field } from '../../components/Field.tsx';
import { useHarnesses } from './data.ts';
import type { PersonaForm as Fields } from './form.ts';
import { ListField } from './ListField.tsx';
import styles from './personas.module.css';

export interface PersonaFormProps {
  readonly form: Fields;
  readonly onChange: (change: Partial<Fields>) => void;
  /** What the text means as a whole; `undefined` while it means nothing. */
  readonly parsed: AgentFile | undefined;
  readonly isDisabled: boolean;
}

/** The file's keys as fields; each writes its own line of the text and no other. */
export function PersonaForm({ form, onChange, parsed, isDisabled }: PersonaFormProps) {
  const text = (label: string, key: 'role' | 'description' | 'model' | 'owner', hint?: string) => (
    <Field
      label={label}
      value={form[key]}
      isDisabled={isDisabled}
      hint={hint}
      onChange={(value) => onChange({ [key]: value })}
    />
  );
  return (
    <div className={styles.form}>
      <div className={styles.pair}>
        <Field
          label="Name"
          value={form.name}
          isDisabled
          onChange={() => undefined}
          hint="A name stays as it is; duplicate the persona for another one."
        />
        {text('Role', 'role', 'Work that is sent to this role reaches one of those who hold it.')}
      </div>
      {text('Description', 'description')}
      <div className={styles.pair}>
        <HarnessField value={form.agent} onChange={(agent) => onChange({ agent })} isDisabled={isDisabled} />
        {text('Model', 'model', form.model === '' ? 'Not said: the harness decides.' : undefined)}
      </div>
      <Access form={form} onChange={onChange} parsed={parsed} isDisabled={isDisabled} />
      {text('Owner', 'owner', 'Who answers for this persona.')}
      <Field
        label="Prompt"
        value={form.prompt}
        rows={12}
        isMono
        isDisabled={isDisabled}
        onChange={(prompt) => onChange({ prompt })}
      />
    </div>
  );
}

function Access({ form, onChange, parsed, isDisabled }: PersonaFormProps) {
  const capabilities = form.capabilities ?? [];
  const others = capabilities.filter((each) => each !== 'spawn');
  return (
    <fieldset className={styles.access}>
      <legend>On the mesh</legend>
      <ListField
        label="Channels it reads at start"
        value={form.subscribe}
        isDisabled={isDisabled}
        unsaid="Not said: #general."
        none="It reads no channel at start."
        onChange={(subscribe) => onChange({ subscribe })}
      />
      <ListField
        label="May read"
        value={form.allowSubscribe}
        isDisabled={isDisabled}
        unsaid="Not said: what it reads at start, and nothing else."
        none="It may read no channel."
        onChange={(allowSubscribe) => onChange({ allowSubscribe })}
      />
      <ListField
        label="May post to"
        value={form.allowPublish}
        isDisabled={isDisabled}
        unsaid="Not said: it posts nowhere, and answers directly."
        onChange={(allowPublish) => onChange({ allowPublish })}
      />
      <Switch
        isOn={capabilities.includes('spawn')}
        isDisabled={isDisabled}
        onChange={(isOn) => {
          const next = isOn ? [...others, 'spawn'] : others;
          onChange({ capabilities: next.length === 0 ? null : next });
        }}
      >
        May start agents of its own
      </Switch>
      {others.length > 0 && (
        <p className={controls.meta}>
          The file also names {visibleLine(others.join(', '), 200)}; this version gives that no meaning.
        </p>
      )}
      {parsed !== undefined && (
        <dl className={styles.words} aria-label="What an agent of it may do">
          {explainScope({ ...parsed, role: parsed.role ?? null }).map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{visibleLine(text, 400)}</dd>
            </div>
          ))}
        </dl>
      )}
    </fieldset>
  );
}

const UNSAID = 'unsaid';

function HarnessField(o: { value: string; onChange: (value: string) => void; isDisabled: boolean }) {
  const { value: harnesses = [] } = useHarnesses();
  const known: Option<string>[] = harnesses.map(({ name, state }) => ({
    id: `harness ${name}`,
    label: name,
    ...(state === 'usable' ? {} : { note: state === 'found' ? 'no connector yet' : 'not found here' }),
  }));
  const isKnown = o.value === '' || harnesses.some(({ name }) => name === o.value);
  const own: Option<string>[] = isKnown
    ? []
    : [{ id: `harness ${o.value}`, label: visibleLine(o.value, 64) }];
  return (
    <Select
      label="Harness"
      isDisabled={o.isDisabled}
      value={o.value === '' ? UNSAID : `harness ${o.value}`}
      options={[{ id: UNSAID, label: 'Not said: the default one' }, ...own, ...known]}
      onChange={(id) => o.onChange(id === UNSAID ? '' : id.slice('harness '.length))}
    />
  );
}
