import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { events, methods, type EventName } from '../../shared/api/contract.ts';
import { shellEvents, shellMethods } from '../../shared/api/shell.ts';
import type { Bridge, CallInput, CallMethod } from '../bridge.ts';
import { parseUi } from '../state/ui.ts';
import { idOf } from './cast.ts';
import { openDemo } from './open.ts';
import { MESH } from './scene.ts';
import { demoStates } from './states.ts';

const schemas = { ...methods, ...shellMethods };
const heard = { ...events, ...shellEvents };

/** One call of each method that is answered. */
const calls: { readonly [M in CallMethod]: CallInput<M> } = {
  'host.info': {},
  'mesh.open': { root: '/home/marta/code/tides', space: null },
  'mesh.watch': { mesh: MESH },
  'mesh.unwatch': { mesh: MESH },
  'mesh.status': { mesh: MESH },
  'mesh.send': { mesh: MESH, to: { kind: 'peer', peer: 'juno' }, text: 'Keep it.', replyTo: null },
  'mesh.history': { mesh: MESH, of: { kind: 'channels', channel: null }, limit: 1000 },
  'channels.list': { mesh: MESH },
  'channels.set': { mesh: MESH, name: 'review', config: { description: 'reviews' } },
  'channels.remove': { mesh: MESH, name: 'build' },
  'agents.list': { mesh: MESH },
  'agents.spawn': {
    mesh: MESH,
    persona: 'tester',
    name: 'reed',
    agent: null,
    role: null,
    model: null,
    variant: null,
    cwd: null,
    prompt: null,
    subscribe: null,
    allowSubscribe: null,
    allowPublish: null,
    cols: null,
    rows: null,
  },
  'agents.stop': { mesh: MESH, name: 'milo', graceful: true },
  'agents.restart': { mesh: MESH, name: 'fern' },
  'harnesses.list': { mesh: MESH },
  'personas.list': { mesh: MESH },
  'personas.read': { mesh: MESH, name: 'reviewer' },
  'personas.save': { mesh: MESH, name: 'new', text: '---\nname: new\n---\nHello.\n', revision: null },
  'personas.remove': { mesh: MESH, name: 'docs' },
  'needs.answer': { mesh: MESH, id: 'mesh:disk', answer: { kind: 'dismiss' } },
  'needs.snooze': { mesh: MESH, id: `silent:${idOf('wren')}`, until: 1 },
  'doctor.run': { mesh: MESH },
  'support.preview': { mesh: MESH },
  'terminal.attach': { mesh: MESH, name: 'otto', cols: 80, rows: 24 },
  'terminal.input': { stream: 1, data: 'hé\u007F\r' },
  'terminal.resize': { stream: 1, cols: 100, rows: 30 },
  'terminal.ack': { stream: 1, bytes: 10 },
  'terminal.detach': { stream: 2 },
  'mesh.down': { mesh: MESH },
  'shell.loadState': {},
  'shell.saveState': { state: {} },
  'shell.openWindow': { mesh: null, terminal: null },
  'shell.openExternal': { url: 'https://example.org/' },
  'shell.pickFolder': { from: null },
  'shell.listFolders': { path: null },
  'shell.notify': { title: 'a', body: 'b', tag: 'c' },
  'shell.setNeeds': { count: 1 },
  'shell.quit': { stopMesh: null },
};

/** Listens to every event and checks each against the contract; returns how many of each came. */
function listen(demo: Bridge): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [name, schema] of Object.entries(heard)) {
    demo.on(name as EventName, (payload) => {
      schema.parse(payload);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    });
  }
  return counts;
}

describe('the demo answers as the contract says', () => {
  let demo: Bridge;
  let counts: Map<string, number>;
  beforeAll(() => {
    demo = openDemo('monitor');
    counts = listen(demo);
  });

  it.each(Object.keys(calls).filter((method) => method !== 'shell.quit') as CallMethod[])(
    '%s',
    async (method) => {
      const output = await demo.call(method, calls[method] as never);
      expect(schemas[method].out.safeParse(output)).toMatchObject({ success: true });
    },
  );
  it('and tells what changed', async () => {
    await expect.poll(() => counts.get('mesh.gone')).toBe(1);
    await expect.poll(() => counts.get('terminal.frame') ?? 0).toBeGreaterThan(0);
    for (const event of ['shell.welcome', 'mesh.snapshot', 'mesh.agents', 'mesh.needs', 'mesh.feed'])
      expect(counts.get(event), event).toBeGreaterThan(0);
  });
  it('ends nothing', async () => {
    await expect(demo.call('shell.quit', { stopMesh: null })).rejects.toThrow('does not end anything');
  });
});

it.each(Object.keys(demoStates))('the picture %s is arranged as the window reads it', async (what) => {
  const demo = openDemo(what);
  const { state } = await demo.call('shell.loadState', {});
  const ui = parseUi(state);
  // What does not parse falls back to how a window is at first, and would show another picture.
  expect(ui.meshes[MESH]).toMatchObject(demoStates[what]?.mesh ?? {});
  expect(ui).toMatchObject(demoStates[what]?.ui ?? {});
  if (demoStates[what]?.silent?.includes('mesh.watch') === true) return;
  const scene = await demo.call('mesh.watch', { mesh: MESH });
  expect(methods['mesh.watch'].out.safeParse(scene)).toMatchObject({ success: true });
});

it('an unknown picture begins with the Monitor', async () => {
  const { state } = await openDemo('constructor').call('shell.loadState', {});
  expect(parseUi(state).meshes[MESH]?.view).toEqual({ kind: 'monitor' });
});

it('the list for programs names every picture', () => {
  const listed: unknown = JSON.parse(readFileSync(new URL('states.json', import.meta.url), 'utf8'));
  expect(listed).toEqual(Object.keys(demoStates));
});

it('what is done in the demo changes the scene, once', async () => {
  const demo = openDemo('monitor');
  const needs = async () => (await demo.call('mesh.watch', { mesh: MESH })).needs.map(({ kind }) => kind);
  const question = (await demo.call('mesh.watch', { mesh: MESH })).needs.find(
    ({ kind }) => kind === 'question',
  );
  const answer = { mesh: MESH, id: question?.id ?? '', answer: { kind: 'choice', index: 1 } } as const;
  expect(await demo.call('needs.answer', answer)).toEqual({ note: 'Sent to juno.' });
  expect(await needs()).not.toContain('question');
  await expect(demo.call('needs.answer', answer)).rejects.toThrow('Nothing of that kind waits');
  const { messages } = await demo.call('mesh.history', {
    mesh: MESH,
    of: { kind: 'dms', peer: idOf('juno') },
    limit: 10,
  });
  expect(messages.at(-1)).toMatchObject({ to: idOf('juno'), parts: [{ text: 'Remove it now' }] });
});
