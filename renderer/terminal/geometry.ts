import type { PaneTree } from '../state/ui.ts';
import type { Pane, Split } from './layout.ts';

/** A part of the room for panes, in shares of it from 0 to 1. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedPane {
  readonly pane: Pane;
  readonly rect: Rect;
}

export interface PlacedSplit {
  readonly split: Split;
  /** What the split divides. */
  readonly rect: Rect;
}

/**
 * Where each pane of a tree is. Panes are placed side by side instead of nested, so that one that moves in the tree
 * stays the same on the page: its terminal is neither attached anew nor loses what it keeps.
 */
export function place(tree: PaneTree): {
  readonly panes: readonly PlacedPane[];
  readonly splits: readonly PlacedSplit[];
} {
  const panes: PlacedPane[] = [];
  const splits: PlacedSplit[] = [];
  const visit = (node: PaneTree, rect: Rect): void => {
    if (node.kind === 'pane') {
      panes.push({ pane: node, rect });
      return;
    }
    splits.push({ split: node, rect });
    const [first, second] = divide(rect, node.direction, node.ratio);
    visit(node.first, first);
    visit(node.second, second);
  };
  visit(tree, { left: 0, top: 0, width: 1, height: 1 });
  return { panes, splits };
}

function divide(rect: Rect, direction: Split['direction'], ratio: number): readonly [Rect, Rect] {
  const { left, top, width, height } = rect;
  if (direction === 'row') {
    const part = width * ratio;
    return [
      { ...rect, width: part },
      { ...rect, left: left + part, width: width - part },
    ];
  }
  const part = height * ratio;
  return [
    { ...rect, height: part },
    { ...rect, top: top + part, height: height - part },
  ];
}

/** The share that puts the border of a split at a point, given in shares of the whole room. */
export function ratioAt({ split, rect }: PlacedSplit, x: number, y: number): number {
  return split.direction === 'row' ? (x - rect.left) / rect.width : (y - rect.top) / rect.height;
}

const percent = (share: number): string => `${share * 100}%`;

/** As what CSS takes. */
export function toStyle({ left, top, width, height }: Rect): Readonly<Record<keyof Rect, string>> {
  return { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
}
