import { beforeEach, describe, expect, it } from 'vitest';
import { channelKey, giveDraftBack, markRead, meshUiOf, parseUi, setDraft, setMeshUi, useUi } from './ui.ts';

describe('what was kept', () => {
  it('starts anew from nothing, and from anything that is no arrangement', () => {
    const fresh = parseUi(null);
    for (const junk of [undefined, 7, 'x', [], { theme: 7 }, { meshes: 'no' }, { meshes: { a: 7 } }]) {
      expect(parseUi(junk)).toEqual(fresh);
    }
  });
  it('keeps every part that can be read when another cannot', () => {
    const ui = parseUi({
      theme: 'dark',
      lane: 'sideways',
      meshes: { m: { drafts: { '#a': 'hi' }, view: { kind: '?' } } },
    });
    expect(ui.theme).toBe('dark');
    expect(ui.lane).toBe('open');
    expect(ui.meshes['m']?.drafts).toEqual({ '#a': 'hi' });
    expect(ui.meshes['m']?.view).toEqual({ kind: 'monitor' });
  });
  it('loses of what is kept by a key only what cannot be read', () => {
    const ui = parseUi({
      meshes: {
        bad: 7,
        m: { drafts: { '#a': 'hi', '#b': 5, ['#'.repeat(2000)]: 'long' }, lastRead: { '#a': 'x', '#b': 9 } },
      },
    });
    expect(Object.keys(ui.meshes)).toEqual(['m']);
    expect(ui.meshes['m']).toMatchObject({ drafts: { '#a': 'hi' }, lastRead: { '#b': 9 } });
  });
  it('comes back as it was', () => {
    useUi.setState({ ...parseUi(null), mesh: 'm' });
    setMeshUi({ view: { kind: 'channel', channel: 'review' }, selectedAgent: 'otto' });
    setDraft(channelKey('review'), 'half a sent');
    const kept: unknown = JSON.parse(JSON.stringify(useUi.getState()));
    expect(parseUi(kept)).toEqual(useUi.getState());
  });
});

describe('changes', () => {
  beforeEach(() => useUi.setState({ ...parseUi(null), mesh: 'm' }, true));
  it('belong to the mesh that is shown', () => {
    setMeshUi({ selectedAgent: 'otto' });
    useUi.setState({ mesh: 'n' });
    expect(meshUiOf(useUi.getState()).selectedAgent).toBeNull();
  });
  it('do nothing while no mesh is shown', () => {
    useUi.setState({ mesh: null });
    setMeshUi({ selectedAgent: 'otto' });
    expect(useUi.getState().meshes).toEqual({});
  });
  it('give a draft back to the mesh that it was for, whichever is shown by then', () => {
    setDraft(channelKey('a'), 'since');
    useUi.setState({ mesh: 'n' });
    giveDraftBack(channelKey('a'), 'not sent', 'm');
    expect(useUi.getState().meshes['m']?.drafts).toEqual({ '#a': 'not sent\nsince' });
    expect(useUi.getState().meshes['n']).toBeUndefined();
  });
  it('forget an empty draft, and never un-read', () => {
    setDraft(channelKey('a'), 'x');
    setDraft(channelKey('a'), '');
    markRead(channelKey('a'), 50);
    markRead(channelKey('a'), 40);
    expect(meshUiOf(useUi.getState())).toMatchObject({ drafts: {}, lastRead: { '#a': 50 } });
  });
});
