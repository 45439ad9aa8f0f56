import { useEffect, useEffectEvent, useState } from 'react';
import type { ConversationMessage } from '../../../shared/mesh-view/conversation.ts';
import { markRead, meshUiOf, useUi, type ConversationKey } from '../../state/ui.ts';

/** Between what is new to the person and what is not; epoch ms. */
export interface UnreadWindow {
  readonly after: number;
  readonly until: number;
}

/** A clock that is ahead by more than this does not count: one message from the future must not hide all later ones. */
const MOST_AHEAD_MS = 60_000;

/** What is new: what came since the person last read here, until the conversation was opened or the window looked at. */
export function useUnreadWindow(conversation: ConversationKey): UnreadWindow {
  const [unread, setUnread] = useState(() => unreadNow(conversation, document.hasFocus()));
  useEffect(() => {
    const onBlur = (): void => setUnread(unreadNow(conversation, false));
    const onFocus = (): void => setUnread(({ after }) => ({ after, until: Date.now() }));
    addEventListener('blur', onBlur);
    addEventListener('focus', onFocus);
    return () => {
      removeEventListener('blur', onBlur);
      removeEventListener('focus', onFocus);
    };
  }, [conversation]);
  return unread;
}

function unreadNow(conversation: ConversationKey, isLookedAt: boolean): UnreadWindow {
  const after = meshUiOf(useUi.getState()).lastRead[conversation] ?? 0;
  return { after, until: isLookedAt ? Date.now() : Infinity };
}

/** Everything is read once the end is in view of a window that has the focus. */
export function useMarkRead(
  conversation: ConversationKey,
  messages: readonly ConversationMessage[],
  isAtEnd: boolean,
): void {
  const mark = useEffectEvent(() => {
    if (!isAtEnd || !document.hasFocus()) return;
    const newest = newestTime(messages, Date.now());
    if (newest !== undefined) markRead(conversation, newest);
  });
  useEffect(() => mark(), [messages, isAtEnd]);
  useEffect(() => {
    const onFocus = (): void => mark();
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, []);
}

/** The newest time that a message can have been sent at. */
export function newestTime(messages: readonly { readonly ts: number }[], now: number): number | undefined {
  let newest: number | undefined;
  for (const { ts } of messages) {
    const at = Math.min(ts, now + MOST_AHEAD_MS);
    if (newest === undefined || at > newest) newest = at;
  }
  return newest;
}
