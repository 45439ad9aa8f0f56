import { methods } from '../../shared/api/contract.ts';
import { shellMethods } from '../../shared/api/shell.ts';
import { firstIssue } from '../../shared/base/refusal.ts';
import type { z } from 'zod';
import type {
  Bridge,
  CallInput,
  CallMethod,
  CallOutput,
  HeardEvent,
  HeardPayload,
  LinkState,
  Welcome,
} from '../bridge.ts';
import { openOverlay, useWindow } from '../state/store.ts';
import { emptyMeshUi } from '../state/ui.ts';
import { createHandlers } from './handlers.ts';
import { rememberPresence } from './plays.ts';
import { MESH } from './scene.ts';
import { demoFault, type Stage } from './stage.ts';
import { demoStates, type DemoState } from './states.ts';
import { readUntil } from './talk.ts';

const schemas: Readonly<Record<CallMethod, { readonly in: z.ZodType }>> = { ...methods, ...shellMethods };

const WELCOME: Welcome = {
  kind: 'browser',
  platform: 'linux',
  version: '0.1.0',
  window: 'demo',
  mesh: MESH,
  terminal: null,
  features: { folderDialog: false, notifications: true, tray: false, menu: false },
};

/**
 * A bridge that leads nowhere: every call is answered from a recorded scene in this page, and nothing is sent. `what`
 * names the picture to begin with; one that is not known begins with the Monitor.
 */
export function openDemo(what: string): Bridge {
  const state = (Object.hasOwn(demoStates, what) ? demoStates[what] : undefined) ?? demoStates['monitor'];
  if (state === undefined) throw new Error('the demo has no Monitor');
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const stage: Stage = {
    scene: state.scene(Date.now()),
    now: Date.now,
    tell(event, payload) {
      // A copy, as over a wire: the scene changes on.
      for (const listener of listeners.get(event) ?? []) listener(structuredClone(payload) as never);
    },
    later: (ms, act) => void setTimeout(act, ms),
  };
  useWindow.setState({ isDemo: true });
  if (isShownSoon(state)) playWhenShown(state, stage);
  else markReady();

  function on<E extends HeardEvent>(event: E, listener: (payload: HeardPayload<E>) => void): () => void {
    const set = listeners.get(event) ?? new Set();
    listeners.set(event, set.add(listener));
    if (event === 'shell.welcome') listener(WELCOME as HeardPayload<E>);
    return () => set.delete(listener);
  }

  return {
    call: callerOf(state, stage),
    on,
    onLink(listener) {
      listener(linkOf(state));
      return () => undefined;
    },
    welcome: async () => WELCOME,
    close: () => listeners.clear(),
  };
}

/** Answers calls as the host does: what they say is checked, and what they get is theirs. */
function callerOf(state: DemoState, stage: Stage): Bridge['call'] {
  const handlers = createHandlers(stage, uiOf(state));
  return async function call<M extends CallMethod>(method: M, input: CallInput<M>): Promise<CallOutput<M>> {
    if (state.silent?.includes(method)) return new Promise(() => undefined);
    if (state.failing?.includes(method))
      throw demoFault('demo', 'The broker does not answer at the moment.', 'Try again in a few seconds.');
    const parsed = schemas[method].in.safeParse(input);
    if (!parsed.success)
      throw demoFault('bad-input', `This cannot be asked: ${firstIssue(parsed.error)}.`, 'Correct it.');
    if (method === 'host.info' && state.isDown === true) {
      const info = await handlers['host.info']({});
      return { ...info, meshes: [] } as unknown as CallOutput<M>;
    }
    // The table pairs each method with its input; a call over their union cannot be typed.
    return structuredClone(await handlers[method](parsed.data as never));
  };
}

function linkOf({ link = 'connected' }: DemoState): LinkState {
  const reason = link === 'connected' ? null : 'The program that serves this window does not answer.';
  return { state: link, reason, since: Date.now() };
}

/** The window as it was left, for the picture. */
function uiOf({ ui, mesh, scene }: DemoState): object {
  const { feed } = scene(Date.now());
  return {
    isFirstRunDone: feed.length > 0,
    ...ui,
    mesh: MESH,
    meshes: { [MESH]: { ...emptyMeshUi, lastRead: readUntil(Date.now()), ...mesh } },
  };
}

/** Once the window stands: what floats above it, and what befalls it. */
function playWhenShown(state: DemoState, stage: Stage): void {
  const end = useWindow.subscribe(({ phase }) => {
    if (phase !== 'shown') return;
    end();
    if (stage.scene.feed.length > 0) rememberPresence(stage);
    if (state.overlay !== undefined) openOverlay(state.overlay);
    void Promise.resolve(state.play?.(stage)).then(markReady);
  });
}

/** Does the window come to show a mesh in this picture? */
function isShownSoon({ isDown, link = 'connected', silent = [] }: DemoState): boolean {
  return isDown !== true && link === 'connected' && !silent.includes('mesh.watch');
}

/** Lets programs see that all was done which belongs to the picture. */
function markReady(): void {
  if (typeof document !== 'undefined') document.documentElement.dataset['demo'] = 'ready';
}
