import { describe, expect, test } from 'vitest';
import { afterCrash, crashInWords } from './crash-policy.ts';
import { createNeeds } from './needs.ts';
import { quitQuestion } from './quit-question.ts';
import { trayPicture, trayWords } from './tray-words.ts';

describe('the tray', () => {
  const quiet = { needs: 0, agents: 1, isStopped: false };
  test('shows by its picture what is the matter', () => {
    expect(trayPicture(quiet)).toBe('tray');
    expect(trayPicture({ ...quiet, needs: 2 })).toBe('tray-needs');
    expect(trayPicture({ ...quiet, needs: 2, isStopped: true })).toBe('tray-stopped');
  });
  test('says it in words too', () => {
    expect(trayWords(quiet)).toBe('Cotal: 1 agent running');
    expect(trayWords({ needs: 2, agents: 3, isStopped: false })).toBe('Cotal: 2 need you, 3 agents running');
    expect(trayWords({ ...quiet, isStopped: true })).toBe('Cotal: no mesh is up');
  });
});

describe('the question before quitting', () => {
  test('says what goes on and what ends', () => {
    const { message, detail, stop } = quitQuestion({ meshes: ['a'], agents: 3 });
    expect(message).toBe('Close Cotal, or stop the mesh as well?');
    expect(detail).toContain('3 agents are running');
    expect(stop).toBe('Stop the mesh');
  });
  test('counts as people do', () => {
    expect(quitQuestion({ meshes: ['a'], agents: 1 }).detail).toMatch(/^1 agent is running/);
    expect(quitQuestion({ meshes: ['a'], agents: 0 }).detail).toMatch(/^No agents are running/);
    expect(quitQuestion({ meshes: ['a', 'b'], agents: 2 }).stop).toBe('Stop all 2 meshes');
  });
});

test('a page that crashes is loaded again once; soon after that, only when the person wants it', () => {
  expect(afterCrash(undefined, 5000)).toBe('reload');
  expect(afterCrash(5000, 65_000)).toBe('ask');
  expect(afterCrash(5000, 65_001)).toBe('reload');
  for (const reason of ['oom', 'killed', 'crashed', 'anything']) expect(crashInWords(reason)).toMatch(/\.$/);
});

describe('how many things need the person', () => {
  test('is what the app counts, or more where a window knows of more', () => {
    const needs = createNeeds(() => undefined);
    expect(needs.count(2)).toBe(2);
    needs.report(5, 'main');
    needs.report(1, 'w2');
    expect(needs.count(2)).toBe(5);
    needs.report(0, 'main');
    expect(needs.count(0)).toBe(1);
  });
  test('a window that is closed counts no longer', () => {
    let changes = 0;
    const needs = createNeeds(() => changes++);
    needs.report(5, 'main');
    needs.keepOnly(['w2']);
    expect(needs.count(0)).toBe(0);
    expect(changes).toBe(2);
  });
});
