import type { BrowserWindow } from './browser-window.ts';

/** A window that is open, with what only the stand-in asks of it. */
export interface OpenWindow {
  readonly window: BrowserWindow;
  /** Asks it to close; whether it did. */
  requestClose(): Promise<boolean>;
}

const open = new Map<number, OpenWindow>();
let focused: BrowserWindow | null = null;

/** The open windows of this process, and which of them has the keyboard. */
export const windows = {
  add(one: OpenWindow): void {
    open.set(one.window.id, one);
  },
  remove(id: number): void {
    open.delete(id);
  },
  all(): OpenWindow[] {
    return [...open.values()];
  },
  get(id: number): BrowserWindow | null {
    return open.get(id)?.window ?? null;
  },
  get focused(): BrowserWindow | null {
    return focused;
  },
  setFocused(window: BrowserWindow | null): void {
    focused = window;
  },
};
