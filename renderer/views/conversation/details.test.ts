import { describe, expect, it } from 'vitest';
import type { ChannelView } from '../../../shared/mesh-view/snapshot.ts';
import { exactEnvelope, explainGrants, explainPath, shortId } from './details.ts';

const channel = (deliveryClass: ChannelView['deliveryClass']): ChannelView => ({
  channel: 'review',
  messages: 1,
  description: null,
  deliveryClass,
  joined: 'live',
  replay: true,
  replayWindowMs: null,
});
const post = { subject: 'cotal.s.chat.UOTTO.review', seq: 1204 };

describe('explainPath', () => {
  it('says of a durable channel who gets it that is away, and only as much as holds', () => {
    expect(explainPath(post, channel('durable'), 'ready')).toBe(
      'channel, durable: kept as number 1,204 of its stream; each member that is away gets a copy of its own',
    );
    expect(explainPath(post, channel('durable'), 'not running')).toContain('does not run');
    expect(explainPath(post, channel('durable'), 'unknown')).toBe(
      'channel, durable: kept as number 1,204 of its stream',
    );
  });
  it('promises nothing for a live one', () => {
    expect(explainPath({ ...post, seq: null }, channel('live'), 'ready')).toBe(
      'channel, live: seen live; members who are away are sent no copy',
    );
  });
  it('knows direct messages and asks by their subject', () => {
    expect(explainPath({ ...post, subject: 'cotal.s.inst.UMARTA.UOTTO' }, undefined, 'ready')).toMatch(
      /^direct/,
    );
    expect(explainPath({ ...post, subject: 'cotal.s.svc.reviewer.UOTTO' }, undefined, 'ready')).toMatch(
      /^to a role/,
    );
  });
});

it('claims no absence of authority before it has seen the message', () => {
  const envelope = { kind: 'dm' as const, seq: 1, parts: [{ kind: 'text', text: 'a' }, null] };
  expect(explainGrants(null)).toContain('not known');
  expect(explainGrants(envelope)).toBe('none; this message carries no authority');
  const signed = { ...envelope, parts: [{ kind: 'ai.natively.envelope' }] };
  expect(explainGrants(signed)).toContain('Natively');
});

it('gives the envelope without what was added on reading', () => {
  expect(JSON.parse(exactEnvelope({ kind: 'dm', seq: 3, historical: true, id: 'a', to: 'UOTTO' }))).toEqual({
    id: 'a',
    to: 'UOTTO',
  });
});

it('shortens ids so that both ends can be compared', () => {
  expect(shortId('01K5E8R2ABCDEFGHJKM4')).toBe('01K5E8R2…JKM4');
  expect(shortId('short')).toBe('short');
});
