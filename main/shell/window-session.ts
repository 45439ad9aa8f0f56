import { parseJsonText } from '../../shared/base/bounded-json.ts';
import { shellEvents, type ShellEvent, type ShellEventPayload } from '../../shared/api/shell.ts';
import { createGateway, MAX_WINDOW_MESSAGE_BYTES, type WindowPort } from './gateway.ts';
import type { HostLink } from './host-link.ts';
import { createShellAnswers } from './shell-methods.ts';
import type { ShellPort } from './shell-port.ts';
import { createWatches, type Watches } from './watches.ts';
import { createWindowKeys, type WindowKeys } from './window-keys.ts';
import type { WindowStates } from './window-state.ts';

/** What the windows of one shell have in common. */
export interface WindowService {
  readonly host: HostLink;
  readonly shell: ShellPort;
  readonly states: WindowStates;
  readonly keys: WindowKeys;
  readonly watches: Watches;
  readonly now: () => number;
}

/** What one window is shown with. */
export interface WindowOpening {
  /** Its name, from `keys`; whoever took it gives it back. */
  readonly key: string;
  /** The mesh it shows first; `null`: whichever is up. */
  readonly mesh: string | null;
  /** Set for a window that shows one terminal alone. */
  readonly terminal: string | null;
}

/** A window that is being served, over whatever carries its messages. */
export interface WindowSession {
  /** Takes one message of the window: JSON text, within bounds. */
  receive(text: string): void;
  emit<E extends ShellEvent>(event: E, payload: ShellEventPayload<E>): void;
  close(): void;
}

const BOUNDS = { maxBytes: MAX_WINDOW_MESSAGE_BYTES, maxDepth: 64 };

/** Puts together what the windows of a shell share. */
export function createWindowService(
  o: Pick<WindowService, 'host' | 'shell' | 'states' | 'now'>,
): WindowService {
  return { ...o, keys: createWindowKeys(), watches: createWatches() };
}

/** Serves one window: it is welcomed, told how the host is, and from then on answered. */
export function openWindowSession(
  service: WindowService,
  port: WindowPort,
  opening: WindowOpening,
): WindowSession {
  const { host, shell, states, watches, now } = service;
  const { key, mesh, terminal } = opening;
  const answers = createShellAnswers(shell, states, key);
  const gateway = createGateway({ host: host.current, port, shell: answers, watches, now });

  function emit<E extends ShellEvent>(event: E, payload: ShellEventPayload<E>): void {
    const checked = shellEvents[event].safeParse(payload);
    if (checked.success) port.send({ event, payload: checked.data });
  }
  function tellHost(): void {
    const client = host.current();
    if (client !== undefined) gateway.follow(client);
    emit('shell.host', host.state());
  }

  const { kind, platform, version, features } = shell;
  emit('shell.welcome', { kind, platform, version, window: key, mesh, terminal, features });
  tellHost();
  const offHost = host.onChange(tellHost);
  return {
    receive(text) {
      const json = parseJsonText(text, BOUNDS);
      void gateway.receive(json.ok ? json.value : undefined);
    },
    emit,
    close() {
      offHost();
      gateway.close();
    },
  };
}
