import { describe, expect, test } from 'vitest';
import type { InstanceId, RoleName, SpaceName } from '../base/ids.ts';
import { LIVENESS_MS } from './presence.ts';
import { bucketSpecs, durablesOf, initialDefaults, streamSpecs, type StreamSpec } from './streams.ts';
import { chatSubject, instSubject, kvSubject, spaceNames, subjectMatches, svcSubject } from './subjects.ts';

const n = spaceNames('main' as SpaceName);
const alice = `U${'A'.repeat(55)}` as InstanceId;
const BUDGET = 10 * 1024 ** 3;
const streams = streamSpecs(n, BUDGET);
const buckets = bucketSpecs(n, BUDGET);
const all = [...streams, ...buckets];

function named(name: string): StreamSpec {
  const found = all.find((s) => s.name === name);
  if (found === undefined) throw new Error(`no stream ${name}`);
  return found;
}

describe('the streams of a space', () => {
  test('are as §8 asks', () => {
    expect(named('CHAT_main')).toMatchObject({
      subjects: ['cotal.main.chat.>'],
      retention: 'limits',
      storage: 'file',
      discard: 'old',
      max_msgs_per_subject: 1000,
      allow_direct: true,
    });
    expect(named('DM_main')).toMatchObject({
      subjects: ['cotal.main.inst.>'],
      retention: 'limits',
      storage: 'file',
      discard: 'new',
      allow_direct: false,
    });
    expect(named('TASK_main')).toMatchObject({
      subjects: ['cotal.main.svc.>'],
      retention: 'workqueue',
      storage: 'file',
      discard: 'new',
      allow_direct: false,
    });
  });

  test('capture a message once each and nothing that is not a message', () => {
    const capturing = (subject: string): string[] =>
      all.filter((s) => s.subjects.some((p) => subjectMatches(p, subject))).map((s) => s.name);
    expect(capturing(chatSubject(n, alice, 'team.x' as never))).toEqual(['CHAT_main']);
    expect(capturing(instSubject(n, alice, alice))).toEqual(['DM_main']);
    expect(capturing(svcSubject(n, 'r' as RoleName, alice))).toEqual(['TASK_main']);
    expect(capturing(kvSubject(n.buckets.presence, alice))).toEqual(['KV_cotal_presence_main']);
    expect(capturing(`cotal.main.ctl.manager.${alice}`)).toEqual([]);
    expect(capturing(`cotal.other.chat.${alice}.general`)).toEqual([]);
    expect(capturing(`_INBOX_${alice}.x`)).toEqual([]);
    // The broker refuses overlapping streams; the copy of a chat message goes where only the fan-out listens.
    const copied = named('CHAT_main').republish;
    expect(copied?.src).toBe('cotal.main.chat.>');
    expect(capturing(copied?.dest.replace('>', `x.y`) ?? '')).toEqual(['FANOUT_main']);
  });

  test('all have a limit, and their files stay within the budget together', () => {
    for (const s of all) expect(s.max_bytes, s.name).toBeGreaterThan(0);
    for (const budget of [BUDGET, 64 * 1024 * 1024]) {
      const onDisk = [...streamSpecs(n, budget), ...bucketSpecs(n, budget)].filter(
        (s) => s.storage === 'file',
      );
      const sum = onDisk.reduce((total, s) => total + s.max_bytes, 0);
      expect(sum).toBeLessThanOrEqual(budget);
      expect(onDisk.every((s) => Number.isInteger(s.max_bytes))).toBe(true);
    }
  });

  test('never let one subject’s holder purge them, and keep their duplicate window within their age', () => {
    for (const s of all) {
      expect(s.allow_rollup_hdrs, s.name).toBe(false);
      expect(s.duplicate_window, s.name).toBeGreaterThan(0);
      if (s.max_age > 0) expect(s.duplicate_window, s.name).toBeLessThanOrEqual(s.max_age);
      for (const ns of [s.max_age, s.duplicate_window]) expect(Number.isSafeInteger(ns), s.name).toBe(true);
    }
  });
});

test('a bucket keeps one value for each key; presence lives as long as the liveness window, in memory', () => {
  expect(buckets.map((b) => b.name)).toEqual(Object.values(n.buckets).map((b: string) => `KV_${b}`));
  for (const b of buckets) expect(b.max_msgs_per_subject, b.name).toBe(1);
  expect(named('KV_cotal_presence_main')).toMatchObject({
    storage: 'memory',
    max_age: LIVENESS_MS * 1_000_000,
  });
  for (const kept of ['channels', 'members', 'acl'])
    expect(named(`KV_cotal_${kept}_main`).max_age, kept).toBe(0);
});

test('an agent’s durables take what is addressed to it; only a role has tasks', () => {
  expect(durablesOf(n, alice, undefined).map((d) => d.durable_name)).toEqual([`dm_${alice}`, `dlv_${alice}`]);
  const [dm, , task] = durablesOf(n, alice, 'reviewer' as RoleName);
  expect(dm).toEqual({
    stream: 'DM_main',
    durable_name: `dm_${alice}`,
    filter_subject: `cotal.main.inst.${alice}.*`,
    ack_policy: 'explicit',
    deliver_policy: 'all',
    ack_wait: 60_000_000_000,
  });
  expect(task).toMatchObject({
    stream: 'TASK_main',
    durable_name: 'svc_reviewer',
    filter_subject: 'cotal.main.svc.reviewer.*',
  });
});

test('the delivery class of a space is always on the wire', () => {
  expect(initialDefaults('auth')).toEqual({ key: '=defaults', value: { deliveryClass: 'durable' } });
  expect(initialDefaults('open')).toEqual({ key: '=defaults', value: { deliveryClass: 'live' } });
});
