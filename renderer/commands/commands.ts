import type { Bridge } from '../bridge.ts';
import type { IconName } from '../components/icons.tsx';
import { useDerived } from '../state/derived.ts';
import { openOverlay, showChannel, toggleSidebar, useWindow } from '../state/store.ts';
import { goTo, meshUiOf, useUi } from '../state/ui.ts';
import * as terminals from '../terminal/active.ts';
import { jumpToNewest, togglePause } from '../views/monitor/control.ts';
import { restartSelected, stopSelected } from './agent-commands.ts';
import type { Chord } from './chord.ts';
import { focusSearch } from './focus.ts';
import { keymap } from './keymap.ts';

/** Something a person can have done: the same name in the palette, the menus, the key list and, where there is one, the CLI. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: 'Go to' | 'Agents' | 'Terminal' | 'Conversation' | 'View' | 'Window';
  readonly icon: IconName;
  readonly keys: Chord | null;
  /** The command line that does the same. */
  readonly cli: string | null;
  /** Does it make sense now? One that does not is not offered. */
  readonly isPossible: () => boolean;
  readonly run: (bridge: Bridge) => void;
}

const always = (): boolean => true;
const hasMesh = (): boolean => useWindow.getState().snapshot !== null;
const isCurrent = (): boolean => hasMesh() && useDerived.getState().stale === undefined;
const hasTerminal = (): boolean => meshUiOf(useUi.getState()).terminals.tabs.length > 0;
const hasSelected = (): boolean => meshUiOf(useUi.getState()).selectedAgent !== null && isCurrent();
const isOn = (kind: string) => (): boolean => meshUiOf(useUi.getState()).view.kind === kind;
const onMonitor = isOn('monitor');

type Rest = Partial<Pick<Command, 'cli' | 'isPossible'>>;
const command = (
  id: string,
  group: Command['group'],
  title: string,
  icon: IconName,
  run: Command['run'],
  rest: Rest = {},
): Command => ({
  id,
  title,
  group,
  icon,
  run,
  keys: keymap.get(id) ?? null,
  cli: null,
  isPossible: always,
  ...rest,
});

