import { readFile } from 'node:fs/promises';
import { schemeOf } from './addresses.ts';
import { handlerOf } from './protocol.ts';
import { strict } from './strict.ts';

/** Electron's `net`, with `fetch` only: files, schemes of the app, and this machine. The network is closed. */
export const net = strict('net', {
  async fetch(input: string | Request, options: RequestInit = {}): Promise<Response> {
    const request = new Request(input, options);
    const scheme = schemeOf(request.url);
    const handler = handlerOf(scheme);
    if (handler) return handler(request);
    if (scheme === 'file') return new Response(new Uint8Array(await readFile(new URL(request.url))));
    if (new URL(request.url).hostname !== '127.0.0.1') throw new Error('net::ERR_NAME_NOT_RESOLVED');
    return fetch(request);
  },
  isOnline: () => false,
});
