import { describe, expect, test } from 'vitest';
import { createSpawnGate } from './spawn-gate.ts';

function gate(max: number) {
  const clock = { now: 1_000_000 };
  return { clock, gate: createSpawnGate(() => clock.now, max) };
}

describe('the spawn gate', () => {
  test('lets in as many as it has places for, and says what to do when there is none', () => {
    const { gate: g } = gate(2);
    g.enter();
    g.enter();
    expect(g.inUse()).toBe(2);
    expect(() => g.enter()).toThrow(
      expect.objectContaining({
        code: 'too-many-agents',
        why: expect.stringContaining('2 are running') as string,
      }) as Error,
    );
    expect(g.inUse()).toBe(2);
  });

  test('keeps the place of an agent that ended at once until it would have lived long enough', () => {
    const { gate: g, clock } = gate(1);
    const place = g.enter();
    clock.now += 3000;
    place.release(false);
    expect(() => g.enter()).toThrow('1 ended a moment ago');
    clock.now += 6999;
    expect(g.inUse()).toBe(1);
    clock.now += 1;
    expect(g.inUse()).toBe(0);
    g.enter();
  });

  test('frees a place at once after a long life, or when the operator ended it', () => {
    const { gate: g, clock } = gate(1);
    const long = g.enter();
    clock.now += 10_000;
    long.release(false);
    expect(g.inUse()).toBe(0);
    g.enter().release(true);
    expect(g.inUse()).toBe(0);
  });

  test('counts a place back once, however often it is released', () => {
    const { gate: g } = gate(3);
    const place = g.enter();
    g.enter();
    for (const exempt of [true, false, true]) place.release(exempt);
    expect(g.inUse()).toBe(1);
  });

  test('bounds a crash loop, however fast it is', () => {
    const { gate: g, clock } = gate(50);
    let started = 0;
    for (let i = 0; i < 10_000; i++) {
      clock.now += 1;
      try {
        g.enter().release(false);
        started++;
      } catch {
        // refused, as it should be
      }
    }
    expect(started).toBe(50);
  });
});
