import { expect, test } from 'vitest';
import { createMirror } from './mirror.ts';
import { cells, exitOf, runScript, until, watch, withoutCursor } from './testing.ts';
import { VIEWER_HIGH, VIEWER_LOW, createViewers } from './viewers.ts';
import type { ViewerFrame } from './index.ts';

const exit = { code: 0, signal: null, at: 1 };
const none = new Uint8Array(0);

test('a screen comes first, then the output since it was asked for, once', async () => {
  let answer: (data: string) => void = () => {};
  const viewers = createViewers(
    () =>
      new Promise((resolve) => {
        answer = (data) => resolve({ cols: 80, rows: 24, data, rest: Buffer.from('half') });
      }),
  );
  const got: string[] = [];
  viewers.output(Buffer.from('before'));
  viewers.attach({ send: (frame) => got.push(shown(frame)) });
  viewers.output(Buffer.from('one'));
  viewers.output(Buffer.from('two'));
  viewers.exit(exit);
  expect(got).toEqual([]);
  answer('SCREEN');
  await until(() => got.length > 0, 'frames');
  expect(got).toEqual(['SCREEN', 'half', 'one', 'two', 'exit']);
});

test('a viewer that does not keep up is sent a screen when it has caught up, and the exit after that', async () => {
  let screens = 0;
  const viewers = createViewers(() =>
    Promise.resolve({ cols: 80, rows: 24, data: `screen ${(screens += 1)}`, rest: none }),
  );
  const got: string[] = [];
  let owed = 0;
  const slow = viewers.attach({
    send(frame) {
      got.push(frame.kind);
      if ('data' in frame) owed += frame.data.length;
    },
  });
  await until(() => got.length === 1, 'the first screen');
  const chunk = new Uint8Array(64 * 1024);
  for (let n = 0; n < 20; n += 1) viewers.output(chunk);
  expect(owed).toBeGreaterThan(VIEWER_HIGH);
  expect(owed).toBeLessThanOrEqual(VIEWER_HIGH + chunk.length + 100);
  viewers.exit(exit);
  slow.acknowledge(owed - VIEWER_LOW);
  await Promise.resolve();
  expect(screens).toBe(1);
  slow.acknowledge(1);
  await until(() => got.includes('exit'), 'the exit');
  expect(screens).toBe(2);
  expect(got.slice(-3)).toEqual(['output', 'screen', 'exit']);
});

test('a new size comes in its place among the output, also for one who still waits for a screen', async () => {
  let answer: () => void = () => {};
  const viewers = createViewers(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ cols: 80, rows: 24, data: 'SCREEN', rest: none });
      }),
  );
  const got: string[][] = [[], []];
  const [maker] = got.map((frames) => viewers.attach({ send: (frame) => frames.push(shown(frame)) }));
  viewers.output(Buffer.from('one'));
  viewers.resized(100, 30, undefined);
  viewers.output(Buffer.from('two'));
  answer();
  await until(() => got[1]?.length === 4, 'frames');
  expect(got[1]).toEqual(['SCREEN', 'one', '100x30', 'two']);
  viewers.resized(90, 20, maker);
  expect(got[1]?.at(-1)).toBe('90x20');
  expect(got[0]).not.toContain('90x20');
});

test('who is behind does not answer for the others', async () => {
  const viewers = createViewers(() => Promise.resolve({ cols: 80, rows: 24, data: 's', rest: none }));
  const [a, b] = [viewers.attach({ send: () => {} }), viewers.attach({ send: () => {} })];
  expect([a.answers(), b.answers()]).toEqual([false, true]);
  await Promise.resolve();
  await Promise.resolve();
  viewers.output(new Uint8Array(VIEWER_HIGH + 1));
  a.acknowledge(VIEWER_HIGH * 2);
  viewers.output(new Uint8Array(1));
  expect([a.answers(), b.answers()]).toEqual([true, false]);
});

test('a viewer that throws or has been detached is sent nothing more', async () => {
  const viewers = createViewers(() => Promise.resolve({ cols: 80, rows: 24, data: 's', rest: none }));
  let calls = 0;
  viewers.attach({
    send() {
      calls += 1;
      throw new Error('gone');
    },
  });
  const detached = viewers.attach({ send: () => (calls += 1) });
  expect(viewers.count()).toBe(2);
  detached.detach();
  await until(() => viewers.count() === 0, 'nobody');
  viewers.output(new Uint8Array(1));
  viewers.exit(exit);
  detached.acknowledge(10);
  expect(calls).toBe(1);
});

