/** Calls per second, on average and at once. A person's typing and the acknowledgements of a busy terminal fit well. */
const CALLS_PER_S = 500;
const CALLS_BURST = 2000;

/** A budget of calls that fills up with time: each call takes one and is told whether there was one. */
export function createRateLimit(now: () => number): () => boolean {
  let tokens = CALLS_BURST;
  let at = now();
  return () => {
    const t = now();
    // A clock that was set back gives nothing, and takes nothing either.
    tokens = Math.min(CALLS_BURST, tokens + (Math.max(0, t - at) / 1000) * CALLS_PER_S);
    at = t;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}
