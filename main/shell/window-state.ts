import { promises as fs } from 'node:fs';
import path from 'node:path';
import { MAX_WINDOW_STATE_CHARS } from '../../shared/api/shell.ts';
import { parseJsonText } from '../../shared/base/bounded-json.ts';
import { Fault } from '../../shared/base/refusal.ts';
import { readText, writeFileAtomic } from '../cotal/workspace/files.ts';
import { isWindowKey } from './window-keys.ts';

/** What windows were when they were last saved, by the window's name. */
export interface WindowStates {
  /** `null`: nothing was saved, or it cannot be read; a damaged file is put aside, never written over. */
  load(key: string): Promise<unknown>;
  /** Resolves when this picture, or a newer one of the same window, is on the disk. */
  save(key: string, state: unknown): Promise<void>;
  /** Waits for what is being written. */
  flush(): Promise<void>;
}

/** Where the shells of a machine home keep what their windows were. */
export function windowStatesDir(home: string): string {
  return path.join(home, 'shell', 'windows');
}

/** A picture that is to be written next, and who waits for it. */
interface Next {
  text: string;
  readonly written: Promise<void>;
}

const BOUNDS = { maxBytes: MAX_WINDOW_STATE_CHARS, maxDepth: 48 };

/**
 * Keeps one file per window below `dir`. A picture is written at once, so that a killed shell loses nothing that was
 * saved; while one is being written, only the newest of those that come in is kept for after it.
 */
export function createWindowStates(dir: string): WindowStates {
  const writing = new Map<string, Promise<void>>();
  const next = new Map<string, Next>();

  const fileOf = (key: string): string => {
    if (!isWindowKey(key)) throw new Error('not the name of a window');
    return path.join(dir, `${key}.json`);
  };

  function write(key: string, text: string): Promise<void> {
    const done = writeFileAtomic(fileOf(key), text).finally(() => writing.delete(key));
    writing.set(key, done);
    return done;
  }

  function writeAfter(key: string, text: string, current: Promise<void>): Promise<void> {
    // A failed write says so to whoever asked for it; the next one is tried all the same.
    const written = current
      .catch(() => undefined)
      .then(() => {
        const newest = next.get(key)?.text ?? text;
        next.delete(key);
        return write(key, newest);
      });
    next.set(key, { text, written });
    return written;
  }

  return {
    async load(key) {
      await (next.get(key)?.written ?? writing.get(key))?.catch(() => undefined);
      const file = fileOf(key);
      const text = await readText(file).catch(() => undefined);
      if (text === undefined) return null;
      const json = parseJsonText(text, BOUNDS);
      if (json.ok) return json.value;
      await fs.rename(file, `${file}.damaged`).catch(() => undefined);
      return null;
    },
    async save(key, state) {
      const text = JSON.stringify(state ?? null);
      // What could not be read again is not written.
      if (!parseJsonText(text, BOUNDS).ok) throw tooLarge();
      const waiting = next.get(key);
      if (waiting !== undefined) {
        waiting.text = text;
        return waiting.written;
      }
      const current = writing.get(key);
      return current === undefined ? write(key, text) : writeAfter(key, text, current);
    },
    async flush() {
      while (writing.size > 0 || next.size > 0) {
        await Promise.allSettled([...writing.values(), ...[...next.values()].map(({ written }) => written)]);
      }
    },
  };
}

function tooLarge(): Fault {
  return new Fault('window-state-too-large', 'This window cannot be kept as it is.', {
    why: 'Its tabs, drafts and filters together are larger than what is kept for a window.',
    remedy: 'Send or shorten long drafts; everything else goes on as before.',
  });
}
