/** Chromium's name of a failure, and the number that Electron gives with it. */
const codes: Readonly<Record<string, number>> = {
  ERR_FAILED: -2,
  ERR_ABORTED: -3,
  ERR_BLOCKED_BY_CLIENT: -20,
  ERR_CONNECTION_REFUSED: -102,
  ERR_NAME_NOT_RESOLVED: -105,
  ERR_INVALID_URL: -300,
  ERR_UNKNOWN_URL_SCHEME: -301,
};

/** Why a page did not load, as `loadURL` throws it. */
export class LoadError extends Error {
  readonly code: string;
  readonly errno: number;
  readonly url: string;

  /** @param text as Chromium says it, with or without `net::` */
  constructor(text: string, url: string) {
    const code = text.replace(/^net::/, '');
    const errno = codes[code] ?? -2;
    super(`${code} (${errno}) loading '${url}'`);
    this.code = code;
    this.errno = errno;
    this.url = url;
  }
}

interface Waiting {
  readonly url: string;
  resolve(): void;
  reject(error: Error): void;
}

/** Which of a page's documents has loaded; Chromium numbers them by loader. */
export class Loads {
  #lastLoaded = '';
  readonly #waiting = new Map<string, Waiting>();

  /** Resolves once the document has loaded. */
  wait(loader: string, url: string): Promise<void> {
    if (loader === this.#lastLoaded) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.set(loader, { url, resolve, reject }));
  }

  loaded(loader: string): void {
    this.#lastLoaded = loader;
    this.#waiting.get(loader)?.resolve();
    this.#waiting.delete(loader);
  }

  /** A document takes the page: those that were still loading never will. */
  replacedBy(loader: string): void {
    for (const [other, { url, reject }] of [...this.#waiting]) {
      if (other === loader) continue;
      this.#waiting.delete(other);
      reject(new LoadError('ERR_ABORTED', url));
    }
  }
}
