/** The seed of this run: printed by the runner, given again with COTAL_TEST_SEED. */
export const SEED = Number(process.env['COTAL_TEST_SEED'] ?? '1');

/** Numbers in [0, 1) that depend on the seed and on nothing else. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
