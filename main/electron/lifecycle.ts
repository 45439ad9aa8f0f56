import { app } from 'electron';
import type { Quitting } from './quit.ts';
import type { AppWindows } from './windows.ts';

/** How long the last writes may take; then the app ends all the same. */
const FLUSH_MS = 3000;

export interface LifecycleOptions {
  readonly windows: AppWindows;
  readonly quitting: Quitting;
  /** With a tray the app stays when its last window closes. */
  readonly hasTray: boolean;
  /** Finishes what is being written, and lets the host go. */
  readonly finish: () => Promise<void>;
}

/** Ends the app when it should, and only then; agents go on either way. */
export function followApp({ windows, quitting, hasTray, finish }: LifecycleOptions): void {
  // A closed terminal or Ctrl-C is no question: it ends the shell, never the mesh (decision 27).
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, quitting.now);
  app.on('window-all-closed', () => {
    if (!hasTray) quitting.now();
  });
  app.on('activate', () => {
    const window = windows.last();
    if (window === undefined) void windows.open({ mesh: null, terminal: null });
    else windows.focus(window);
  });
  let isFinished = false;
  app.on('will-quit', (event) => {
    if (isFinished) return;
    event.preventDefault();
    const late = new Promise<void>((resolve) => setTimeout(resolve, FLUSH_MS));
    void Promise.race([finish().catch(() => undefined), late]).then(() => {
      isFinished = true;
      app.exit(0);
    });
  });
}
