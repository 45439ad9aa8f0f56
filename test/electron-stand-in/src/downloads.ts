import { fromChromium } from './addresses.ts';
import { quietly, type Protocol } from './cdp.ts';
import { isPrevented } from './events.ts';
import { lifecycle } from './lifecycle.ts';
import { recorder } from './recorder.ts';
import { session } from './session.ts';
import { StrictEmitter } from './strict.ts';
import type { WebContents } from './web-contents.ts';

/** Electron's `DownloadItem`, until it is decided whether the download may begin; nothing is ever saved here. */
class DownloadItem extends StrictEmitter {
  readonly #url: string;
  readonly #filename: string;
  #isCancelled = false;
  #savePath = '';

  constructor(url: string, filename: string) {
    super();
    this.#url = url;
    this.#filename = filename;
  }

  getURL(): string {
    return this.#url;
  }

  getFilename(): string {
    return this.#filename;
  }

  getSavePath(): string {
    return this.#savePath;
  }

  setSavePath(path: string): void {
    this.#savePath = path;
  }

  setSaveDialogOptions(options: Electron.SaveDialogOptions): void {
    recorder.record('download.setSaveDialogOptions', options);
  }

  cancel(): void {
    this.#isCancelled = true;
  }

  getState(): 'progressing' | 'cancelled' {
    return this.#isCancelled ? 'cancelled' : 'progressing';
  }
}

export type { DownloadItem };

/** Tells the app of a download that a page begins, and cancels what the app refuses. */
export function decideDownload(
  contents: WebContents,
  { guid, url, suggestedFilename }: Protocol.Page.downloadWillBeginPayload,
): void {
  const item = new DownloadItem(fromChromium(url), suggestedFilename);
  const isRefused = isPrevented(session.defaultSession, 'will-download', {}, item, contents);
  if (isRefused || item.getState() === 'cancelled') {
    quietly(lifecycle.browser().cdp.send('Browser.cancelDownload', { guid }));
  } else recorder.record('download', item.getURL());
}
