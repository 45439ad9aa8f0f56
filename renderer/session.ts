import { z } from 'zod';

/** What this page was opened with: the secret of its session, and the mesh it is to show first. */
export interface Opening {
  /** Absent when the page was opened without a link, or with one that was used already. */
  readonly session: string | undefined;
  readonly mesh: string | undefined;
}

const SESSION_KEY = 'cotal.session';
const MESH_KEY = 'cotal.mesh';
const answerSchema = z.object({ session: z.string() });

/**
 * Exchanges the launch token in the address for a session, once. The secret is kept in sessionStorage: other ports of
 * this machine cannot read it, as they could a cookie, and it survives a reload.
 */
export async function openSession(): Promise<Opening> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, '', location.pathname);
  const token = fragment.get('t');
  const mesh = fragment.get('mesh');
  if (mesh !== null) rememberMesh(mesh);
  const session = token === null ? undefined : await exchange(token);
  if (session !== undefined) sessionStorage.setItem(SESSION_KEY, session);
  return {
    session: session ?? sessionStorage.getItem(SESSION_KEY) ?? undefined,
    mesh: sessionStorage.getItem(MESH_KEY) ?? undefined,
  };
}

/** The mesh to show again after a reload. */
export function rememberMesh(mesh: string): void {
  sessionStorage.setItem(MESH_KEY, mesh);
}

async function exchange(token: string): Promise<string | undefined> {
  const request = {
    method: 'POST',
    body: JSON.stringify({ token }),
    headers: { 'content-type': 'application/json' },
  };
  const response = await fetch('/session', request).catch(() => undefined);
  if (response?.ok !== true) return undefined;
  const answer = answerSchema.safeParse(await response.json());
  return answer.success ? answer.data.session : undefined;
}
