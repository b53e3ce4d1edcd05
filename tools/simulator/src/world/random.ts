/** Numbers in [0, 1) that are the same for the same seed (mulberry32): a run can be repeated. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Time between two events that come `rate` times per unit on average. */
export const waiting = (random: () => number, rate: number): number => -Math.log(1 - random()) / rate;
