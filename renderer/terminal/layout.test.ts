import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaneTree, TerminalLayout } from '../state/ui.ts';
import {
  activate,
  activePaneOf,
  activeTabOf,
  chooseAgent,
  closePane,
  closeTab,
  emptyLayout,
  forgetAgents,
  MAX_PANES,
  MAX_RATIO,
  MIN_RATIO,
  moveTab,
  newTab,
  nextPane,
  openInTab,
  panesOf,
  prevPane,
  setRatio,
  splitActive,
  UNCHOSEN,
} from './layout.ts';

const counter = () => {
  let last = 0;
  return () => `id-${++last}`;
};

/** One step of somebody who arranges terminals; the numbers pick among what is there. */
type Step = {
  readonly act:
    | 'open'
    | 'tab'
    | 'row'
    | 'column'
    | 'choose'
    | 'closePane'
    | 'closeTab'
    | 'activate'
    | 'next'
    | 'prev'
    | 'ratio'
    | 'move'
    | 'forget';
  readonly agent: string;
  readonly pick: number;
  readonly ratio: number;
};

const agents = ['iris', 'otto', 'dex', 'juno', UNCHOSEN];
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(
    'open',
    'tab',
    'row',
    'column',
    'choose',
    'closePane',
    'closeTab',
    'activate',
    'next',
    'prev',
    'ratio',
    'move',
    'forget',
  ),
  agent: fc.constantFrom(...agents),
  pick: fc.nat(20),
  ratio: fc.double({ min: -2, max: 3 }),
});

const nodesOf = (tree: PaneTree): PaneTree[] =>
  tree.kind === 'pane' ? [tree] : [tree, ...nodesOf(tree.first), ...nodesOf(tree.second)];

function take(layout: TerminalLayout, { act, agent, pick, ratio }: Step, newId: () => string) {
  const nodes = layout.tabs.flatMap((tab) => nodesOf(tab.root));
  const node = nodes[pick % Math.max(1, nodes.length)]?.id ?? 'none';
  const tab = layout.tabs[pick % Math.max(1, layout.tabs.length)]?.id ?? 'none';
  switch (act) {
    case 'open':
      return openInTab(layout, agent, newId);
    case 'tab':
      return newTab(layout, agent, newId);
    case 'row':
    case 'column':
      return splitActive(layout, act, agent, newId);
    case 'choose':
      return chooseAgent(layout, node, agent);
    case 'closePane':
      return closePane(layout, node);
    case 'closeTab':
      return closeTab(layout, tab);
    case 'activate':
      return activate(layout, tab, node);
    case 'next':
      return nextPane(layout);
    case 'prev':
      return prevPane(layout);
    case 'ratio':
      return setRatio(layout, node, ratio);
    case 'move':
      return moveTab(layout, tab, pick - 5);
    case 'forget':
      return forgetAgents(layout, [agent]);
  }
}

function run(steps: readonly Step[]): TerminalLayout {
  const newId = counter();
  return steps.reduce<TerminalLayout>((layout, each) => take(layout, each, newId), emptyLayout);
}

