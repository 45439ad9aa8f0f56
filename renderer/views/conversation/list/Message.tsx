import { memo, useMemo } from 'react';
import { visibleLine } from '../../../../shared/base/visible.ts';
import type { ConversationMessage, Thread } from '../../../../shared/mesh-view/conversation.ts';
import controls from '../../../components/controls.module.css';
import { Icon } from '../../../components/icons.tsx';
import { useDerived } from '../../../state/derived.ts';
import { MessageBody } from '../body/MessageBody.tsx';
import { isoTime, minuteTime, clockTime } from '../../../state/times.ts';
import { useMessageActions } from './actions.ts';
import { Avatar } from './Avatar.tsx';
import { mentionedNames } from './mentioned.ts';
import styles from './Message.module.css';

export interface MessageProps {
  readonly message: ConversationMessage;
  readonly isFirst: boolean;
  readonly thread: Thread | undefined;
  readonly newReplies: number;
  /** Is its thread the one that is open? */
  readonly isOpen: boolean;
  /** Can its buttons be reached with Tab? */
  readonly isActive: boolean;
}

/** One message: who, when, what, its thread, and what can be done with it. */
export const Message = memo(function Message(o: MessageProps) {
  const { message, isFirst, thread } = o;
  const actions = useMessageActions();
  const mentioned = useDerived((d) => mentionedNames(message.mentions, d.rows));
  const names = useMemo(() => new Set(mentioned === '' ? [] : mentioned.split(' ')), [mentioned]);
  return (
    <article className={styles.message} data-first={isFirst} data-open={o.isOpen}>
      {isFirst ? <Avatar id={message.from.id} name={message.from.name} /> : <SideTime at={message.ts} />}
      <div className={styles.content}>
        {isFirst && <Header message={message} />}
        {message.replyTo !== null && !actions.isDirect && actions.openThread !== undefined && (
          <p className={controls.meta}>answers an earlier message that is not shown here</p>
        )}
        <MessageBody
          text={message.text}
          names={names}
          onWhole={message.isCut ? actions.readWhole : undefined}
        />
        {thread !== undefined && actions.openThread !== undefined && (
          <ThreadLink
            thread={thread}
            newReplies={o.newReplies}
            isOpen={o.isOpen}
            onOpen={() => actions.openThread?.(message)}
          />
        )}
      </div>
      <Actions message={message} isActive={o.isActive} />
    </article>
  );
});

function Header({ message }: { message: ConversationMessage }) {
  return (
    <header className={styles.header}>
      <b className={controls.clip}>{visibleLine(message.from.name, 64)}</b>
      <time className={controls.meta} dateTime={isoTime(message.ts)} title={clockTime(message.ts)}>
        {minuteTime(message.ts)}
      </time>
    </header>
  );
}

/** The time of a message inside a group: seen when one points at it, always said. */
function SideTime({ at }: { at: number }) {
  return (
    <time className={styles.sideTime} dateTime={isoTime(at)}>
      {minuteTime(at)}
    </time>
  );
}

interface ThreadLinkProps {
  readonly thread: Thread;
  readonly newReplies: number;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function ThreadLink({ thread, newReplies, isOpen, onOpen }: ThreadLinkProps) {
  const { replies } = thread;
  const last = replies.at(-1);
  return (
    <button type="button" className={styles.thread} aria-expanded={isOpen} onClick={onOpen}>
      <Icon name="reply" size={14} />
      {replies.length === 1 ? '1 reply' : `${replies.length} replies`}
      {newReplies > 0 && <b>{newReplies} new</b>}
      {last !== undefined && (
        <span>
          last {minuteTime(last.ts)}, {visibleLine(last.from.name, 64)}
        </span>
      )}
    </button>
  );
}

function Actions({ message, isActive }: { message: ConversationMessage; isActive: boolean }) {
  const { openThread, showDetails, copy, showInPlace } = useMessageActions();
  const button = { type: 'button', className: controls.iconButton, tabIndex: isActive ? 0 : -1 } as const;
  return (
    <div className={styles.actions} role="group" aria-label="With this message">
      {showInPlace !== undefined && (
        <button {...button} aria-label="Show in conversation" onClick={() => showInPlace(message)}>
          <Icon name="chevronRight" />
        </button>
      )}
      {openThread !== undefined && message.id !== '' && (
        <button {...button} aria-label="Reply in thread" onClick={() => openThread(message)}>
          <Icon name="reply" />
        </button>
      )}
      <button {...button} aria-label="Copy text" onClick={() => copy(message)}>
        <Icon name="copy" />
      </button>
      <button {...button} aria-label="Details" onClick={() => showDetails(message)}>
        <Icon name="info" />
      </button>
    </div>
  );
}
