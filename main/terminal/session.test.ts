import { expect, test } from 'vitest';
import { launchTerminal } from './index.ts';
import { cells, emptyTerminal, exitOf, runScript, until, watch, withoutCursor, written } from './testing.ts';

test('the last output is always there, 40 times out of 40', { timeout: 60_000 }, async () => {
  const once = async (): Promise<string | undefined> => {
    // Room for all of it: on a busy machine much is written before the viewer is there.
    const session = await runScript('seq 1 20000; printf END', { cols: 80, rows: 24 }, 20_000);
    let text = '';
    const attachment = session.attach({
      send(frame) {
        if (frame.kind === 'exit' || frame.kind === 'size') return;
        const data = frame.kind === 'screen' ? frame.data : Buffer.from(frame.data).toString('latin1');
        text += withoutCursor(data);
        attachment.acknowledge(frame.data.length);
      },
    });
    const exit = await exitOf(session);
    expect(exit).toMatchObject({ code: 0, signal: null });
    // Every line once and in order, whether it came in the first screen or as output.
    expect(text.slice(-3)).toBe('END');
    const numbers = (text.match(/\d+/g) ?? []).map(Number);
    const firstWrong = numbers.findIndex((number, index) => number !== index + 1);
    expect({
      count: numbers.length,
      around: numbers.slice(firstWrong).slice(0, firstWrong < 0 ? 0 : 3),
    }).toEqual({
      count: 20000,
      around: [],
    });
    const last = session.lastLines(1)[0];
    await session.dispose();
    return last;
  };
  for (let round = 0; round < 5; round += 1) {
    const ends = await Promise.all(Array.from({ length: 8 }, once));
    expect(ends).toEqual(Array.from({ length: 8 }, () => 'END'));
  }
});

test('the environment is the one that was given', async () => {
  const session = await launchTerminal(
    { file: 'env', args: [], cwd: '/', env: { PATH: '/usr/bin:/bin', ONE: '1' }, cols: 80, rows: 24 },
    { now: Date.now },
  );
  await exitOf(session);
  const lines = session.lastLines(20).toSorted();
  expect(lines).toEqual([
    'COLORTERM=truecolor',
    'ONE=1',
    'PATH=/usr/bin:/bin',
    'PWD=/',
    'TERM=xterm-256color',
  ]);
  await session.dispose();
});

test('input reaches the program, and is refused after exit', async () => {
  const session = await runScript('read line; echo "got $line"; exit 3');
  expect(session.state()).toEqual({ state: 'running', since: session.startedAt });
  expect(session.write('one ')).toBe(true);
  expect(session.write(Buffer.from('€\r'))).toBe(true);
  const exit = await exitOf(session);
  expect(exit.code).toBe(3);
  expect(session.lastLines(1)).toEqual(['got one €']);
  expect(session.state()).toEqual({ state: 'exited', since: exit.at, exit });
  expect(session.lastOutputAt()).toBeLessThanOrEqual(exit.at);
  expect(session.write('more')).toBe(false);
  await session.dispose();
});

test('resizing reaches the program, is clamped, and is safe after exit and disposal', async () => {
  const session = await runScript('trap "stty size" WINCH; echo ready; while read line; do :; done', {
    cols: 9999,
    rows: 24,
  });
  await until(() => session.lastLines(1)[0] === 'ready', 'ready');
  session.resize(100, 0);
  await until(() => session.lastLines(1)[0] === '1 100', 'the new size');
  session.resize(Number.NaN, 30);
  await session.stop(false);
  session.resize(90, 30);
  await session.dispose();
  session.resize(80, 24);
});

test('queries are answered while nobody watches, and left to the viewer otherwise', async () => {
  // Asks for the cursor's position, and says whether an answer came within half a second.
  const script = `stty raw -echo min 0 time 5; echo ready; while :; do
    c=$(dd bs=1 count=1 2>/dev/null); [ "$c" = q ] && break; [ "$c" = a ] || continue
    printf '\\033[6n'; answer=$(dd bs=1 count=6 2>/dev/null | od -An -c); printf '\\r\\nanswer:%s.' "$answer"
  done`;
  const session = await runScript(script);
  await until(() => session.lastLines(1)[0] === 'ready', 'ready');
  session.write('a');
  await until(() => /^answer:.*R\.$/.test(session.lastLines(1)[0] ?? ''), 'an answer');
  const { attachment } = watch(session);
  session.write('a');
  await until(() => session.lastLines(1)[0] === 'answer:.', 'no answer');
  attachment.detach();
  session.write('a');
  await until(() => /^answer:.*R\.$/.test(session.lastLines(1)[0] ?? ''), 'an answer again');
  await session.dispose();
});

test('the screen after a flood equals what a viewer shows', async () => {
  const session = await runScript(
    'seq 1 3000; printf "\\033[?1049h\\033[2J\\033[3;3Halternate\\033[?25l"; read go',
  );
  const early = watch(session);
  await until(() => session.lastLines(1)[0]?.includes('alternate') === true, 'the alternate screen');
  const late = watch(session);
  await until(() => late.frames.length > 0, 'a screen');
  await early.settled();
  await late.settled();
  expect(cells(late.terminal)).toEqual(cells(early.terminal));
  await session.dispose();
});

test('a line of a megabyte passes', async () => {
  const session = await runScript('head -c 1048576 /dev/zero | tr "\\0" x; printf END');
  const viewer = watch(session);
  await until(() => viewer.exit() !== undefined, 'the exit');
  await viewer.settled();
  expect(session.lastLines(1)[0]).toMatch(/^x+END$/);
  const direct = emptyTerminal(80, 24);
  await written(direct, `${'x'.repeat(1048576)}END`);
  expect(cells(viewer.terminal)).toEqual(cells(direct));
  await session.dispose();
});

test('a new size reaches every viewer but the one who made it, and the output after it fits', async () => {
  const session = await runScript('stty -echo; while read -r line; do stty size; done');
  const seen: string[][] = [[], []];
  const [first, second] = seen.map((frames) =>
    session.attach({
      send(frame) {
        if (frame.kind === 'size') frames.push(`${frame.cols}x${frame.rows}`);
        else if (frame.kind !== 'exit') frames.push(frame.kind);
      },
    }),
  );
  await until(() => seen.every((frames) => frames.includes('screen')), 'both screens');
  first?.resize(100, 30);
  // The size it has already is no news.
  second?.resize(100, 30);
  session.resize(90, 20);
  expect(seen.map((frames) => frames.filter((f) => f.includes('x')))).toEqual([
    ['90x20'],
    ['100x30', '90x20'],
  ]);
  first?.write('x\r');
  await until(() => session.lastLines(1)[0] === '20 90', 'the size inside');
  await session.dispose();
});

test('a program that asks once is answered once, by the viewer that was used last', async () => {
  const session = await runScript(
    'stty raw -echo; printf ready; while :; do dd bs=64 count=1 2>/dev/null | od -An -c; done',
  );
  await until(() => session.lastLines(1)[0]?.includes('ready') === true, 'the reader');
  const [first, second] = [session.attach({ send: () => {} }), session.attach({ send: () => {} })];
  expect(first.write('\x1b[1;1R')).toBe(false);
  expect(second.write('\x1b[?1;2c')).toBe(true);
  expect(first.write('a')).toBe(true);
  expect(second.write('\x1b[?1;2c')).toBe(false);
  expect(first.write('\x1b[5;5R')).toBe(true);
  first.detach();
  expect(second.write('\x1b[0n')).toBe(true);
  await session.dispose();
});
