import { createReadStream, promises as fs, watch } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseJsonText } from '../../../shared/base/bounded-json.ts';
import { Fault } from '../../../shared/base/refusal.ts';
import { visibleLine } from '../../../shared/base/visible.ts';
import { homePaths } from '../../cotal/workspace/home.ts';
import { assertOperator, type Context } from '../context.ts';
import { dim, red, yellow } from '../output.ts';

export interface LogOptions {
  readonly follow?: boolean;
  readonly event?: string;
  readonly space?: string;
  readonly lines?: string;
}

const LEVELS: Readonly<Record<number, string>> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error' };
const HIDDEN = new Set(['level', 'time', 'pid', 'msg', 'role', 'space', 'event']);

/** `cotal logs`: the host's operator log, as lines for people or as the JSON it is. */
export async function logs(ctx: Context, o: LogOptions): Promise<void> {
  await assertOperator(ctx.home);
  const file = homePaths(ctx.home).hostLog;
  const want = Number(o.lines ?? '200');
  if (!Number.isInteger(want) || want < 0)
    throw new Fault('usage', `"${o.lines ?? ''}" is not a number of lines.`, {
      why: 'It has to be a whole number.',
      remedy: 'Correct --lines.',
    });
  const print = (text: string): void => {
    const shown = render(text, o, ctx.out.json);
    if (shown !== undefined) process.stdout.write(`${shown}\n`);
  };
  let position = (await fs.stat(file).catch(() => undefined))?.size;
  if (position === undefined)
    throw new Fault('no-log', 'There is no log yet.', {
      why: 'No host has run in this machine home.',
      remedy: 'Bring a mesh up: cotal up --detach',
    });
  const kept: string[] = [];
  for await (const text of createInterface({
    input: createReadStream(file, { end: Math.max(0, position - 1) }),
  })) {
    if (render(text, o, ctx.out.json) === undefined) continue;
    kept.push(text);
    if (kept.length > want) kept.shift();
  }
  for (const text of kept) print(text);
  if (o.follow !== true) return;
  const more = async (): Promise<void> => {
    const size = (await fs.stat(file).catch(() => undefined))?.size ?? 0;
    // The log was rotated: what is there now is all new.
    if (size < (position ?? 0)) position = 0;
    if (size === position) return;
    const from = position ?? 0;
    position = size;
    for await (const text of createInterface({
      input: createReadStream(file, { start: from, end: size - 1 }),
    }))
      print(text);
  };
  let reading = Promise.resolve();
  const again = (): void => {
    reading = reading.then(more);
  };
  const watcher = watch(file, again);
  const timer = setInterval(again, 1000);
  await new Promise<void>((resolve) => process.once('SIGINT', () => resolve()));
  watcher.close();
  clearInterval(timer);
}

function render(text: string, o: LogOptions, json: boolean): string | undefined {
  const parsed = parseJsonText(text, { maxBytes: 1024 * 1024, maxDepth: 32 });
  if (!parsed.ok || typeof parsed.value !== 'object' || parsed.value === null) return undefined;
  const row = parsed.value as Record<string, unknown>;
  if (o.event !== undefined && row['event'] !== o.event) return undefined;
  if (o.space !== undefined && row['space'] !== o.space) return undefined;
  if (json) return JSON.stringify(row);
  const level = LEVELS[Number(row['level'])] ?? 'info';
  const paint = level === 'error' ? red : level === 'warn' ? yellow : dim;
  const rest = Object.entries(row)
    .filter(([key]) => !HIDDEN.has(key))
    .map(([key, value]) => `${key}=${wordsOf(value)}`)
    .join(' ');
  const where = [row['space'], row['role']].filter((v) => typeof v === 'string').join('/');
  return `${dim(String(row['time']).slice(0, 19))} ${paint(level.padEnd(5))} ${dim(where)} ${visibleLine(String(row['msg']), 400)} ${dim(visibleLine(rest, 600))}`.trimEnd();
}

/** An error by its message: its stack is in the JSON, for who develops the app. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'message' in value) return JSON.stringify(value.message);
  return JSON.stringify(value);
}
