import type { VirtualItem } from '@tanstack/react-virtual';
import { meshUiOf, setMeshUi, useUi, type ConversationKey } from '../../../state/ui.ts';

/** Closer to the end than this counts as being at the end. */
export const NEAR_END_PX = 48;

const KEPT_LAYOUTS = 40;
/** The heights of a conversation's lines as they were measured, and where it was scrolled to. */
export interface Layout {
  readonly items: VirtualItem[];
  readonly offset: number;
}

/** Of conversations left a moment ago: coming back to one lands on the same line. */
const layouts = new Map<string, Layout>();

export function keptLayout(mesh: string | null, key: ConversationKey | null): Layout | undefined {
  return layouts.get(`${mesh} ${key}`);
}

export function keepLayout(mesh: string | null, key: ConversationKey, layout: Layout): void {
  layouts.delete(`${mesh} ${key}`);
  layouts.set(`${mesh} ${key}`, layout);
  const [oldest] = layouts.keys();
  if (layouts.size > KEPT_LAYOUTS && oldest !== undefined) layouts.delete(oldest);
}

/** How far from its end a conversation was left, in pixels; 0 is the end. */
export function keptDistance(key: ConversationKey): number {
  return meshUiOf(useUi.getState()).scroll[key] ?? 0;
}

export function keepDistance(key: ConversationKey, distance: number): void {
  const kept = distance < NEAR_END_PX ? 0 : Math.round(distance);
  if (kept === keptDistance(key)) return;
  setMeshUi(({ scroll }) => {
    const { [key]: _old, ...others } = scroll;
    return { scroll: kept === 0 ? others : { ...others, [key]: kept } };
  });
}
