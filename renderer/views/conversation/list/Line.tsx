import { visibleText } from '../../../../shared/base/visible.ts';
import controls from '../../../components/controls.module.css';
import { useNow } from '../../../state/now.ts';
import { useWindow } from '../../../state/store.ts';
import type { PendingMessage, Row } from '../rows.ts';
import { dayTitle, minuteTime } from '../../../state/times.ts';
import { Avatar } from './Avatar.tsx';
import { Message } from './Message.tsx';
import messageStyles from './Message.module.css';
import styles from './MessageList.module.css';

export interface LineProps {
  readonly row: Row;
  readonly newReplies: number;
  /** The id of the message whose thread is open. */
  readonly openThread: string | null;
  readonly isActive: boolean;
}

/** One line of a conversation, of whichever kind. */
export function Line({ row, newReplies, openThread, isActive }: LineProps) {
  switch (row.kind) {
    case 'day':
      return <DayDivider at={row.at} />;
    case 'replayed':
      return <Divider>{explainReplayed(row.count, row.since)}</Divider>;
    case 'new':
      return <Divider isNew>{row.count} new</Divider>;
    case 'message':
      return (
        <Message
          message={row.message}
          isFirst={row.isFirst}
          thread={row.thread}
          newReplies={newReplies}
          isOpen={openThread !== null && row.message.id === openThread}
          isActive={isActive}
        />
      );
    case 'pending':
      return <Pending pending={row.pending} />;
  }
}

function explainReplayed(count: number, since: number | null): string {
  const above = `above: replayed from history, ${count === 1 ? '1 message' : `${count.toLocaleString('en')} messages`}`;
  return since === null ? above : `${above} · live since ${minuteTime(since)}`;
}

function DayDivider({ at }: { at: number }) {
  const now = useNow();
  return <Divider>{dayTitle(at, now)}</Divider>;
}

function Divider({ isNew = false, children }: { isNew?: boolean; children: React.ReactNode }) {
  return (
    <div className={styles.divider} data-new={isNew}>
      <span>{children}</span>
    </div>
  );
}

const PENDING_WORDS: Readonly<Record<PendingMessage['state'], string>> = {
  sending: 'sending',
  sent: 'sent; it appears when it comes back',
  queued: 'kept here; it is sent as soon as the broker is back',
};

/** What this window has sent and not seen come back yet. */
function Pending({ pending }: { pending: PendingMessage }) {
  const person = useWindow((s) => s.person);
  return (
    <div className={messageStyles.message} data-first="true">
      <Avatar id={person?.id ?? ''} name={person?.name ?? 'you'} />
      <div className={messageStyles.content}>
        <p className={controls.meta} role="status">
          {PENDING_WORDS[pending.state]}
        </p>
        <p className={styles.pending}>{visibleText(pending.text, 2000)}</p>
      </div>
    </div>
  );
}
