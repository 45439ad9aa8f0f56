import { useEffect, useMemo } from 'react';
import { useWindow } from '../../state/store.ts';
import { isDmKey, type ConversationKey } from '../../state/ui.ts';
import { settlePending, usePending } from './pending.ts';
import type { UnreadWindow } from './reading.ts';
import { layoutRows, stillPending, type LayoutOptions, type Row } from './rows.ts';
import { dayOf } from '../../state/times.ts';
import type { ConversationState } from './useConversation.ts';

const NO_THREADS: ConversationState['threads'] = new Map();

/** The lines of a conversation, with what this window has sent and not seen come back. */
export function useLayout(
  conversation: ConversationKey,
  { main, threads, messages }: ConversationState,
  unread: UnreadWindow,
): { readonly rows: readonly Row[]; readonly options: LayoutOptions } {
  const mesh = useWindow((s) => s.meshId) ?? '';
  const personId = useWindow((s) => s.person?.id);
  const liveSince = useWindow((s) => s.status?.since ?? null);
  const all = usePending(mesh, conversation);
  const pending = useMemo(() => stillPending(all, messages), [all, messages]);
  useEffect(() => {
    if (pending !== all) settlePending(mesh, conversation, messages);
  }, [pending, all, mesh, conversation, messages]);

  const options = useMemo(
    (): LayoutOptions => ({ unread, personId, liveSince, dayOf, pending }),
    [unread, personId, liveSince, pending],
  );
  const rows = useMemo(() => {
    // Between two every answer belongs to the talk itself: what is asked and what comes back stand in one line.
    if (isDmKey(conversation)) return layoutRows({ main: messages, threads: NO_THREADS }, options);
    const here = options.pending.filter(({ replyTo }) => replyTo === null);
    return layoutRows({ main, threads }, { ...options, pending: here });
  }, [conversation, main, messages, threads, options]);
  return { rows, options };
}
