import { ACK_EVERY_CHARS, openedSchema, resetSchema, type WindowLink } from '../shared/api/window-link.ts';
import { parseJson } from './json.ts';

/** Carries the texts of one connection between this page and its shell. */
export interface Connection {
  send(text: string): void;
  close(): void;
}

/** What a connection tells whoever opened it. */
export interface ConnectionEvents {
  /** From now on texts may be sent. */
  opened(): void;
  message(text: string): void;
  /** It ended, or never came about. `refused`: coming back makes no sense. */
  closed(why: 'lost' | 'refused'): void;
}

/** Opens a connection; whoever needs another one after it ended opens again. */
export type Transport = (events: ConnectionEvents) => Connection;

/** The shell closes with this code when it does not know the page's session. */
const UNAUTHENTICATED = 4401;

/** Over a socket to the browser shell. `hello` is what proves that this page was opened by its owner. */
export function socketTransport(url: string, hello: () => object): Transport {
  return (events) => {
    const socket = new WebSocket(url);
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify(hello()));
      events.opened();
    });
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') events.message(data);
    });
    socket.addEventListener('close', ({ code }) =>
      events.closed(code === UNAUTHENTICATED ? 'refused' : 'lost'),
    );
    return {
      send: (text) => socket.send(text),
      close: () => socket.close(),
    };
  };
}

/** Over Electron's channel between page and shell, counting what was taken in. */
export function linkTransport(link: WindowLink): Transport {
  return (events) => {
    const name = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    let state: 'opening' | 'open' | 'closed' = 'opening';
    let taken = 0;
    let told = 0;

    function take(text: string): void {
      events.message(text);
      // After it was handled: a page that is at work does not look as if it had read.
      taken += text.length;
      if (taken - told < ACK_EVERY_CHARS) return;
      told = taken;
      link.post(JSON.stringify({ ack: taken }));
    }

    link.onMessage((text) => {
      if (state === 'open') {
        if (!isReset(text)) return take(text);
        state = 'closed';
        events.closed('lost');
      } else if (state === 'opening' && isOpened(text, name)) {
        state = 'open';
        events.opened();
      }
    });
    link.post(JSON.stringify({ open: name }));
    return {
      send: (text) => link.post(text),
      close: () => (state = 'closed'),
    };
  };
}

function isOpened(text: string, name: number): boolean {
  const opened = openedSchema.safeParse(parseJson(text));
  return opened.success && opened.data.opened === name;
}

function isReset(text: string): boolean {
  // A long text is never one: not worth parsing twice.
  return text.length < 64 && resetSchema.safeParse(parseJson(text)).success;
}
