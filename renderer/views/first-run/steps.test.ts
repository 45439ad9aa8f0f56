import { describe, expect, it } from 'vitest';
import type { MeshStatus } from '../../../shared/api/contract.ts';
import type { ProgressStep } from '../../state/store.ts';
import { inside } from './FolderDialog.tsx';
import { shortFolder } from './folders.ts';
import { checklistOf, formatSeconds, totalOf } from './steps.ts';

const status = {
  server: 'nats://127.0.0.1:4291',
  broker: { path: '/b', version: '2.12.1', source: 'bundled' },
} as MeshStatus;
const step = (name: string, state: ProgressStep['state'], ms = 0): ProgressStep => ({
  mesh: '0123456789abcdef',
  step: name,
  state,
  ms,
});

describe('the checklist of a bring-up', () => {
  it('knows every step before the first is told', () => {
    const rows = checklistOf([], null);
    expect(rows.map(({ state }) => state)).toEqual(Array(6).fill('next'));
    expect(totalOf(rows)).toBeNull();
  });

  it('follows what is told; a time is known when a step is over', () => {
    const rows = checklistOf([step('folder', 'done', 120), step('keys', 'running')], null);
    expect(rows.slice(0, 3)).toMatchObject([
      { title: 'Folder prepared', state: 'done', ms: 120 },
      { title: 'Making keys for this mesh', state: 'running', ms: null },
      { title: 'Starting the broker', state: 'next', ms: null },
    ]);
    expect(totalOf(rows)).toBe(120);
  });

  it('stops where a step failed', () => {
    const rows = checklistOf([step('folder', 'done', 1), step('broker', 'failed', 5000)], null);
    expect(rows.map(({ state }) => state)).toEqual(['done', 'next', 'failed', 'next', 'next', 'next']);
    expect(rows[2]).toMatchObject({ title: 'Starting the broker', ms: 5000 });
  });

  it('of a mesh that is up knows the steps that were not told', () => {
    const rows = checklistOf([step('folder', 'done', 40)], status);
    expect(rows.slice(0, 2)).toMatchObject([
      { state: 'done', ms: 40 },
      { state: 'done', ms: null },
    ]);
  });

  it('of a mesh that was up before this window is done, without times', () => {
    const rows = checklistOf([], status);
    expect(rows.every(({ state, ms }) => state === 'done' && ms === null)).toBe(true);
    expect(rows[2]).toMatchObject({ title: 'Broker ready', note: 'nats-server 2.12.1, 127.0.0.1:4291' });
  });

  it('shows a step that it does not know by its name', () => {
    expect(checklistOf([step('delivery', 'running')], null).at(-1)).toMatchObject({
      title: 'delivery',
      state: 'running',
    });
  });

  it('counts in tenths of a second', () => {
    expect(formatSeconds(2649)).toBe('2.6 s');
  });
});

describe('a folder', () => {
  it('is named by its last parts', () => {
    expect(shortFolder('/home/marta/code/ferrydesk')).toBe('…/code/ferrydesk');
    expect(shortFolder('/srv')).toBe('/srv');
  });

  it('inside another is written as that one is', () => {
    expect(inside('/home/marta', 'code')).toBe('/home/marta/code');
    expect(inside('/', 'srv')).toBe('/srv');
    expect(inside('C:\\Users', 'marta')).toBe('C:\\Users\\marta');
    expect(inside('C:\\', 'Users')).toBe('C:\\Users');
  });
});
