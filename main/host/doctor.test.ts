import { expect, test } from 'vitest';
import { checkClock, checkDisk, checkHome } from './doctor.ts';

const MIB = 1024 ** 2;

test('disk space is enough, little, or too little', () => {
  const state = (mib: number): string => checkDisk(mib * MIB, '/store').state;
  expect([state(2048), state(2047), state(200), state(199), state(0)]).toEqual([
    'ok',
    'warn',
    'warn',
    'fail',
    'fail',
  ]);
  expect(checkDisk(1536 * MIB, '/store').detail).toBe('1.5 GiB are free in /store.');
  expect(checkDisk(3 * MIB, '/store').detail).toBe('3 MiB are free in /store.');
  expect(checkDisk(3 * MIB, '/store').remedy).toBeDefined();
});

test('a folder that others can enter is told with what to do about it', () => {
  const at = (mode: number) => checkHome(mode, '/home/sam/.cotal', 'linux');
  expect(at(0o40700)).toEqual({ state: 'ok', detail: '/home/sam/.cotal is yours alone (0700).' });
  expect(at(0o40750)).toMatchObject({ state: 'warn', remedy: 'chmod 700 /home/sam/.cotal' });
  expect(at(0o40777)).toMatchObject({ state: 'fail', remedy: 'chmod 700 /home/sam/.cotal' });
  expect(checkHome(0o40777, 'C:\\Cotal', 'win32').state).toBe('unknown');
});

test('a clock of long ago fails, a peer with another time is named', () => {
  const now = Date.UTC(2026, 5, 1);
  expect(checkClock(Date.UTC(1970, 0, 2), []).state).toBe('fail');
  expect(checkClock(now, [{ name: 'ada', skewMs: -30_000 }]).state).toBe('ok');
  const off = checkClock(now, [
    { name: 'ada', skewMs: -3_600_000 },
    { name: 'bob', skewMs: 5 },
  ]);
  expect(off).toMatchObject({ state: 'warn', detail: expect.stringContaining('ada by 1 h') });
  expect(off.detail).not.toContain('bob');
});