/** Every command of the window. */
export const commands: readonly Command[] = [
  command(
    'palette',
    'Window',
    'Search or run',
    'search',
    () => openOverlay({ kind: 'palette', query: '' }),
    {},
  ),
  command('view.monitor', 'Go to', 'Monitor', 'monitor', () => goTo({ kind: 'monitor' }), {
    isPossible: hasMesh,
  }),
  command('view.agents', 'Go to', 'Agents', 'agents', () => goTo({ kind: 'agents' }), {
    cli: 'cotal ps',
    isPossible: hasMesh,
  }),
  command('view.personas', 'Go to', 'Personas', 'persona', () => goTo({ kind: 'personas', name: null }), {
    cli: 'cotal personas list',
    isPossible: hasMesh,
  }),
  command('view.needs', 'Go to', 'Needs you', 'bell', toggleLane, { isPossible: hasMesh }),
  command(
    'view.settings',
    'Go to',
    'Settings',
    'settings',
    () => goTo({ kind: 'settings', section: 'mesh' }),
    {
      isPossible: hasMesh,
    },
  ),
  command(
    'view.diagnostics',
    'Go to',
    'Diagnostics',
    'doctor',
    () => goTo({ kind: 'settings', section: 'diagnostics' }),
    { cli: 'cotal doctor', isPossible: hasMesh },
  ),
  command('view.general', 'Go to', 'The channel #general', 'channel', () => showChannel('general'), {
    isPossible: hasMesh,
  }),
  command(
    'view.first-steps',
    'Go to',
    'First steps',
    'info',
    () => useUi.setState({ isFirstRunDone: false }),
    {
      isPossible: () => hasMesh() && useWindow.getState().agents.length === 0,
    },
  ),

  command('spawn', 'Agents', 'Spawn an agent', 'plus', () => openOverlay({ kind: 'spawn', persona: null }), {
    cli: 'cotal spawn',
    isPossible: isCurrent,
  }),
  command('agent.restart', 'Agents', 'Restart the selected agent', 'restart', restartSelected, {
    isPossible: hasSelected,
  }),
  command('agent.stop', 'Agents', 'Stop the selected agent', 'stop', stopSelected, {
    cli: 'cotal stop',
    isPossible: hasSelected,
  }),

  command('terminal.new-tab', 'Terminal', 'New tab', 'plus', () => terminals.newTab(), {
    isPossible: hasMesh,
  }),
  command('terminal.split-right', 'Terminal', 'Split right', 'split', () => terminals.splitRight(), {
    isPossible: hasTerminal,
  }),
  command('terminal.split-down', 'Terminal', 'Split down', 'split', () => terminals.splitDown(), {
    isPossible: hasTerminal,
  }),
  command('terminal.previous-pane', 'Terminal', 'Previous pane', 'up', () => terminals.prevPane(), {
    isPossible: hasTerminal,
  }),
  command('terminal.next-pane', 'Terminal', 'Next pane', 'down', () => terminals.nextPane(), {
    isPossible: hasTerminal,
  }),
  command('terminal.previous-mark', 'Terminal', 'Previous prompt', 'up', () => terminals.prevMark(), {
    isPossible: hasTerminal,
  }),
  command('terminal.next-mark', 'Terminal', 'Next prompt', 'down', () => terminals.nextMark(), {
    isPossible: hasTerminal,
  }),
  command('terminal.redraw', 'Terminal', 'Redraw', 'restart', () => terminals.redraw(), {
    isPossible: hasTerminal,
  }),
  command('terminal.close', 'Terminal', 'Close the pane', 'close', () => terminals.closeActive(), {
    isPossible: hasTerminal,
  }),
  command(
    'terminal.detach',
    'Terminal',
    'Open in a window of its own',
    'external',
    () => terminals.detachToWindow(),
    {
      cli: 'cotal attach',
      isPossible: hasTerminal,
    },
  ),

  command(
    'new-channel',
    'Conversation',
    'New channel',
    'channel',
    () => openOverlay({ kind: 'new-channel' }),
    {
      cli: 'cotal channels set',
      isPossible: isCurrent,
    },
  ),
  command('new-dm', 'Conversation', 'Write to somebody', 'direct', () => openOverlay({ kind: 'new-dm' }), {
    cli: 'cotal send dm',
    isPossible: isCurrent,
  }),

  command(
    'find',
    'View',
    'Find in view or terminal',
    'search',
    () => void (terminals.find() || focusSearch()),
    {
      isPossible: hasMesh,
    },
  ),
  command('filter', 'View', 'Filter the list', 'filter', () => void focusSearch(), {
    isPossible: hasMesh,
  }),
  command('feed.pause', 'View', 'Pause or resume the feed', 'pause', togglePause, {
    isPossible: onMonitor,
  }),
  command('feed.newest', 'View', 'Jump to newest', 'down', jumpToNewest, { isPossible: onMonitor }),
  command('sidebar.toggle', 'View', 'Show or hide the sidebar', 'panel', toggleSidebar),
  command('theme.toggle', 'View', 'Light or dark', 'sun', toggleTheme),
  command('density.toggle', 'View', 'Comfortable or compact', 'list', () =>
    useUi.setState(({ density }) => ({ density: density === 'compact' ? 'comfortable' : 'compact' })),
  ),
  command('keys', 'Window', 'All keys', 'keyboard', () => openOverlay({ kind: 'keys' })),
  command('window.new', 'Window', 'New window', 'external', openWindow, { isPossible: hasMesh }),
  command('quit', 'Window', 'Quit', 'close', () => openOverlay({ kind: 'quit' })),
];

/** Runs a command by its id, if there is one and it makes sense now. */
export function runCommand(bridge: Bridge, id: string): boolean {
  const found = commands.find((each) => each.id === id);
  if (found === undefined || !found.isPossible()) return false;
  found.run(bridge);
  return true;
}

function toggleLane(): void {
  useUi.setState(({ lane }) => ({ lane: lane === 'closed' ? 'open' : lane === 'open' ? 'wide' : 'closed' }));
}

function toggleTheme(): void {
  const isDark = document.documentElement.dataset['theme'] === 'dark';
  useUi.setState({ theme: isDark ? 'light' : 'dark' });
}

function openWindow(bridge: Bridge): void {
  const mesh = useWindow.getState().meshId;
  bridge.call('shell.openWindow', { mesh, terminal: null }).then(
    ({ link }) => link !== null && window.open(link, '_blank', 'noopener'),
    () => undefined,
  );
}
