import { protocol } from 'electron';
import type { PageFile } from '../shell/page-files.ts';
import { APP_SCHEME, isOwnUrl, ownHeaders, SCHEME_PRIVILEGES } from './security.ts';

/** Says what the scheme of the page may do. Before the app is ready, and once. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: SCHEME_PRIVILEGES }]);
}

/** Serves the built page. What is not in the table does not exist for a request, however it is spelled. */
export function servePage(files: ReadonlyMap<string, PageFile>): void {
  protocol.handle(APP_SCHEME, (request) => {
    if (request.method !== 'GET') return answer(405, 'text/plain', 'Not that way.');
    const file = isOwnUrl(request.url) ? files.get(new URL(request.url).pathname) : undefined;
    if (file === undefined) return answer(404, 'text/plain', 'There is no such page.');
    return answer(200, file.type, new Uint8Array(file.body));
  });
}

function answer(status: number, type: string, body: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(body, { status, headers: { ...ownHeaders(), 'content-type': type } });
}
