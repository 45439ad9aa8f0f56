import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PaneTree } from '../state/ui.ts';
import { place, ratioAt, toStyle } from './geometry.ts';

const { tree } = fc.letrec<{ tree: PaneTree; pane: PaneTree; split: PaneTree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 5, withCrossShrink: true }, tie('pane'), tie('split')),
  pane: fc.record({ kind: fc.constant('pane' as const), id: fc.uuid(), agent: fc.constant('otto') }),
  split: fc.record({
    kind: fc.constant('split' as const),
    id: fc.uuid(),
    direction: fc.constantFrom('row' as const, 'column' as const),
    ratio: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
    first: tie('tree'),
    second: tie('tree'),
  }),
}));

test('panes fill the room and do not overlap', () => {
  fc.assert(
    fc.property(tree, (root) => {
      const { panes, splits } = place(root);
      expect(panes.length).toBe(splits.length + 1);
      const area = panes.reduce((sum, { rect }) => sum + rect.width * rect.height, 0);
      expect(area).toBeCloseTo(1, 9);
      for (const { rect } of panes) {
        expect(rect.left + rect.width).toBeLessThanOrEqual(1 + 1e-9);
        expect(rect.top + rect.height).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});

test('the share at the border of a split is the one it has', () => {
  fc.assert(
    fc.property(tree, (root) => {
      for (const placed of place(root).splits) {
        const { rect, split } = placed;
        const x = rect.left + rect.width * split.ratio;
        const y = rect.top + rect.height * split.ratio;
        expect(ratioAt(placed, x, y)).toBeCloseTo(split.ratio, 6);
      }
    }),
  );
});

test('is what CSS takes', () => {
  expect(toStyle({ left: 0.25, top: 0, width: 0.5, height: 1 })).toEqual({
    left: '25%',
    top: '0%',
    width: '50%',
    height: '100%',
  });
});
