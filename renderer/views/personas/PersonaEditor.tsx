import { useId, useState, type KeyboardEvent } from 'react';
import { visibleLine, visibleText } from '../../../shared/base/visible.ts';
import { parseAgentFile } from '../../../shared/cotal/agent-file.ts';
import { Segmented } from '../../components/Choice.tsx';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { Empty, Loading, ProblemNote } from '../../components/View.tsx';
import { useStale } from '../../state/derived.ts';
import type { Loaded, PersonaFile } from './data.ts';
import { setPersonaDraft, usePersonaDraft, withLineEnds, type PersonaDraft } from './draft.ts';
import { readForm, writeForm } from './form.ts';
import { DropDialog } from './GuardDialogs.tsx';
import { PersonaForm } from './PersonaForm.tsx';
import styles from './personas.module.css';
import { SaveDialog } from './SaveDialog.tsx';

const WAYS = [
  { id: 'form', label: 'Form', icon: 'list' },
  { id: 'text', label: 'Text', icon: 'pencil' },
] as const;
type Way = (typeof WAYS)[number]['id'];

export interface PersonaEditorProps {
  readonly mesh: string;
  readonly name: string;
  readonly file: Loaded<PersonaFile>;
  readonly onSaved: () => void;
}

/** One text, edited as a form or as it is, once it has been read. */
export function PersonaEditor(props: PersonaEditorProps) {
  const { name, file } = props;
  const stale = useStale();
  const draft = usePersonaDraft(name);
  const text = draft?.text ?? file.value?.text;
  if (text === undefined) {
    if (stale !== undefined) return <Loading>Its file cannot be read now: {stale.reason}.</Loading>;
    return file.problem === undefined ? (
      <Loading>Reading the file of {visibleLine(name, 64)}.</Loading>
    ) : (
      <ProblemNote problem={file.problem} onRetry={file.reload} />
    );
  }
  if (draft === undefined && file.value?.revision === null) {
    return (
      <Empty title={`There is no persona called ${visibleLine(name, 64)}`} icon="persona">
        It was deleted, or it never was. Choose another one on the left.
      </Empty>
    );
  }
  return <Editor {...props} text={text} draft={draft} />;
}

type EditorProps = PersonaEditorProps & { readonly text: string; readonly draft: PersonaDraft | undefined };

/** Edits are a draft until they are saved; what does not parse is not saved. */
function Editor({ mesh, name, file, onSaved, text, draft }: EditorProps) {
  const stale = useStale();
  const [way, setWay] = useState<Way>('form');
  const [open, setOpen] = useState<'save' | 'drop' | undefined>();
  const [isTooLong, setTooLong] = useState(false);
  const current = file.value;
  const parsed = parseAgentFile(text, `${name}.md`);
  const form = readForm(text);
  const canSave = draft !== undefined && parsed.ok && current !== undefined && stale === undefined;

  function edit(next: string): void {
    const revision = draft === undefined ? (current?.revision ?? null) : draft.revision;
    const isAsFile = next === current?.text && revision === current.revision && revision !== null;
    setTooLong(!setPersonaDraft(name, isAsFile ? undefined : { text: next, revision }));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (canSave) setOpen('save');
  }

  return (
    <div className={styles.editor} onKeyDown={onKeyDown}>
      <div className={styles.ways}>
        <Segmented label="Edit as" options={WAYS} value={way} onChange={setWay} />
        <span className={controls.meta}>Both are the same file.</span>
      </div>
      <div className={styles.scroll}>
        <HiddenCharacters text={text} />
        {way === 'text' || form === undefined ? (
          <TextArea
            text={text}
            onChange={(typed) => edit(withLineEnds(typed, text))}
            isForced={way === 'form'}
          />
        ) : (
          <PersonaForm
            form={form}
            onChange={(change) => edit(writeForm(text, change))}
            parsed={parsed.ok ? parsed.value : undefined}
            isDisabled={false}
          />
        )}
      </div>
      <Foot
        words={standing({
          isTooLong,
          refusal: parsed.ok ? undefined : parsed.error.sentence,
          draft,
          current,
          stale: stale?.reason,
        })}
        isBad={!parsed.ok || isTooLong}
        canSave={canSave}
        onSave={() => setOpen('save')}
        {...(draft !== undefined && { onDrop: () => setOpen('drop') })}
      />
      {open === 'save' && draft !== undefined && current !== undefined && (
        <SaveDialog
          mesh={mesh}
          name={name}
          draft={draft}
          file={file}
          current={current}
          onClose={() => setOpen(undefined)}
          onSaved={onSaved}
        />
      )}
      {open === 'drop' && (
        <DropDialog
          name={name}
          isNew={draft?.revision === null && current?.revision === null}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

function Foot(o: {
  words: string;
  isBad: boolean;
  canSave: boolean;
  onSave: () => void;
  onDrop?: () => void;
}) {
  return (
    <footer className={styles.foot}>
      <p className={o.isBad ? controls.error : controls.meta} role="status">
        {o.words}
      </p>
      {o.onDrop !== undefined && (
        <button type="button" className={controls.quiet} onClick={o.onDrop}>
          Drop edits
        </button>
      )}
      <button type="button" className={controls.primary} disabled={!o.canSave} onClick={o.onSave}>
        Save…
      </button>
    </footer>
  );
}

/** How the text stands, as a sentence: what keeps it from being saved comes first. */
function standing(o: {
  readonly isTooLong: boolean;
  readonly refusal: string | undefined;
  readonly draft: PersonaDraft | undefined;
  readonly current: PersonaFile | undefined;
  readonly stale: string | undefined;
}): string {
  if (o.isTooLong) return 'The text is too long to be edited here. Edit the file itself.';
  if (o.refusal !== undefined) return visibleLine(o.refusal, 400);
  if (o.draft === undefined) return 'As it is saved.';
  if (o.stale !== undefined) return `Edited. It cannot be saved now: ${o.stale}.`;
  if (o.current !== undefined && o.draft.revision !== o.current.revision)
    return 'Edited, and the file has changed meanwhile: saving shows both.';
  return 'Edited, not saved yet.';
}

function TextArea(o: { text: string; onChange: (text: string) => void; isForced: boolean }) {
  const id = useId();
  return (
    <div className={styles.text}>
      {o.isForced && (
        <p className={styles.note}>
          The form needs a first line of ---, keys, and a second line of ---. They are missing, so this is the
          text.
        </p>
      )}
      <label htmlFor={id}>The file</label>
      <textarea
        id={id}
        className={styles.file}
        value={o.text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => o.onChange(event.target.value)}
      />
    </div>
  );
}

/** A prompt can hide what it says from whoever reads it: characters that are not drawn are named. */
function HiddenCharacters({ text }: { text: string }) {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const place = lines.findIndex((line) => visibleText(line, Infinity) !== line);
  if (place === -1) return null;
  return (
    <p className={styles.warning} role="status">
      <Icon name="eye" size={14} /> Line {place + 1} has characters that are not drawn:{' '}
      <code>{visibleLine(lines[place] ?? '', 300)}</code>
    </p>
  );
}
