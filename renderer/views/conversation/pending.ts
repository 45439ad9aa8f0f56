import { create } from 'zustand';
import type { MethodInput } from '../../../shared/api/contract.ts';
import type { ConversationMessage } from '../../../shared/mesh-view/conversation.ts';
import type { Bridge } from '../../bridge.ts';
import type { ConversationKey } from '../../state/ui.ts';
import { stillPending, type PendingMessage } from './rows.ts';

const NONE: readonly PendingMessage[] = [];

/** What this window has sent and not seen come back, by mesh and conversation. It outlives a change of view. */
const usePendingStore = create<Readonly<Record<string, readonly PendingMessage[]>>>(() => ({}));

export function usePending(mesh: string, conversation: ConversationKey): readonly PendingMessage[] {
  return usePendingStore((all) => all[placeOf(mesh, conversation)] ?? NONE);
}

export interface Letter {
  readonly mesh: string;
  readonly conversation: ConversationKey;
  readonly to: MethodInput<'mesh.send'>['to'];
  readonly text: string;
  readonly replyTo: string | null;
}

let sent = 0;

/**
 * Sends, and shows the message as on its way until it has come back through the mesh. Answers what the host notes of
 * it. Rejects with a Fault; then nothing was sent and nothing is shown.
 */
export async function sendLetter(bridge: Bridge, letter: Letter): Promise<string | null> {
  const { mesh, conversation, to, text, replyTo } = letter;
  // An ask to a role is seen by its holder, not in this conversation.
  const isSeenHere = to.kind !== 'role';
  const key = `pending ${++sent}`;
  const change = (apply: (before: readonly PendingMessage[]) => readonly PendingMessage[]): void => {
    if (isSeenHere) update(placeOf(mesh, conversation), apply);
  };
  change((all) => [...all, { key, id: null, text, at: Date.now(), replyTo, state: 'sending' }]);
  try {
    const { id, seq, note } = await bridge.call('mesh.send', { mesh, to, text, replyTo });
    // No place in the stream yet: it is kept on the disk and goes out later.
    const state = seq === 0 ? 'queued' : 'sent';
    change((all) => all.map((each) => (each.key === key ? { ...each, id, state } : each)));
    return note;
  } catch (error) {
    change((all) => all.filter((each) => each.key !== key));
    throw error;
  }
}

/** Forgets what has come back. */
export function settlePending(
  mesh: string,
  conversation: ConversationKey,
  messages: readonly ConversationMessage[],
): void {
  update(placeOf(mesh, conversation), (all) => stillPending(all, messages));
}

function update(
  place: string,
  apply: (before: readonly PendingMessage[]) => readonly PendingMessage[],
): void {
  const before = usePendingStore.getState()[place] ?? NONE;
  const next = apply(before);
  if (next !== before) usePendingStore.setState({ [place]: next });
}

function placeOf(mesh: string, conversation: ConversationKey): string {
  return `${mesh} ${conversation}`;
}
