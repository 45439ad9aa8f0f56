import { useState } from 'react';
import { visibleLine, visibleText } from '../../../../shared/base/visible.ts';
import type { ConversationMessage } from '../../../../shared/mesh-view/conversation.ts';
import type { ChannelView } from '../../../../shared/mesh-view/snapshot.ts';
import controls from '../../../components/controls.module.css';
import { Icon } from '../../../components/icons.tsx';
import { useWindow } from '../../../state/store.ts';
import { copyText } from '../../../leave.ts';
import { backstopOf, exactEnvelope, explainGrants, explainPath, knownOf, shortId } from '../details.ts';
import { clockTime } from '../../../state/times.ts';
import styles from './MessageDetails.module.css';

export interface MessageDetailsProps {
  readonly message: ConversationMessage;
  readonly channel: ChannelView | undefined;
  /** Reads history, where the exact envelope is. */
  readonly onRead: () => Promise<void>;
  readonly onClose: () => void;
}

/** The card of a message: which way it came, what proves its sender, and its exact envelope on demand. */
export function MessageDetails({ message, channel, onRead, onClose }: MessageDetailsProps) {
  const backstop = useWindow((s) => backstopOf(s.status));
  const [isOpen, setOpen] = useState(false);
  const [isReading, setReading] = useState(false);
  const open = (): void => {
    setOpen(!isOpen);
    if (isOpen || message.envelope !== null) return;
    setReading(true);
    void onRead().finally(() => setReading(false));
  };
  return (
    <section className={styles.card} aria-label="Message">
      <header className={styles.head}>
        <h3>Message</h3>
        <span className={`${controls.meta} ${controls.clip}`}>
          {visibleLine(message.from.name, 64)}, {clockTime(message.ts)}
        </span>
        <button
          type="button"
          className={controls.iconButton}
          aria-label="Copy id"
          onClick={() => void copyText(message.id, 'The id')}
        >
          <Icon name="copy" />
        </button>
        <button type="button" className={controls.iconButton} aria-label="Close message" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <dl className={styles.facts}>
        <dt>Path</dt>
        <dd>{explainPath(message, channel, backstop)}</dd>
        <dt>Subject</dt>
        <dd>
          <code>{visibleLine(message.subject, 400)}</code>
        </dd>
        <dt>Id</dt>
        <dd>
          {message.id === '' ? (
            'none; it cannot be answered'
          ) : (
            <code>{visibleLine(shortId(message.id), 40)}</code>
          )}
          {message.replyTo !== null && (
            <>
              , reply to <code>{visibleLine(shortId(message.replyTo), 40)}</code>
            </>
          )}
        </dd>
        <dt>Sender</dt>
        <dd>
          checked against the subject: <code>{visibleLine(shortId(message.from.id), 40)}</code>
        </dd>
        <dt>Grants</dt>
        <dd>{explainGrants(message.envelope)}</dd>
      </dl>
      <button
        type="button"
        className={`${controls.quiet} ${controls.small}`}
        aria-expanded={isOpen}
        onClick={open}
      >
        {isOpen ? 'Hide the exact envelope' : 'Show the exact envelope'}
      </button>
      {isOpen && <Envelope message={message} isReading={isReading} />}
    </section>
  );
}

function Envelope({ message, isReading }: { message: ConversationMessage; isReading: boolean }) {
  const json = message.envelope === null ? knownOf(message) : exactEnvelope(message.envelope);
  return (
    <>
      {message.envelope === null && (
        <p className={controls.meta} role="status">
          {isReading
            ? 'Reading it from history.'
            : 'The part of history that was read does not have this message.'}{' '}
          This is what the live feed has told of it.
        </p>
      )}
      <pre className={styles.envelope} tabIndex={0} aria-label="Envelope">
        {visibleText(json, 64_000)}
      </pre>
    </>
  );
}
