import { describe, expect, it } from 'vitest';
import {
  changesOf,
  EMPTY_FORM,
  explainEffective,
  formOf,
  formProblems,
  nameProblem,
} from './channel-form.ts';

const DEFAULTS = { deliveryClass: 'durable', replay: true } as const;

describe('nameProblem', () => {
  it('says nothing before anything was typed', () => {
    expect(nameProblem('', [])).toBeUndefined();
  });
  it('takes dotted names and refuses what would be changed or is taken', () => {
    expect(nameProblem('team.api-2', ['team'])).toBeUndefined();
    expect(nameProblem('team/api', [])).toContain('cannot be a channel');
    expect(nameProblem('team..api', [])).toContain('cannot be a channel');
    expect(nameProblem('team.>', [])).toContain('is a pattern');
    expect(nameProblem('team', ['team'])).toBe('#team is there already.');
  });
});

describe('a form', () => {
  const stored = { description: 'one', deliveryClass: 'live', replayWindow: '30m', other: 1 } as const;
  it('sends only what was changed', () => {
    const before = formOf(stored);
    expect(changesOf(before, before)).toEqual({});
    expect(changesOf({ ...before, description: '', replay: 'off' }, before)).toEqual({
      description: '',
      replay: false,
    });
  });
  it('is checked by the schema of the record', () => {
    expect(formProblems({ ...EMPTY_FORM, window: '30 minutes' }, EMPTY_FORM).window).toContain('A window is');
    expect(formProblems({ ...EMPTY_FORM, description: 'x'.repeat(201) }, EMPTY_FORM).description).toContain(
      'at most 200',
    );
    expect(formProblems({ ...EMPTY_FORM, window: '7d' }, EMPTY_FORM)).toEqual({});
  });
  it('says that a window cannot be taken away, as nothing would come of it', () => {
    expect(formProblems({ ...EMPTY_FORM, window: '' }, formOf(stored)).window).toContain('not removed');
  });
});

describe('explainEffective', () => {
  it('says what holds and where it comes from', () => {
    expect(explainEffective(EMPTY_FORM, DEFAULTS)).toEqual([
      'Durable, as for all channels of this mesh: while the delivery loop runs, a member that is away gets its copy later.',
      'Replay on, as for all channels of this mesh: who joins reads as far back as is kept, up to 200 messages.',
    ]);
    const own = { ...EMPTY_FORM, deliveryClass: 'live', replay: 'on', window: '2h' } as const;
    const [delivery, replay] = explainEffective(own, DEFAULTS);
    expect(delivery).toMatch(/^Live, set here/);
    expect(replay).toContain('the last 2 h');
  });
  it('is not thrown off by what is being typed', () => {
    expect(explainEffective({ ...EMPTY_FORM, window: '30x' }, DEFAULTS)[1]).toContain(
      'as far back as is kept',
    );
  });
});
