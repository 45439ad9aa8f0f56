import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Bridge, HeardPayload } from '../bridge.ts';
import { attachTerminal, type AttachEvents } from './attach.ts';
import type { Screen, Size } from './screen.ts';

type Frame = HeardPayload<'terminal.frame'>['frame'];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A host that answers when it is told to, and a screen that notes what it is given. */
function parts(fits: Size | undefined = { cols: 80, rows: 24 }) {
  const calls: { method: string; input: unknown; answer: (output: unknown) => Promise<void> }[] = [];
  const listeners = new Set<(payload: HeardPayload<'terminal.frame'>) => void>();
  const bridge = {
    call: (method: string, input: unknown) =>
      new Promise((resolve, reject) => {
        const answer = async (output: unknown): Promise<void> => {
          if (output instanceof Error) reject(output);
          else resolve(output);
          await vi.advanceTimersByTimeAsync(0);
        };
        calls.push({ method, input, answer });
      }),
    on(_event: string, listener: (payload: HeardPayload<'terminal.frame'>) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Bridge;
  const drawn: string[] = [];
  const screen = {
    fit: () => fits,
    repaint: ({ cols, rows }: Size, data: string, done: () => void) => {
      drawn.push(`${cols}×${rows} ${data}`);
      done();
    },
    write: (data: Uint8Array, done: () => void) => {
      drawn.push(Buffer.from(data).toString());
      done();
    },
    resize: ({ cols, rows }: Size) => void drawn.push(`${cols}×${rows}`),
  } as unknown as Screen;
  const told = { attached: 0, failed: 0, exits: 0, foreign: false };
  const events: AttachEvents = {
    onAttached: () => (told.attached += 1),
    onFailed: () => (told.failed += 1),
    onExit: () => (told.exits += 1),
    onForeignSize: (isForeign) => (told.foreign = isForeign),
  };
  const attached = attachTerminal(bridge, { mesh: 'm', name: 'otto' }, screen, events);
  const of = (method: string) => calls.filter((call) => call.method === `terminal.${method}`);
  const frame = (each: Frame, stream = 7): void => {
    for (const listener of listeners) listener({ stream, frame: each });
  };
  return { attached, of, frame, drawn, told, listeners };
}

const output = (text: string): Frame => ({ kind: 'output', data: Buffer.from(text).toString('base64') });
const inputs = (calls: readonly { input: unknown }[]) => calls.map(({ input }) => input);

describe('attaching', () => {
  test('asks with the size that fits, and takes the frames that overtake the answer', async () => {
    const { of, frame, drawn, told } = parts();
    expect(inputs(of('attach'))).toEqual([{ mesh: 'm', name: 'otto', cols: 80, rows: 24 }]);
    frame({ kind: 'screen', cols: 80, rows: 24, data: 'ours' });
    frame({ kind: 'screen', cols: 80, rows: 24, data: 'of another' }, 8);
    expect(drawn).toEqual([]);
    await of('attach')[0]!.answer({ stream: 7, pid: 1 });
    frame(output('more'));
    expect(drawn).toEqual(['80×24 ours', 'more']);
    expect(told.attached).toBe(1);
  });

  test('sends what was typed meanwhile once, then every key at once', async () => {
    const { attached, of } = parts();
    attached.input('l');
    attached.input('s');
    expect(of('input')).toHaveLength(0);
    await of('attach')[0]!.answer({ stream: 7, pid: 1 });
    attached.input('\r');
    expect(inputs(of('input'))).toEqual([
      { stream: 7, data: 'ls' },
      { stream: 7, data: '\r' },
    ]);
  });

  test('cuts a long paste into what the contract takes', async () => {
    const { attached, of } = parts();
    await of('attach')[0]!.answer({ stream: 7, pid: 1 });
    attached.input('x'.repeat(150_000));
    expect(of('input').map(({ input }) => (input as { data: string }).data.length)).toEqual([
      65_536, 65_536, 18_928,
    ]);
  });

  test('gives the stream back when it was detached before the answer', async () => {
    const { attached, of, listeners, told } = parts();
    attached.detach();
    await of('attach')[0]!.answer({ stream: 7, pid: 1 });
    expect(inputs(of('detach'))).toEqual([{ stream: 7 }]);
    expect(listeners.size).toBe(0);
    expect(told.attached).toBe(0);
  });

  test('listens no longer once it failed', async () => {
    const { of, listeners, told } = parts();
    await of('attach')[0]!.answer(new Error('no such agent'));
    expect(told.failed).toBe(1);
    expect(listeners.size).toBe(0);
  });
});

test('what was drawn is acknowledged in batches, all of it', async () => {
  const { of, frame } = parts();
  await of('attach')[0]!.answer({ stream: 7, pid: 1 });
  frame(output('grüße'));
  frame({ kind: 'screen', cols: 80, rows: 24, data: 'ü' });
  expect(of('ack')).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(50);
  expect(inputs(of('ack'))).toEqual([{ stream: 7, bytes: 9 }]);
  frame(output('x'.repeat(40_000)));
  expect(inputs(of('ack'))[1]).toEqual({ stream: 7, bytes: 40_000 });
});

describe('sizes', () => {
  test('another window gives one: it is followed and told, and not sent back', async () => {
    const { attached, of, frame, drawn, told } = parts();
    await of('attach')[0]!.answer({ stream: 7, pid: 1 });
    frame({ kind: 'size', cols: 100, rows: 30 });
    expect(drawn).toEqual(['100×30']);
    expect(told.foreign).toBe(true);
    await vi.advanceTimersByTimeAsync(500);
    expect(of('resize')).toHaveLength(0);

    attached.resize({ cols: 80, rows: 24 });
    expect(told.foreign).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(inputs(of('resize'))).toEqual([{ stream: 7, cols: 80, rows: 24 }]);
  });

  test('ours holds over one that comes while it is on its way', async () => {
    const { attached, of, frame, drawn, told } = parts();
    await of('attach')[0]!.answer({ stream: 7, pid: 1 });
    attached.resize({ cols: 90, rows: 24 });
    await vi.advanceTimersByTimeAsync(100);
    frame({ kind: 'size', cols: 100, rows: 30 });
    frame({ kind: 'screen', cols: 100, rows: 30, data: 'wide' });
    expect(told.foreign).toBe(false);
    await of('resize')[0]!.answer({});
    expect(drawn).toEqual(['100×30 wide', '90×24']);
  });

  test('a drawn border sends only where it came to rest', async () => {
    const { attached, of } = parts();
    await of('attach')[0]!.answer({ stream: 7, pid: 1 });
    for (const cols of [81, 82, 83]) attached.resize({ cols, rows: 24 });
    await vi.advanceTimersByTimeAsync(500);
    expect(inputs(of('resize'))).toEqual([{ stream: 7, cols: 83, rows: 24 }]);
  });

  test('a size from before the answer is sent after it', async () => {
    const { attached, of } = parts();
    attached.resize({ cols: 60, rows: 20 });
    await vi.advanceTimersByTimeAsync(500);
    expect(of('resize')).toHaveLength(0);
    await of('attach')[0]!.answer({ stream: 7, pid: 1 });
    expect(inputs(of('resize'))).toEqual([{ stream: 7, cols: 60, rows: 20 }]);
  });
});
