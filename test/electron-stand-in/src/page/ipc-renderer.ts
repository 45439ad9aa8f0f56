import { fromWire, toWire } from '../clone.ts';
import { bindingName, receiverName, type FromPage, type ToPage } from './messages.ts';

type Listener = (
  event: { readonly sender: object; readonly ports: readonly MessagePort[] },
  ...args: unknown[]
) => void;

interface Registered {
  readonly listener: Listener;
  readonly once: boolean;
}

const send = Reflect.get(globalThis, bindingName) as (message: string) => void;
Reflect.deleteProperty(globalThis, bindingName);

/** Tells the main process something. */
export function post(message: FromPage): void {
  send(JSON.stringify(message));
}

const listeners = new Map<string, Registered[]>();
const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
const ports = new Map<number, MessagePort>();
let lastCall = 0;
/** Ports that begin here have negative numbers, those that begin in the main process positive ones. */
let lastPort = 0;

function listen(channel: string, listener: Listener, once: boolean): object {
  listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, once }]);
  return ipcRenderer;
}

function unlisten(channel: string, listener: Listener): object {
  const left = (listeners.get(channel) ?? []).filter((one) => one.listener !== listener);
  listeners.set(channel, left);
  return ipcRenderer;
}

/** Electron's `ipcRenderer`, without `sendSync`: a window that waits for the main process is a defect. */
export const ipcRenderer = {
  async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
    lastCall += 1;
    const id = lastCall;
    const message = { kind: 'invoke', id, channel, args: toWire(args) } as const;
    return await new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      post(message);
    });
  },
  send(channel: string, ...args: unknown[]): void {
    post({ kind: 'send', channel, args: toWire(args) });
  },
  sendSync(): never {
    throw new Error('The Electron stand-in has no ipcRenderer.sendSync: it would block the window');
  },
  postMessage(channel: string, message: unknown, transfer: readonly MessagePort[] = []): void {
    const numbers = transfer.map((port) => {
      lastPort -= 1;
      connect(lastPort, port);
      return lastPort;
    });
    post({ kind: 'post', channel, message: toWire(message), ports: numbers });
  },
  on: (channel: string, listener: Listener) => listen(channel, listener, false),
  addListener: (channel: string, listener: Listener) => listen(channel, listener, false),
  once: (channel: string, listener: Listener) => listen(channel, listener, true),
  off: unlisten,
  removeListener: unlisten,
  removeAllListeners(channel?: string): object {
    if (channel === undefined) listeners.clear();
    else listeners.delete(channel);
    return ipcRenderer;
  },
};

/** Lets a port of this page and one in the main process be two ends of a channel. */
function connect(id: number, port: MessagePort): void {
  ports.set(id, port);
  port.addEventListener('message', (event) => {
    post({ kind: 'port-message', port: id, value: toWire(event.data) });
  });
  port.addEventListener('close', () => {
    if (ports.delete(id)) post({ kind: 'port-close', port: id });
  });
  port.start();
}

function openPort(id: number): MessagePort {
  const { port1, port2 } = new MessageChannel();
  connect(id, port1);
  return port2;
}

function receive(message: ToPage): void {
  switch (message.kind) {
    case 'answer':
      settle(message.id)?.resolve(fromWire(message.value));
      return;
    case 'refusal':
      settle(message.id)?.reject(new Error(message.message));
      return;
    case 'port-message':
      ports.get(message.port)?.postMessage(fromWire(message.value));
      return;
    case 'port-close': {
      const port = ports.get(message.port);
      ports.delete(message.port);
      port?.close();
      return;
    }
    case 'event':
      tell(message.channel, fromWire(message.args) as unknown[], message.ports.map(openPort));
  }
}

function settle(id: number): { resolve(value: unknown): void; reject(error: Error): void } | undefined {
  const one = waiting.get(id);
  waiting.delete(id);
  return one;
}

function tell(channel: string, args: readonly unknown[], transferred: readonly MessagePort[]): void {
  const current = listeners.get(channel) ?? [];
  listeners.set(
    channel,
    current.filter(({ once }) => !once),
  );
  for (const { listener } of current) listener({ sender: ipcRenderer, ports: transferred }, ...args);
}

Object.defineProperty(globalThis, receiverName, {
  value: (text: string) => receive(JSON.parse(text) as ToPage),
});
