import { restartAgent, spawnAgent, stopAgent } from './acts-agents.ts';
import { answerNeed, snoozeNeed } from './acts-needs.ts';
import { listPersonas, readPersona, removePersona, savePersona } from './acts-personas.ts';
import { historyOf, listChannels, removeChannel, sendMessage, setChannel } from './acts-talk.ts';
import { PERSON, ROOT } from './cast.ts';
import { sceneChecks, sceneHarnesses, supportText } from './checks.ts';
import { snapshotOf } from './scene.ts';
import { demoFault, type DemoHandlers, type Stage } from './stage.ts';
import { createTerminals } from './terminals.ts';

/** Answers each call from the scene; none leaves the page. `state` is what the window had arranged. */
export function createHandlers(stage: Stage, state: unknown): DemoHandlers {
  const { scene, now, tell } = stage;
  const terminals = createTerminals(stage);
  const nothing = (): Record<string, never> => ({});
  return {
    'host.info': () => ({
      pid: 4711,
      version: '0.1.0',
      build: '7c1e04d2',
      since: scene.status.since,
      meshes: [scene.status],
    }),
    'mesh.open': () => scene.status,
    'mesh.down': ({ mesh }) => {
      stage.later(20, () => tell('mesh.gone', { mesh }));
      return {};
    },
    'mesh.watch': () => ({
      status: scene.status,
      snapshot: snapshotOf(scene, now()),
      feed: scene.feed,
      agents: scene.agents,
      needs: scene.needs,
      person: PERSON,
    }),
    'mesh.unwatch': nothing,
    'mesh.status': () => scene.status,
    'mesh.send': (input) => sendMessage(stage, input),
    'mesh.history': (input) => historyOf(stage, input),
    'channels.list': () => listChannels(stage),
    'channels.set': (input) => setChannel(stage, input),
    'channels.remove': (input) => removeChannel(stage, input),
    'agents.list': () => ({ agents: scene.agents }),
    'agents.spawn': (input) => spawnAgent(stage, input),
    'agents.stop': (input) => stopAgent(stage, input),
    'agents.restart': (input) => restartAgent(stage, input),
    'harnesses.list': () => ({ harnesses: [...sceneHarnesses] }),
    'personas.list': () => listPersonas(stage),
    'personas.read': (input) => readPersona(stage, input),
    'personas.save': (input) => savePersona(stage, input),
    'personas.remove': (input) => removePersona(stage, input),
    'needs.answer': (input) => answerNeed(stage, input),
    'needs.snooze': (input) => snoozeNeed(stage, input),
    'doctor.run': () => ({ at: now(), checks: [...sceneChecks] }),
    'support.preview': () => ({ text: supportText() }),
    'terminal.attach': (input) => terminals.attach(input),
    'terminal.detach': ({ stream }) => {
      terminals.detach(stream);
      return {};
    },
    'terminal.input': ({ stream, data }) => {
      terminals.input(stream, data);
      return {};
    },
    'terminal.resize': ({ stream, cols, rows }) => {
      terminals.resize(stream, { cols, rows });
      return {};
    },
    'terminal.ack': nothing,
    'shell.loadState': () => ({ state }),
    'shell.saveState': nothing,
    'shell.openWindow': () => ({ link: null }),
    // Said to be done, so that the page does not open it by itself.
    'shell.openExternal': () => ({ opened: true }),
    'shell.pickFolder': () => ({ path: null }),
    'shell.listFolders': ({ path }) => {
      const at = path ?? '/home/marta/code';
      const parent = at.lastIndexOf('/') > 0 ? at.slice(0, at.lastIndexOf('/')) : null;
      return {
        path: at,
        parent,
        folders: at === ROOT ? ['fares', 'infra', 'seats'] : ['ferrydesk', 'tides'],
      };
    },
    'shell.notify': nothing,
    'shell.setNeeds': nothing,
    'shell.quit': () => {
      throw demoFault('demo', 'A demo does not end anything.', 'Close this page instead.');
    },
  };
}
