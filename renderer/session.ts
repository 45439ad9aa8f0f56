import { z } from 'zod';
import type { WindowLink } from '../shared/api/window-link.ts';
import { linkTransport, socketTransport, type Transport } from './transport.ts';

/** What this page was opened with. */
export interface Opening {
  /** Absent when the page was opened without a link, or with one that was used already. */
  readonly transport: Transport | undefined;
  /** The mesh it is to show first. */
  readonly mesh: string | undefined;
}

declare global {
  interface Window {
    /** Given by Electron's preload; there is none in a browser. */
    readonly cotalShell?: WindowLink;
  }
}

const SESSION_KEY = 'cotal.session';
const WINDOW_KEY = 'cotal.window';
const MESH_KEY = 'cotal.mesh';
const TERMINAL_KEY = 'cotal.terminal';
const answerSchema = z.object({ session: z.string() });

/** The way to this page's shell: Electron's own, or a socket to the browser shell. */
export async function openSession(): Promise<Opening> {
  const link = window.cotalShell;
  const session = link === undefined ? await redeemLink() : undefined;
  return {
    transport: link === undefined ? socketTo(session) : linkTransport(link),
    mesh: recall(MESH_KEY) ?? undefined,
  };
}

/** The mesh to show again after a reload. */
export function rememberMesh(mesh: string): void {
  sessionStorage.setItem(MESH_KEY, mesh);
}

/** The name to ask for again after a reload, so that this window finds what was kept of it. */
export function rememberWindow(key: string): void {
  sessionStorage.setItem(WINDOW_KEY, key);
}

function socketTo(session: string | undefined): Transport | undefined {
  if (session === undefined) return undefined;
  return socketTransport(`ws://${location.host}/socket`, () => ({
    session,
    window: recall(WINDOW_KEY),
    mesh: recall(MESH_KEY),
    terminal: recall(TERMINAL_KEY),
  }));
}

/**
 * Exchanges the launch token in the address for a session, once. The secret is kept in sessionStorage: other ports of
 * this machine cannot read it, as they could a cookie, and it survives a reload.
 */
async function redeemLink(): Promise<string | undefined> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get('t');
  if (token === null) return recall(SESSION_KEY) ?? undefined;
  history.replaceState(null, '', location.pathname);
  // A page that was opened by another one begins with a copy of its storage.
  sessionStorage.removeItem(WINDOW_KEY);
  keep(MESH_KEY, fragment.get('mesh'));
  keep(TERMINAL_KEY, fragment.get('terminal'));
  const session = await exchange(token);
  if (session !== undefined) sessionStorage.setItem(SESSION_KEY, session);
  return session ?? recall(SESSION_KEY) ?? undefined;
}

function recall(key: string): string | null {
  return sessionStorage.getItem(key);
}

function keep(key: string, value: string | null): void {
  if (value === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, value);
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
