import type { z } from 'zod';
import type { ShellEvent, ShellEventPayload } from '../../shared/api/shell.ts';
import { ackSchema, openSchema } from '../../shared/api/window-link.ts';
import { parseJsonText } from '../../shared/base/bounded-json.ts';
import type { WindowPort } from '../shell/gateway.ts';
import type { WindowSession } from '../shell/window-session.ts';

/** The main process's end of a page's channel. A page that begins again is served anew. */
export interface WindowLinkEnd {
  /** Takes one text of the page, whatever it is. */
  take(text: string): void;
  /** Tells the page something of the shell's; kept until there is a page. */
  emit<E extends ShellEvent>(event: E, payload: ShellEventPayload<E>): void;
  /** The page is gone; another one may open. */
  end(): void;
}

/** A page that leaves this many characters unread is told nothing more until it opens again, and then everything anew. */
export const MAX_BACKLOG_CHARS = 32 * 1024 * 1024;
/** What is told to no page yet: links and commands of one start. */
const MAX_HELD = 16;
/** Openings and counts are short; anything longer is a call. */
const MAX_SIGN_CHARS = 64;

/**
 * Counts what leaves for a page and what it says it has read: a channel between processes keeps whatever is sent,
 * however slow the other end is, and a page at a standstill must not fill the memory of the shell.
 */
export function createWindowLink(
  post: (text: string) => void,
  openSession: (port: WindowPort) => WindowSession,
): WindowLinkEnd {
  let session: WindowSession | undefined;
  let held: ((to: WindowSession) => void)[] = [];
  let sent = 0;
  let acked = 0;
  let openings = 0;

  /** The port of one session. What an ended one still sends goes nowhere. */
  function portOf(isCurrent: () => boolean): WindowPort {
    return {
      backlog: () => sent - acked,
      send(frame) {
        if (!isCurrent()) return;
        if (sent - acked > MAX_BACKLOG_CHARS) return reset();
        const text = JSON.stringify(frame);
        sent += text.length;
        post(text);
      },
    };
  }

  function open(name: number): void {
    end();
    sent = 0;
    acked = 0;
    post(JSON.stringify({ opened: name }));
    const opened = ++openings;
    session = openSession(portOf(() => openings === opened));
    const waiting = held;
    held = [];
    for (const tell of waiting) tell(session);
  }

  function reset(): void {
    end();
    post(JSON.stringify({ reset: true }));
  }

  function end(): void {
    const ended = session;
    session = undefined;
    openings++;
    ended?.close();
  }

  return {
    take(text) {
      const ack = readSign(text, ackSchema);
      // A page cannot have read what was not sent, nor take back what it has read.
      if (ack !== undefined) acked = Math.max(acked, Math.min(sent, ack.ack));
      const opening = ack === undefined ? readSign(text, openSchema) : undefined;
      if (opening !== undefined) open(opening.open);
      else if (ack === undefined) session?.receive(text);
    },
    emit(event, payload) {
      if (session !== undefined) session.emit(event, payload);
      else if (held.length < MAX_HELD) held.push((to) => to.emit(event, payload));
    },
    end,
  };
}

function readSign<T>(text: string, schema: z.ZodType<T>): T | undefined {
  if (text.length > MAX_SIGN_CHARS) return undefined;
  const json = parseJsonText(text, { maxBytes: MAX_SIGN_CHARS, maxDepth: 2 });
  const sign = schema.safeParse(json.ok ? json.value : undefined);
  return sign.success ? sign.data : undefined;
}
