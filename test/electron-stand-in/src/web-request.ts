import { strict } from './strict.ts';

interface Answer {
  readonly cancel?: boolean;
  readonly redirectURL?: string;
  readonly responseHeaders?: Record<string, string | string[]>;
}

type Listener = (details: never, callback: (answer: Answer) => void) => void;

interface Registered {
  readonly isWanted: (url: string) => boolean;
  readonly listener: Listener;
}

const registered = new Map<string, Registered>();

function registration(event: string) {
  return (first: Electron.WebRequestFilter | Listener | null, second?: Listener | null): void => {
    const listener = typeof first === 'function' ? first : second;
    if (!listener) registered.delete(event);
    else
      registered.set(event, {
        listener,
        isWanted: typeof first === 'function' ? () => true : matcher(first),
      });
  };
}

/** Electron's `session.webRequest`, with the two events that decide. */
export const webRequest = strict('webRequest', {
  onBeforeRequest: registration('onBeforeRequest'),
  onHeadersReceived: registration('onHeadersReceived'),
});

/** Asks the app's listener; an empty answer where there is none. */
export function askListener(
  event: 'onBeforeRequest' | 'onHeadersReceived',
  details: { readonly url: string } & Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const { isWanted, listener } = registered.get(event) ?? {};
  if (!listener || !isWanted?.(details.url)) return Promise.resolve({});
  return new Promise((resolve) => listener(details as never, resolve));
}

/** Chromium's match patterns: `<all_urls>`, or a scheme, a host and a path, each with `*`. */
function matcher(filter: Electron.WebRequestFilter | null): (url: string) => boolean {
  const included = (filter?.urls ?? []).map(patternToRegExp);
  const excluded = (filter?.excludeUrls ?? []).map(patternToRegExp);
  return (url) =>
    (included.length === 0 || included.some((one) => one.test(url))) &&
    !excluded.some((one) => one.test(url));
}

function patternToRegExp(pattern: string): RegExp {
  if (pattern === '<all_urls>') return /^/;
  const [, scheme = '', rest = ''] = /^([^:]+):(.*)$/.exec(pattern) ?? [];
  if (scheme === '') throw new Error(`Invalid url pattern ${pattern}`);
  const escaped = rest.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
  return new RegExp(`^${scheme === '*' ? '[a-z]+' : scheme}:${escaped}$`, 'i');
}
