import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { MethodInput, MethodOutput } from '../../../shared/api/contract.ts';
import {
  collectThreads,
  entriesOf,
  mergeConversation,
  readHistory,
  type Conversation,
  type ConversationMessage,
  type ConversationOf,
} from '../../../shared/mesh-view/conversation.ts';
import { useBridge } from '../../state/bridge-context.ts';
import { explainProblem } from '../../state/follow.ts';
import { useWindow, type Problem } from '../../state/store.ts';

/** As many messages are read from history at a time. */
const PAGE = 100;

/** A conversation as this window knows it, and how it comes to know more of it. */
export interface ConversationState extends Conversation {
  /** Line and threads together, in order. */
  readonly messages: readonly ConversationMessage[];
  /** Has history been read at least once since the window last connected? */
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly problem: Problem | null;
  readonly hasEarlier: boolean;
  readonly isLoadingEarlier: boolean;
  loadEarlier(): void;
  /** Reads the newest part of history again. */
  reload(): Promise<void>;
}

interface History {
  readonly stored: readonly ConversationMessage[];
  readonly phase: ConversationState['phase'];
  readonly problem: Problem | null;
  readonly hasEarlier: boolean;
}

/** Follows one conversation. The component is keyed by mesh and conversation, so neither changes. */
export function useConversation(of: ConversationOf): ConversationState {
  const personId = useWindow((s) => s.person?.id);
  const live = useWindow(useShallow((s) => entriesOf(s.feed, of, personId)));
  const { history, isLoadingEarlier, loadEarlier, reload } = useHistory(of);
  const messages = useMemo(() => mergeConversation(history.stored, live), [history.stored, live]);
  const conversation = useMemo(() => collectThreads(messages), [messages]);
  const { phase, problem, hasEarlier } = history;
  return { ...conversation, messages, phase, problem, hasEarlier, isLoadingEarlier, loadEarlier, reload };
}

function useHistory(of: ConversationOf) {
  const bridge = useBridge();
  const mesh = useWindow((s) => s.meshId);
  const space = useWindow((s) => s.snapshot?.space ?? '');
  const epoch = useWindow((s) => s.epoch);
  const kind = of.kind;
  const whose = of.kind === 'channel' ? of.channel : of.id;
  const place = `${mesh} ${kind} ${whose}`;
  const [history, setHistory] = useState<History>(() => kept.get(place) ?? UNREAD);
  useEffect(() => keep(place, history), [place, history]);
  const [isLoadingEarlier, setLoadingEarlier] = useState(false);
  const isBusy = useRef(false);

  const read = useCallback(
    async (before: number | null) => {
      if (mesh === null) return [];
      const input: MethodInput<'mesh.history'> = { mesh, of: historyOf(kind, whose), limit: PAGE, before };
      return messagesOf(await bridge.call('mesh.history', input), space);
    },
    [bridge, mesh, space, kind, whose],
  );
  const reload = useCallback(
    () =>
      read(null)
        .then((newest) => setHistory((was) => withNewest(was, newest)))
        .catch((error: unknown) => {
          const problem = explainProblem(error);
          setHistory((was) => ({ ...was, problem, phase: 'failed' }));
        }),
    [read],
  );
  // With each connection anew: what was said meanwhile is in history and not in the feed.
  useEffect(() => void reload(), [reload, epoch]);

  const first = history.stored[0]?.seq ?? null;
  const loadEarlier = useCallback(() => {
    if (isBusy.current || first === null) return;
    isBusy.current = true;
    setLoadingEarlier(true);
    read(first)
      .then((older) => setHistory((was) => withOlder(was, older)))
      .catch((error: unknown) => setHistory((was) => ({ ...was, problem: explainProblem(error) })))
      .finally(() => {
        isBusy.current = false;
        setLoadingEarlier(false);
      });
  }, [read, first]);

  return { history, isLoadingEarlier, loadEarlier, reload };
}

const UNREAD: History = { stored: [], phase: 'loading', problem: null, hasEarlier: false };
const KEPT_CONVERSATIONS = 20;
const KEPT_MESSAGES = 2000;
/** What was read of conversations that were left a moment ago: coming back to one shows it at once. */
const kept = new Map<string, History>();

function keep(place: string, history: History): void {
  if (history.phase !== 'ready') return;
  const { stored } = history;
  kept.delete(place);
  kept.set(
    place,
    stored.length <= KEPT_MESSAGES
      ? history
      : { ...history, stored: stored.slice(-KEPT_MESSAGES), hasEarlier: true },
  );
  const [oldest] = kept.keys();
  if (kept.size > KEPT_CONVERSATIONS && oldest !== undefined) kept.delete(oldest);
}

function historyOf(kind: ConversationOf['kind'], whose: string): MethodInput<'mesh.history'>['of'] {
  return kind === 'channel' ? { kind: 'channels', channel: whose } : { kind: 'dms', peer: whose };
}

function messagesOf(
  { messages }: MethodOutput<'mesh.history'>,
  space: string,
): readonly ConversationMessage[] {
  return readHistory(messages, space).toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
}

/** What was kept stays while the new part reaches it; else there is a gap, and what is before it is read again. */
function withNewest(was: History, newest: readonly ConversationMessage[]): History {
  const from = newest[0]?.seq ?? 0;
  const lastKept = was.stored.at(-1)?.seq ?? 0;
  const isJoined = from <= lastKept;
  const kept = isJoined ? was.stored.filter(({ seq }) => (seq ?? 0) < from) : [];
  const hasEarlier = kept.length > 0 ? was.hasEarlier : newest.length > 0;
  return { stored: [...kept, ...newest], phase: 'ready', problem: null, hasEarlier };
}

function withOlder(was: History, older: readonly ConversationMessage[]): History {
  const from = was.stored[0]?.seq ?? Infinity;
  const fresh = older.filter(({ seq }) => (seq ?? 0) < from);
  return { ...was, stored: [...fresh, ...was.stored], problem: null, hasEarlier: fresh.length > 0 };
}
