import { recorder } from '../recorder.ts';
import { strict } from '../strict.ts';

/** Electron's `shell`: nothing is opened, everything is recorded. */
export const shell = strict('shell', {
  openExternal(url: string): Promise<void> {
    if (!URL.canParse(url)) return Promise.reject(new Error('Invalid URL'));
    recorder.record('shell.openExternal', url);
    return Promise.resolve();
  },
  openPath(path: string): Promise<string> {
    recorder.record('shell.openPath', path);
    return Promise.resolve('');
  },
  showItemInFolder(path: string): void {
    recorder.record('shell.showItemInFolder', path);
  },
  trashItem(path: string): Promise<void> {
    recorder.record('shell.trashItem', path);
    return Promise.resolve();
  },
  beep(): void {
    recorder.record('shell.beep');
  },
} satisfies Partial<Electron.Shell>);
