import { create } from 'zustand';

/** Agents whose terminal rang while somebody was elsewhere. A mark on the tab tells it; there is no sound. */
export const useBells = create<{ readonly rang: ReadonlySet<string> }>(() => ({ rang: new Set() }));

export function ring(agent: string): void {
  useBells.setState(({ rang }) => (rang.has(agent) ? {} : { rang: new Set(rang).add(agent) }));
}

/** Somebody has come to look. */
export function silence(agent: string): void {
  useBells.setState(({ rang }) =>
    rang.has(agent) ? { rang: new Set([...rang].filter((name) => name !== agent)) } : {},
  );
}
