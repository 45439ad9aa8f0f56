import { expect, test } from 'vitest';
import type { ChannelName, ChannelPattern } from '../base/ids.ts';
import {
  channelConfigSchema,
  channelDefaultsSchema,
  channelSeedSchema,
  covers,
  DEFAULTS_KEY,
  effectiveChannel,
  isConcrete,
} from './channels.ts';
import { parseChannelName } from './names.ts';
import { sanitizeToken } from './subjects.ts';

test('a policy is the channel’s own, else the space’s, else the specification’s', () => {
  expect(effectiveChannel(undefined, undefined)).toEqual({
    replay: true,
    replayWindowMs: null,
    deliveryClass: 'durable',
  });
  const defaults = { replay: false, replayWindow: '30m', deliveryClass: 'live' as const };
  expect(effectiveChannel(undefined, defaults)).toEqual({
    replay: false,
    replayWindowMs: 1_800_000,
    deliveryClass: 'live',
  });
  // An explicit `false` is a choice, not an absence.
  expect(effectiveChannel({ replay: false }, { replay: true }).replay).toBe(false);
  expect(effectiveChannel({ replay: true, deliveryClass: 'durable', replayWindow: '2d' }, defaults)).toEqual({
    replay: true,
    replayWindowMs: 172_800_000,
    deliveryClass: 'durable',
  });
});

test('a window is a number and a unit', () => {
  const ms = (replayWindow: string): number | null =>
    effectiveChannel({ replayWindow }, undefined).replayWindowMs;
  expect(['0s', '45s', '30m', '1h', '7d'].map(ms)).toEqual([0, 45_000, 1_800_000, 3_600_000, 604_800_000]);
  for (const bad of ['', '30', 'm', '-1m', '1.5h', '1 h', '1w', '1h\n', '1e3s', '1234567890s', 30]) {
    expect(channelConfigSchema.safeParse({ replayWindow: bad }).success, JSON.stringify(bad)).toBe(false);
    expect(channelDefaultsSchema.safeParse({ replayWindow: bad }).success, JSON.stringify(bad)).toBe(false);
  }
});

test('a registry record is bounded in what it says and open to what comes later', () => {
  const config = { description: 'd'.repeat(200), instructions: 'i'.repeat(2000), 'com.acme.color': 'red' };
  expect(channelConfigSchema.parse(config)).toEqual(config);
  const bad = [
    { description: 'd'.repeat(201) },
    { instructions: 'i'.repeat(2001) },
    { deliveryClass: 'eventual' },
  ];
  for (const record of [...bad, { replay: 'yes' }, null, []]) {
    expect(channelConfigSchema.safeParse(record).success, JSON.stringify(record)).toBe(false);
  }
});

test('a seed file has only defaults and channels, so that a typing error is told', () => {
  expect(channelSeedSchema.safeParse({}).success).toBe(true);
  expect(
    channelSeedSchema.safeParse({ defaults: { replay: false }, channels: { general: {} } }).success,
  ).toBe(true);
  for (const seed of [{ channel: {} }, { channels: [] }, { channels: { general: { replay: 1 } } }, 'x']) {
    expect(channelSeedSchema.safeParse(seed).success, JSON.stringify(seed)).toBe(false);
  }
});

test('no channel can be stored under the key of the defaults', () => {
  expect(parseChannelName(DEFAULTS_KEY).ok).toBe(false);
  expect(sanitizeToken(DEFAULTS_KEY)).not.toBe(DEFAULTS_KEY);
});

test('an access list covers exactly its channels', () => {
  const acl = ['general', 'team.>', 'ops.*'] as ChannelPattern[];
  const inside = ['general', 'team.a', 'team.a.b', 'ops.x', 'team.>', 'team.*', 'ops.*'];
  const outside = [
    'team',
    'ops',
    'ops.x.y',
    'ops.>',
    'general.x',
    'General',
    '>',
    '*',
    'teams.a',
    '__proto__',
  ];
  for (const channel of inside) expect(covers(acl, channel as ChannelName), channel).toBe(true);
  for (const channel of outside) expect(covers(acl, channel as ChannelName), channel).toBe(false);
  expect(covers([], 'general' as ChannelName)).toBe(false);
  expect(covers(['>' as ChannelPattern], 'any.thing' as ChannelName)).toBe(true);
});

test('a pattern with a wildcard is not concrete', () => {
  expect(['general', 'a.b', 'a.*', '>', '*'].map((p) => isConcrete(p as ChannelPattern))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
