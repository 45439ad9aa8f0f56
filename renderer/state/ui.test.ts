import { beforeEach, describe, expect, it } from 'vitest';
import { channelKey, markRead, meshUiOf, parseUi, setDraft, setMeshUi, useUi } from './ui.ts';

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
  it('forget an empty draft, and never un-read', () => {
    setDraft(channelKey('a'), 'x');
    setDraft(channelKey('a'), '');
    markRead(channelKey('a'), 50);
    markRead(channelKey('a'), 40);
    expect(meshUiOf(useUi.getState())).toMatchObject({ drafts: {}, lastRead: { '#a': 50 } });
  });
});
