import { useState } from 'react';
import type { MethodInput } from '../../../../shared/api/contract.ts';
import { useBridge } from '../../../state/bridge-context.ts';
import { explainProblem } from '../../../state/follow.ts';
import { announce, useWindow, type Problem } from '../../../state/store.ts';
import { giveDraftBack, setDraft, useMeshUi, type ConversationKey } from '../../../state/ui.ts';
import { sendLetter } from '../pending.ts';
import { askOf, type Known } from './completion.ts';

/** What became of the last message. */
export type Outcome =
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'error'; readonly problem: Problem };

export interface ComposerOptions {
  /** Under which the draft is kept. */
  readonly draftKey: ConversationKey;
  /** In which the message appears. */
  readonly conversation: ConversationKey;
  readonly to: MethodInput<'mesh.send'>['to'];
  readonly replyTo: string | null;
  readonly roles: Known['roles'];
  readonly isStale: boolean;
}

export interface ComposerState {
  readonly text: string;
  readonly isReady: boolean;
  readonly isSending: boolean;
  readonly outcome: Outcome | undefined;
  /** The role that the text goes to instead, when it begins as an ask. */
  readonly ask: { readonly role: string; readonly holders: number } | undefined;
  write(text: string): void;
  send(): Promise<void>;
}

/** What is being written, kept over restarts, and its way out. */
export function useComposer(o: ComposerOptions): ComposerState {
  const bridge = useBridge();
  const mesh = useWindow((s) => s.meshId);
  const text = useMeshUi((ui) => ui.drafts[o.draftKey] ?? '');
  const [sending, setSending] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined);
  const ask = askOf(text, o.roles);
  const isReady = (ask?.text ?? text).trim() !== '' && !o.isStale && mesh !== null;

  const send = async (): Promise<void> => {
    if (!isReady || mesh === null) return;
    const to = ask === undefined ? o.to : ({ kind: 'role', role: ask.role } as const);
    setDraft(o.draftKey, '');
    setOutcome(undefined);
    setSending((count) => count + 1);
    try {
      const letter = { mesh, conversation: o.conversation, to, text: ask?.text ?? text, replyTo: o.replyTo };
      const note = await sendLetter(bridge, letter);
      const said =
        note ?? (ask === undefined ? undefined : `Sent to one ${ask.role}. The answer comes to you.`);
      if (said !== undefined) setOutcome({ kind: 'note', text: said });
      announce(said ?? 'Sent.');
    } catch (error) {
      setOutcome({ kind: 'error', problem: explainProblem(error) });
      giveDraftBack(o.draftKey, text, mesh);
    } finally {
      setSending((count) => count - 1);
    }
  };

  return {
    text,
    isReady,
    isSending: sending > 0,
    outcome,
    ask,
    write(next) {
      setDraft(o.draftKey, next);
      if (outcome?.kind === 'note') setOutcome(undefined);
    },
    send,
  };
}
