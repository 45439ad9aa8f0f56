import { describe, expect, it } from 'vitest';
import type { Check } from '../../../shared/api/contract.ts';
import { findSettings, type Section } from './search.ts';
import { explainAddress, explainBroker, explainChecks, explainDown, inUrgency } from './words.ts';

describe('the mesh in words', () => {
  it('says who can reach the broker', () => {
    for (const here of [
      'nats://127.0.0.1:4291',
      'nats://localhost:4222',
      'nats://[::1]:4222',
      'nats://127.1.2.3',
    ]) {
      expect(explainAddress(here)).toBe('Reachable from this machine only.');
    }
    for (const away of [
      'nats://10.0.0.5:4222',
      'tls://127.0.0.1.example.org:4222',
      'nats://localhost@10.0.0.5:1',
    ]) {
      expect(explainAddress(away)).toBe('Reachable from other machines.');
    }
  });

  it('says which broker runs and why', () => {
    expect(explainBroker({ path: '/x', version: '2.12.1', source: 'bundled' })).toBe(
      'nats-server 2.12.1. Built in, started with the mesh.',
    );
    expect(explainBroker(null)).toMatch(/not known/);
  });

  it('says what becomes of the agents', () => {
    expect(explainDown([])).toBe('No agent is running.');
    expect(explainDown(['pax'])).toBe('The agent pax is asked to finish, and then stopped.');
    expect(explainDown(['iris', 'pax'])).toBe('2 agents are asked to finish, and then stopped: iris, pax.');
  });
});

describe('checks', () => {
  const check = (id: string, state: Check['state']): Check => ({
    id,
    state,
    title: id,
    detail: '',
    remedy: null,
  });
  const checks = [
    check('a', 'ok'),
    check('b', 'unknown'),
    check('c', 'fail'),
    check('d', 'warn'),
    check('e', 'fail'),
  ];

  it('that need looking at come first', () => {
    expect(inUrgency(checks).map(({ id }) => id)).toEqual(['c', 'e', 'd', 'b', 'a']);
  });

  it('are counted; one that could not be made does not pass', () => {
    expect(explainChecks(checks)).toBe('1 of 5 pass');
    expect(explainChecks([check('a', 'ok')])).toBe('all 1 pass');
  });
});

describe('finding a setting', () => {
  const setting = (label: string, words = '') => ({ id: label, label, words, Row: () => null });
  const sections: Section[] = [
    {
      id: 'mesh',
      title: 'Mesh',
      icon: 'server',
      settings: [setting('Listening on', 'address port'), setting('Folder')],
    },
    { id: 'look', title: 'Appearance', icon: 'sun', settings: [setting('Theme', 'dark light')] },
  ];
  const found = (query: string) =>
    findSettings(sections, query).map((s) => [s.id, s.settings.map(({ id }) => id)]);

  it('looks at names, other words and the section, all words of it', () => {
    expect(found('PORT')).toEqual([['mesh', ['Listening on']]]);
    expect(found('dark theme')).toEqual([['look', ['Theme']]]);
    expect(found('mesh')).toEqual([['mesh', ['Listening on', 'Folder']]]);
    expect(found('dark port')).toEqual([]);
  });

  it('leaves everything while nothing is looked for', () => {
    expect(found('  ')).toHaveLength(2);
  });
});
