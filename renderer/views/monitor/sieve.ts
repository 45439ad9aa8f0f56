import { growthOf, type Row, type Test } from './activity.ts';

/** Narrows a growing list down: each row is tested once, and never for longer at a time than a frame allows. */
export interface Sieve {
  /**
   * The rows that pass. `undefined` when the time was up before all were tested: the next call goes on from there. A
   * list that nothing was added to is the same list.
   */
  sift(source: readonly Row[], test: Test, isTimeUp: () => boolean): readonly Row[] | undefined;
}

/** So many rows are tested between two looks at the clock. */
const AT_ONCE = 256;

export function createSieve(): Sieve {
  let source: readonly Row[] = [];
  let test: Test | undefined;
  /** Of each row of `source`, from the first on; shorter while it is being gone through. */
  let verdicts: boolean[] = [];
  let passed: readonly Row[] = [];

  function follow(next: readonly Row[], nextTest: Test): void {
    const growth = growthOf(source, next);
    const from = source;
    source = next;
    if (nextTest !== test || growth.kind === 'other') {
      test = nextTest;
      verdicts = [];
      passed = [];
      return;
    }
    if (growth.kind === 'same') return;
    if (growth.dropped > 0) {
      const gone = Math.min(growth.dropped, verdicts.length);
      const before = passed.length;
      const passedGone = verdicts.slice(0, gone).filter(Boolean).length;
      verdicts = verdicts.slice(gone);
      if (passedGone > 0) passed = passed.slice(passedGone, before);
    }
    const regrown = new Map<Row, Row>();
    let isOther = false;
    for (const place of growth.replaced) {
      const row = next[place];
      const old = from[place + growth.dropped];
      if (row === undefined || old === undefined || place >= verdicts.length) continue;
      const verdict = nextTest(row);
      if (verdict !== verdicts[place]) isOther = true;
      else if (verdict) regrown.set(old, row);
      verdicts[place] = verdict;
    }
    if (isOther) passed = next.slice(0, verdicts.length).filter((_, place) => verdicts[place]);
    else if (regrown.size > 0) passed = passed.map((row) => regrown.get(row) ?? row);
  }

  return {
    sift(next, nextTest, isTimeUp) {
      follow(next, nextTest);
      const added: Row[] = [];
      while (verdicts.length < source.length) {
        const until = Math.min(verdicts.length + AT_ONCE, source.length);
        for (const row of source.slice(verdicts.length, until)) {
          const verdict = nextTest(row);
          verdicts.push(verdict);
          if (verdict) added.push(row);
        }
        if (verdicts.length < source.length && isTimeUp()) break;
      }
      if (added.length > 0) passed = [...passed, ...added];
      return verdicts.length < source.length ? undefined : passed;
    },
  };
}