test('a query has exactly one terminal to answer it, whenever a viewer attaches', async () => {
  for (const steps of [
    'ask',
    'attach ask',
    'ask attach',
    'text attach ask',
    'attach text ask',
    'attach wait ask',
  ]) {
    let answered = 0;
    let seen = 0;
    const mirror = createMirror({
      cols: 80,
      rows: 24,
      scrollback: 9,
      answer: () => (answered += 1),
      parsed: () => {},
    });
    const viewers = createViewers(() => mirror.snapshot());
    const put = (text: string) => {
      const chunk = Buffer.from(text);
      mirror.feed(chunk, !viewers.output(chunk));
    };
    for (const step of steps.split(' ')) {
      if (step === 'attach')
        viewers.attach({ send: (frame) => (seen += shown(frame).split('\x1b[6n').length - 1) });
      else if (step === 'wait') await mirror.snapshot();
      else put(step === 'ask' ? '\x1b[6n' : 'text');
    }
    await mirror.snapshot();
    await until(() => answered + seen > 0, 'an answer');
    expect({ steps, times: answered + seen }).toEqual({ steps, times: 1 });
    mirror.dispose();
  }
});

test('catching up while a chunk is passed on shows that chunk once', async () => {
  const mirror = createMirror({ cols: 80, rows: 24, scrollback: 9, answer: () => {}, parsed: () => {} });
  const viewers = createViewers(() => mirror.snapshot());
  const put = (chunk: Uint8Array) => mirror.feed(chunk, !viewers.output(chunk));
  const got: string[] = [];
  const slow = viewers.attach({ send: (frame) => got.push(shown(frame)) });
  // The second viewer acknowledges for the first in the middle of being sent something.
  let rescue = false;
  const brisk = viewers.attach({
    send(frame) {
      if ('data' in frame) brisk.acknowledge(frame.data.length);
      if (rescue) slow.acknowledge(VIEWER_HIGH * 2);
    },
  });
  await until(() => got.length > 0, 'a screen');
  put(Buffer.alloc(VIEWER_HIGH + 1, '\r'));
  rescue = true;
  put(Buffer.from('once'));
  await until(() => got.length > 2, 'a fresh screen');
  expect(got.slice(2).map(withoutCursor)).toEqual(['once']);
  mirror.dispose();
});

test('two viewers, one of them late, show the same', async () => {
  const session = await runScript(
    'for i in $(seq 1 300); do echo "line $i"; done; sleep 0.2; seq 1 5000; printf END',
  );
  const first = watch(session);
  await until(() => session.lastOutputAt() !== null, 'output');
  const second = watch(session);
  await until(() => first.exit() !== undefined && second.exit() !== undefined, 'both exits');
  await Promise.all([first.settled(), second.settled()]);
  expect(cells(second.terminal)).toEqual(cells(first.terminal));
  const after = watch(session);
  await until(() => after.exit() !== undefined, 'the exit');
  await after.settled();
  expect(after.frames).toEqual(['screen', 'exit']);
  // It may have less scrollback: what it has is the same.
  expect(cells(after.terminal).slice(-24)).toEqual(cells(first.terminal).slice(-24));
  await session.dispose();
});

test(
  'a slow viewer under a flood of 50 MB costs little memory and ends up right',
  { timeout: 60_000 },
  async () => {
    const session = await runScript(
      'yes "$(head -c 500 /dev/zero | tr "\\\\0" x)" | head -c 50000000; printf END',
    );
    const slow = watch(session, false);
    const brisk = watch(session);
    // Chunks of output and the screens' cells are array buffers; keeping the flood would show here.
    const memory = () => process.memoryUsage().arrayBuffers;
    const before = memory();
    let most = 0;
    const meter = setInterval(() => {
      most = Math.max(most, memory() - before);
      // The slow one takes 20 KB at a time, twenty times a second.
      if (slow.owed() > 0) slow.acknowledge(Math.min(20_000, slow.owed()));
    }, 50);
    await exitOf(session);
    // How much it gets depends on how quick the machine is; most of the flood it never does.
    expect(slow.received()).toBeLessThan(25_000_000);
    expect(slow.mostOwed()).toBeLessThan(VIEWER_HIGH + 200 * 1024);
    expect(brisk.mostOwed()).toBeLessThan(VIEWER_HIGH + 200 * 1024);
    expect(most).toBeLessThan(20 * 1024 * 1024);
    clearInterval(meter);
    while (slow.exit() === undefined) {
      slow.acknowledge(slow.owed());
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await until(() => brisk.exit() !== undefined, 'the exit');
    await Promise.all([slow.settled(), brisk.settled()]);
    expect(session.lastLines(1)[0]).toMatch(/END$/);
    expect(cells(slow.terminal).slice(-24)).toEqual(cells(brisk.terminal).slice(-24));
    await session.dispose();
  },
);

function shown(frame: ViewerFrame): string {
  if (frame.kind === 'exit') return 'exit';
  if (frame.kind === 'size') return `${frame.cols}x${frame.rows}`;
  return typeof frame.data === 'string' ? frame.data : Buffer.from(frame.data).toString();
}
