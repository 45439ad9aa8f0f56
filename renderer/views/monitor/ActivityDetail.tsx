import { useState, type ReactNode } from 'react';
import { visibleLine, visibleText } from '../../../shared/base/visible.ts';
import type { FeedEntry } from '../../../shared/mesh-view/snapshot.ts';
import controls from '../../components/controls.module.css';
import { Icon } from '../../components/icons.tsx';
import { useDerived } from '../../state/derived.ts';
import { explainPresence, type PresenceEvent } from '../../state/presence-log.ts';
import { showChannel, showDm, useWindow } from '../../state/store.ts';
import { setMeshUi } from '../../state/ui.ts';
import { conversationOf } from '../../state/unread.ts';
import type { Row } from './activity.ts';
import styles from './ActivityDetail.module.css';
import { Whom } from './ActivityRow.tsx';
import { selectRow } from './control.ts';

/** A longer text is shown up to here until all of it is asked for. */
const FIRST_CHARS = 2000;

/** Everything that is known of one row, and the ways on from it. */
export function ActivityDetail({ row }: { row: Row }) {
  return (
    <section className={styles.detail} aria-label="Details of the selected row">
      <header className={styles.head}>
        <h2 className={controls.clip}>
          {visibleLine(row.from.name, 64)} <Whom row={row} />
        </h2>
        <button
          type="button"
          className={controls.iconButton}
          aria-label="Close details"
          onClick={() => selectRow(row.id, false)}
        >
          <Icon name="close" />
        </button>
      </header>
      {row.delivery === 'presence' ? (
        <PresenceDetail event={row} />
      ) : (
        <MessageDetail key={row.id} entry={row} />
      )}
    </section>
  );
}

function MessageDetail({ entry }: { entry: FeedEntry }) {
  const [isWhole, setWhole] = useState(false);
  const names = useDerived((d) => d.rows);
  const isLong = entry.text.length > FIRST_CHARS;
  const nameOf = (id: string): string => names.get(id)?.name ?? `${id.slice(0, 8)}…`;
  return (
    <>
      <p className={styles.text}>
        {visibleText(isLong && !isWhole ? `${entry.text.slice(0, FIRST_CHARS)}…` : entry.text)}
      </p>
      {isLong && (
        <button
          type="button"
          className={`${controls.button} ${controls.small} ${styles.more}`}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : `Show all ${entry.text.length.toLocaleString('en')} characters`}
        </button>
      )}
      <WaysOn entry={entry} />
      <dl className={styles.facts}>
        <Fact name="Subject" isMono>
          {visibleLine(entry.subject, 400)}
        </Fact>
        <Fact name="Sent">{fullTime(entry.ts)}</Fact>
        {entry.count > 1 && <Fact name="Said">{entry.count} times, shown as one</Fact>}
        <Fact name="Message id" isMono>
          {visibleLine(entry.id, 200)}
        </Fact>
        <Fact name="Sender id" isMono>
          {visibleLine(entry.from.id, 200)}
        </Fact>
        {entry.from.role !== null && <Fact name="Sender's role">{visibleLine(entry.from.role, 64)}</Fact>}
        <Fact name="Answers" isMono={entry.replyTo !== null}>
          {entry.replyTo === null ? 'no message' : visibleLine(entry.replyTo, 200)}
        </Fact>
        <Fact name="Mentions">
          {entry.mentions.length === 0
            ? 'nobody'
            : entry.mentions.map((id) => visibleLine(nameOf(id), 64)).join(', ')}
        </Fact>
      </dl>
    </>
  );
}

function PresenceDetail({ event }: { event: PresenceEvent }) {
  return (
    <>
      <p className={styles.text}>{visibleText(explainPresence(event), 2000)}</p>
      <dl className={styles.facts}>
        <Fact name="Seen">{fullTime(event.ts)}</Fact>
        <Fact name="Before">{event.before ?? 'not there'}</Fact>
        <Fact name="Now">{event.status}</Fact>
        <Fact name="Instance id" isMono>
          {visibleLine(event.from.id, 200)}
        </Fact>
      </dl>
    </>
  );
}

/** The message where it was said, its thread, or a word to whoever said it. */
function WaysOn({ entry }: { entry: FeedEntry }) {
  const person = useWindow((s) => s.person);
  const conversation = person === null ? undefined : conversationOf(entry, person.id);
  const open = (): void => {
    if (entry.delivery === 'multicast' && entry.channel !== null) return showChannel(entry.channel);
    const isMine = entry.from.id === person?.id;
    const [id, name] = isMine ? [entry.toIds[0], entry.toNames[0]] : [entry.from.id, entry.from.name];
    if (id !== undefined) showDm({ id, name: name ?? id });
  };
  if (conversation === undefined) {
    return (
      <p className={styles.ways}>
        <button type="button" className={`${controls.button} ${controls.small}`} onClick={open}>
          <Icon name="direct" size={14} /> Write to {visibleLine(entry.from.name, 40)}
        </button>
        <span className={controls.meta}>
          {entry.delivery === 'anycast'
            ? 'Work for a role has no conversation to open.'
            : 'This was said between others.'}
        </span>
      </p>
    );
  }
  return (
    <p className={styles.ways}>
      <button type="button" className={`${controls.button} ${controls.small}`} onClick={open}>
        <Icon name={entry.delivery === 'multicast' ? 'channel' : 'direct'} size={14} /> Open conversation
      </button>
      <button
        type="button"
        className={`${controls.button} ${controls.small}`}
        onClick={() => {
          open();
          setMeshUi({ thread: entry.replyTo ?? entry.id });
        }}
      >
        <Icon name="reply" size={14} /> Open thread
      </button>
    </p>
  );
}

function Fact(o: { name: string; isMono?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{o.name}</dt>
      <dd>{o.isMono === true ? <code>{o.children}</code> : o.children}</dd>
    </div>
  );
}

const whole = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

function fullTime(at: number): string {
  return whole.format(at);
}