describe('whatever somebody does', () => {
  const steps = fc.array(step, { maxLength: 60 });

  test('every id is unique, what is active exists, and every share can be read', () => {
    fc.assert(
      fc.property(steps, (done) => {
        const layout = run(done);
        const ids = layout.tabs.flatMap((tab) => [tab.id, ...nodesOf(tab.root).map(({ id }) => id)]);
        expect(new Set(ids).size).toBe(ids.length);
        expect(layout.activeTab === null).toBe(layout.tabs.length === 0);
        expect(layout.activeTab === null || activeTabOf(layout) !== undefined).toBe(true);
        for (const tab of layout.tabs) {
          const panes = panesOf(tab.root);
          expect(panes.map(({ id }) => id)).toContain(tab.activePane);
          expect(panes.length).toBeLessThanOrEqual(MAX_PANES);
          for (const node of nodesOf(tab.root)) {
            if (node.kind === 'split') expect(node.ratio >= MIN_RATIO && node.ratio <= MAX_RATIO).toBe(true);
          }
        }
      }),
    );
  });

  test('closing all panes leaves nothing', () => {
    fc.assert(
      fc.property(steps, (done) => {
        const layout = run(done);
        const panes = layout.tabs.flatMap((tab) => panesOf(tab.root));
        expect(panes.reduce((left, { id }) => closePane(left, id), layout)).toEqual(emptyLayout);
        const closed = layout.tabs.reduce((left, { id }) => closeTab(left, id), layout);
        expect(closed).toEqual(emptyLayout);
      }),
    );
  });

  test('closing one pane leaves all the others, in their order', () => {
    fc.assert(
      fc.property(steps, fc.nat(50), (done, pick) => {
        const layout = run(done);
        const panes = layout.tabs.flatMap((tab) => panesOf(tab.root));
        fc.pre(panes.length > 0);
        const gone = panes[pick % panes.length]!;
        const left = closePane(layout, gone.id).tabs.flatMap((tab) => panesOf(tab.root));
        expect(left).toEqual(panes.filter(({ id }) => id !== gone.id));
      }),
    );
  });

  test('next and previous undo each other, and next comes round', () => {
    fc.assert(
      fc.property(steps, (done) => {
        const layout = run(done);
        expect(prevPane(nextPane(layout))).toEqual(layout);
        const tab = activeTabOf(layout);
        const count = tab === undefined ? 1 : panesOf(tab.root).length;
        expect(Array.from({ length: count }).reduce(nextOf, layout)).toEqual(layout);
      }),
    );
  });

  test('an agent that is opened is the active one, and open only once more if it was not', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom('iris', 'otto'), (done, agent) => {
        const layout = run(done);
        const opened = openInTab(layout, agent, () => `new-${Math.random()}`);
        expect(activePaneOf(opened)?.agent).toBe(agent);
        expect(openInTab(opened, agent, () => 'never')).toEqual(opened);
      }),
    );
  });
});

const nextOf = (layout: TerminalLayout): TerminalLayout => nextPane(layout);

test('a split goes beside the active pane and is the active one', () => {
  const newId = counter();
  const layout = splitActive(newTab(emptyLayout, 'otto', newId), 'row', 'dex', newId);
  expect(layout.tabs[0]?.root).toMatchObject({
    kind: 'split',
    direction: 'row',
    ratio: 0.5,
    first: { agent: 'otto' },
    second: { agent: 'dex' },
  });
  expect(activePaneOf(layout)?.agent).toBe('dex');
});

test('a tab takes no more panes than can be read', () => {
  const newId = counter();
  let layout = newTab(emptyLayout, 'otto', newId);
  for (let n = 0; n < MAX_PANES + 3; n += 1) layout = splitActive(layout, 'row', 'dex', newId);
  expect(panesOf(layout.tabs[0]!.root)).toHaveLength(MAX_PANES);
});

test('a closed pane hands the focus to the one before it', () => {
  const newId = counter();
  let layout = newTab(emptyLayout, 'otto', newId);
  layout = splitActive(layout, 'row', 'dex', newId);
  layout = splitActive(layout, 'column', 'iris', newId);
  expect(activePaneOf(closePane(layout, activePaneOf(layout)!.id))?.agent).toBe('dex');
});

test('a tab is moved within the strip and not out of it', () => {
  const newId = counter();
  const three = ['a', 'b', 'c'].reduce((layout, name) => newTab(layout, name, newId), emptyLayout);
  const names = (layout: TerminalLayout) => layout.tabs.map((tab) => panesOf(tab.root)[0]?.agent).join('');
  const [a, , c] = three.tabs;
  expect(names(moveTab(three, a!.id, 1))).toBe('bac');
  expect(names(moveTab(three, a!.id, 99))).toBe('bca');
  expect(names(moveTab(three, c!.id, -1))).toBe('cab');
});

test('a pane that waits for a choice takes the agent that is opened', () => {
  const newId = counter();
  const waiting = splitActive(newTab(emptyLayout, 'otto', newId), 'row', UNCHOSEN, newId);
  const layout = openInTab(waiting, 'dex', newId);
  expect(layout.tabs).toHaveLength(1);
  expect(panesOf(layout.tabs[0]!.root).map(({ agent }) => agent)).toEqual(['otto', 'dex']);
});

test('agents that are gone take their panes with them', () => {
  const newId = counter();
  const layout = splitActive(newTab(newTab(emptyLayout, 'otto', newId), 'dex', newId), 'row', 'otto', newId);
  const left = forgetAgents(layout, ['otto']);
  expect(left.tabs.map((tab) => panesOf(tab.root).map(({ agent }) => agent))).toEqual([['dex']]);
});
