import type { HarnessRow, MethodInput, PersonaRow } from '../../../shared/api/contract.ts';
import type { ChannelPattern } from '../../../shared/base/ids.ts';
import { covers } from '../../../shared/cotal/channels.ts';
import { parseDisplayName } from '../../../shared/cotal/names.ts';
import type { Access } from '../../../shared/mesh-view/access.ts';

/** What the person has said so far about an agent to be; `null` everywhere: as the persona says. */
export interface SpawnDraft {
  readonly persona: string | null;
  readonly name: string | null;
  readonly harness: string | null;
  readonly model: string | null;
  readonly folder: string | null;
  readonly prompt: string;
  readonly subscribe: readonly string[] | null;
  readonly allowPublish: readonly string[] | null;
}

/** What a spawn asks for when nothing is said: everything is as the persona has it. */
export const NOTHING_SAID = {
  persona: null,
  name: null,
  agent: null,
  role: null,
  model: null,
  variant: null,
  cwd: null,
  prompt: null,
  subscribe: null,
  allowSubscribe: null,
  allowPublish: null,
  cols: null,
  rows: null,
} as const satisfies Omit<MethodInput<'agents.spawn'>, 'mesh'>;

export function emptyDraft(persona: string | null): SpawnDraft {
  return {
    persona,
    name: null,
    harness: null,
    model: null,
    folder: null,
    prompt: '',
    subscribe: null,
    allowPublish: null,
  };
}

/** Another persona: what was said of the last one's harness, model and channels does not hold for it. */
export function withPersona(draft: SpawnDraft, persona: string): SpawnDraft {
  const { name, folder, prompt } = draft;
  return { ...emptyDraft(persona), name, folder, prompt };
}

/** The persona that is meant: the chosen one, else the default, else the first that can be spawned. */
export function personaOf(draft: SpawnDraft, personas: readonly PersonaRow[]): PersonaRow | undefined {
  const usable = personas.filter(({ problem }) => problem === null);
  return (
    usable.find(({ name }) => name === draft.persona) ??
    usable.find(({ isDefault }) => isDefault) ??
    usable[0]
  );
}

/** Where the mesh stands that the agent is to join. */
export interface SpawnPlace {
  /** Names that are borne on the mesh now. */
  readonly taken: readonly string[];
  readonly personName: string;
  readonly harnesses: readonly HarnessRow[];
  /** The folder of the mesh, which an agent works in when nothing else is said. */
  readonly root: string;
}

/** The agent as it would be started now. */
export interface PlannedAgent extends Access {
  readonly name: string;
  /** `null`: the host takes the first that it finds. */
  readonly harness: string | null;
  readonly model: string;
  readonly folder: string;
}

export function planOf(draft: SpawnDraft, persona: PersonaRow, place: SpawnPlace): PlannedAgent {
  const subscribe = draft.subscribe ?? persona.subscribe;
  return {
    name: draft.name ?? freeName(persona.name, place),
    harness: harnessOf(draft, persona, place),
    model: draft.model ?? persona.model ?? '',
    folder: draft.folder ?? place.root,
    role: persona.role,
    capabilities: persona.capabilities,
    subscribe,
    allowSubscribe: readAcl(persona, subscribe),
    allowPublish: draft.allowPublish ?? persona.allowPublish,
  };
}

function harnessOf(draft: SpawnDraft, persona: PersonaRow, { harnesses }: SpawnPlace): string | null {
  const standard = harnesses.find(({ isDefault }) => isDefault)?.name ?? null;
  return draft.harness ?? persona.agent ?? standard;
}

/** A channel that was taken out is not readable either; one that was added is. */
function readAcl(persona: PersonaRow, subscribe: readonly string[]): readonly string[] {
  const removed = persona.subscribe.filter((pattern) => !subscribe.includes(pattern));
  const kept: readonly string[] = persona.allowSubscribe.filter((pattern) => !removed.includes(pattern));
  const added = subscribe.filter(
    (pattern) => !covers(kept as readonly ChannelPattern[], pattern as ChannelPattern),
  );
  return [...kept, ...added];
}

function freeName(base: string, place: SpawnPlace): string {
  const isFree = (name: string): boolean => nameProblem(name, place) === undefined;
  if (isFree(base) || parseDisplayName(base).ok === false) return base;
  for (let n = 2; ; n++) if (isFree(`${base}-${n}`)) return `${base}-${n}`;
}

/** Why the agent cannot bear this name, as a sentence. */
export function nameProblem(name: string, { taken, personName }: SpawnPlace): string | undefined {
  if (name === '') return 'An agent needs a name: others address it by that.';
  const parsed = parseDisplayName(name);
  if (!parsed.ok) return parsed.error.sentence;
  const isSame = (other: string): boolean => other.toLowerCase() === name.toLowerCase();
  if (isSame(personName)) return `"${name}" is your own name on this mesh.`;
  if (taken.some(isSame)) return `"${name}" is on the mesh already, and two of a name cannot be addressed.`;
  return undefined;
}

/** Why the agent cannot run in its harness, as a sentence. */
export function harnessProblem(harness: string | null, harnesses: readonly HarnessRow[]): string | undefined {
  const row = harnesses.find(({ name }) => name === harness);
  if (row === undefined || row.state === 'usable') return undefined;
  return row.state === 'found'
    ? `${row.name} is installed, but agents cannot be started in it yet. Choose another.`
    : `${row.name} is not on this machine. ${row.detail ?? 'Install it, or choose another.'}`;
}

/** What is asked of the host: only what differs from the persona is said. */
export function requestOf(
  draft: SpawnDraft,
  persona: PersonaRow,
  place: SpawnPlace,
): Omit<MethodInput<'agents.spawn'>, 'mesh'> {
  const plan = planOf(draft, persona, place);
  const isOther = (said: readonly string[], theirs: readonly string[]): boolean =>
    said.length !== theirs.length || said.some((pattern) => !theirs.includes(pattern));
  const readsOther = isOther(plan.subscribe, persona.subscribe);
  const postsOther = isOther(plan.allowPublish, persona.allowPublish);
  const folder = plan.folder.trim();
  const model = plan.model.trim();
  return {
    ...NOTHING_SAID,
    persona: persona.name,
    name: plan.name,
    agent: draft.harness === null || draft.harness === persona.agent ? null : draft.harness,
    model: model === '' || model === persona.model ? null : model,
    cwd: folder === '' || folder === place.root ? null : folder,
    prompt: draft.prompt.trim() === '' ? null : draft.prompt,
    subscribe: readsOther ? [...plan.subscribe] : null,
    allowSubscribe: readsOther ? [...plan.allowSubscribe] : null,
    allowPublish: postsOther ? [...plan.allowPublish] : null,
  };
}

/** The command that does the same from a terminal. */
export function commandLine(request: Omit<MethodInput<'agents.spawn'>, 'mesh'>): string {
  const flags: readonly (readonly [string, string | null])[] = [
    ['--name', request.name === request.persona ? null : request.name],
    ['--agent', request.agent],
    ['--model', request.model],
    ['--cwd', request.cwd],
    ['--prompt', request.prompt],
    ['--subscribe', request.subscribe?.join(',') ?? null],
    ['--allow-subscribe', request.allowSubscribe?.join(',') ?? null],
    ['--allow-publish', request.allowPublish?.join(',') ?? null],
  ];
  const said = flags.flatMap(([flag, value]) => (value === null ? [] : [flag, quoted(value)]));
  return ['cotal', 'spawn', quoted(request.persona ?? ''), '--detach', ...said].join(' ');
}

/** As a shell reads it back: nothing in it acts. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
