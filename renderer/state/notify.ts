import { visibleLine } from '../../shared/base/visible.ts';
import type { NeedItem } from '../../shared/api/contract.ts';
import type { Bridge } from '../bridge.ts';
import { useDerived } from './derived.ts';
import type { RosterRow } from './roster.ts';
import { showAgent, useWindow } from './store.ts';
import { meshUiOf, useUi } from './ui.ts';

/** What a person is told of while they look elsewhere. */
export interface Notice {
  /** Notices with the same tag replace each other. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
}

const KIND_WORDS: Readonly<Record<NeedItem['kind'], string>> = {
  question: 'asks',
  permission: 'asks for permission',
  trust: 'waits for your trust',
  silent: 'is silent',
  provider: 'has trouble with its provider',
  exit: 'ended',
  unclaimed: 'left a task that nobody took',
  undelivered: 'has an undelivered message',
  mesh: 'needs you',
};

/** Every agent that stopped working says why; what needs the person says so itself and is not told twice. */
export function noticesOf(
  before: ReadonlyMap<string, RosterRow>,
  now: ReadonlyMap<string, RosterRow>,
  needsBefore: readonly NeedItem[],
  needs: readonly NeedItem[],
): readonly Notice[] {
  const known = new Set(needsBefore.map(({ id }) => id));
  const fresh = needs.filter(({ id }) => !known.has(id));
  const told = new Set(fresh.flatMap(({ agent }) => (agent === null ? [] : [agent.id])));
  const stopped = [...now.values()].filter(
    (row) => before.get(row.id)?.shape === 'working' && isLeft(row) && !told.has(row.id),
  );
  return [
    ...fresh.map((need) => ({
      tag: need.agent?.name ?? 'mesh',
      title: `${visibleLine(need.agent?.name ?? 'The mesh', 64)} ${KIND_WORDS[need.kind]}`,
      body: visibleLine(need.text, 300),
    })),
    ...stopped.map((row) => ({
      tag: row.name,
      title: `${visibleLine(row.name, 64)} is ${row.word}`,
      body: visibleLine(row.activity ?? 'It stopped working and said nothing more.', 300),
    })),
  ];
}

/** A view that went stale claims nothing about anybody, so it announces nothing either. */
function isLeft({ shape }: RosterRow): boolean {
  return shape === 'idle' || shape === 'waiting' || shape === 'offline';
}

/** Tells the system what happened while the person looked elsewhere, and how much waits for them. */
export function followNotifications(bridge: Bridge): () => void {
  const offDerived = useDerived.subscribe((now, before) => {
    if (now.waiting.length !== before.waiting.length) tellCount(bridge, now.waiting.length);
    if (!useUi.getState().notify.stops || (now.rows === before.rows && now.waiting === before.waiting))
      return;
    // The first picture of a mesh is no news.
    if (before.rows.size === 0) return;
    for (const notice of noticesOf(before.rows, now.rows, before.waiting, now.waiting)) {
      if (!isOnScreen(notice.tag)) tell(bridge, notice);
    }
  });
  const offCommand = bridge.on('shell.command', ({ command, argument }) => {
    if (command === 'open' && argument !== null) showAgent(argument);
  });
  tellCount(bridge, useDerived.getState().waiting.length);
  return () => {
    offDerived();
    offCommand();
  };
}

function isOnScreen(name: string): boolean {
  if (!document.hasFocus()) return false;
  const ui = meshUiOf(useUi.getState());
  return ui.view.kind === 'monitor' || (ui.view.kind === 'agents' && ui.selectedAgent === name);
}

function tell(bridge: Bridge, { tag, title, body }: Notice): void {
  if (useWindow.getState().shell?.features.notifications === true) {
    bridge
      .call('shell.notify', { title: title.slice(0, 200), body: body.slice(0, 500), tag })
      .catch(() => undefined);
    return;
  }
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const shown = new Notification(title, { body, tag, silent: !useUi.getState().notify.sound });
  shown.addEventListener('click', () => {
    window.focus();
    showAgent(tag);
  });
}

function tellCount(bridge: Bridge, count: number): void {
  const space = useWindow.getState().status?.space;
  document.title = `${count > 0 ? `(${count}) ` : ''}${space === undefined ? 'Cotal' : `${visibleLine(space, 64)} · Cotal`}`;
  bridge.call('shell.setNeeds', { count }).catch(() => undefined);
}
