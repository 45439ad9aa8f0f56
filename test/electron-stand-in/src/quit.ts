import { isPrevented } from './events.ts';
import { lifecycle } from './lifecycle.ts';
import { windows } from './windows.ts';

/** What has to happen before the process may end. */
const lastSteps: (() => void)[] = [];

/** Adds a step that runs when the process ends, however it does (but for SIGKILL). Steps are quick and throw nothing. */
export function beforeTheEnd(step: () => void): void {
  lastSteps.push(step);
}

process.on('exit', () => {
  for (const step of lastSteps) step();
});

/** Electron's quit: `before-quit`, every window's `close`, `will-quit`; each of them may refuse. */
export function quit(app: NodeJS.EventEmitter): void {
  if (lifecycle.quitting || lifecycle.ending) return;
  if (isPrevented(app, 'before-quit')) return;
  lifecycle.quitting = true;
  void closeWindows().then((closed) => {
    if (closed) finishQuitting(app);
    else lifecycle.quitting = false;
  });
}

async function closeWindows(): Promise<boolean> {
  for (const { requestClose } of windows.all()) {
    if (!(await requestClose())) return false;
  }
  return true;
}

function finishQuitting(app: NodeJS.EventEmitter): void {
  if (isPrevented(app, 'will-quit')) {
    lifecycle.quitting = false;
    return;
  }
  end(app, 0);
}

/** Ends the process without asking anybody. */
export function end(app: NodeJS.EventEmitter, code: number): void {
  if (lifecycle.ending) return;
  lifecycle.ending = true;
  for (const { window } of windows.all()) window.destroy();
  app.emit('quit', {}, code);
  const browserEnd = lifecycle.chromium?.end() ?? Promise.resolve();
  // Whatever ending it says, the process ends.
  void browserEnd.catch(() => undefined).then(() => process.exit(code));
}

/** After a window has closed: the last one ends the app, unless the app decides that itself. */
export function afterWindowClosed(app: NodeJS.EventEmitter): void {
  if (windows.all().length > 0 || lifecycle.quitting || lifecycle.ending) return;
  if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed');
  else quit(app);
}
