import { z } from 'zod';

/**
 * What page and shell say to each other in Electron besides calls and answers. A message channel between processes
 * never says how much of it was read, so the page counts: the shell knows from that how far a window is behind.
 */

/** Page to shell: a page that begins, or begins again. `open` is a number of its own choosing. */
export const openSchema = z.object({ open: z.number().int().min(0) });
/** Page to shell: how many characters it has taken in since it was opened. */
export const ackSchema = z.object({ ack: z.number().int().min(0) });
/** Shell to page, first of all: from the next message on is counted. Whatever came before was for an earlier page. */
export const openedSchema = z.object({ opened: z.number().int() });
/** Shell to page: it was too far behind, and is told nothing more until it opens again. */
export const resetSchema = z.object({ reset: z.literal(true) });

/** The page says how far it is at least after this many characters. */
export const ACK_EVERY_CHARS = 64 * 1024;

/** What the preload gives a page: text in, text out. */
export interface WindowLink {
  post(text: string): void;
  /** The one listener; a later one takes its place. */
  onMessage(listener: (text: string) => void): void;
}
