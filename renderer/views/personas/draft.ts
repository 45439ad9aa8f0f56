import { parseJson } from '../../json.ts';
import { markRead, setDraft, useMeshUi, type ConversationKey } from '../../state/ui.ts';

/** A persona's text as it is being edited, and the revision of the file that it was made from. */
export interface PersonaDraft {
  readonly text: string;
  /** `null`: there is no file yet. */
  readonly revision: string | null;
}

/** Longer drafts are not kept with the window. */
const MAX_KEPT_CHARS = 200_000;

const PREFIX = 'persona:';
const keyOf = (name: string): ConversationKey => `${PREFIX}${name}` as ConversationKey;

/** The unsaved edit of a persona. It is kept with the window, so it survives another view and a restart. */
export function usePersonaDraft(name: string): PersonaDraft | undefined {
  return parseDraft(useMeshUi((ui) => ui.drafts[keyOf(name)]));
}

/** The names of all personas with unsaved edits, parted by line breaks: a stable value for a selector. */
export function usePersonaDraftNames(): readonly string[] {
  const names = useMeshUi((ui) => Object.keys(ui.drafts).filter(isOurs).sort().join('\n'));
  return names === '' ? [] : names.split('\n').map((key) => key.slice(PREFIX.length));
}

/** Keeps an edit; `undefined` forgets it. Answers whether it could be kept: one that is too long is not. */
export function setPersonaDraft(name: string, draft: PersonaDraft | undefined): boolean {
  const kept = draft === undefined ? '' : JSON.stringify(draft);
  if (kept.length > MAX_KEPT_CHARS) return false;
  setDraft(keyOf(name), kept);
  return true;
}

/** Has the person looked at this persona since an agent wrote it? */
export function useIsLookedAt(name: string): boolean {
  return useMeshUi((ui) => ui.lastRead[keyOf(name)] !== undefined);
}

/** The person has looked at this persona. */
export function markLookedAt(name: string, at: number): void {
  markRead(keyOf(name), at);
}

/** Reads a kept edit; what cannot be read is as if there was none. */
export function parseDraft(kept: string | undefined): PersonaDraft | undefined {
  if (kept === undefined) return undefined;
  const value = parseJson(kept);
  if (typeof value !== 'object' || value === null || !('text' in value) || !('revision' in value))
    return undefined;
  const { text, revision } = value;
  if (typeof text !== 'string' || (typeof revision !== 'string' && revision !== null)) return undefined;
  return { text, revision };
}

/** What was typed, with the line ends that the text had before: a text area has only one kind. */
export function withLineEnds(typed: string, before: string): string {
  return /^[^\n]*\r\n/.test(before) ? typed.replaceAll(/\r?\n/g, '\r\n') : typed;
}

function isOurs(key: string): boolean {
  return key.startsWith(PREFIX);
}
