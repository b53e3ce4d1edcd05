export interface Random {
  below(limit: number): number;
  oneOf<Item>(items: readonly Item[]): Item;
}

/** The same seed gives the same faults in the same order (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const random: Random = {
    below: (limit) => Math.floor(next() * limit),
    oneOf: (items) => {
      const item = items[random.below(items.length)];
      if (item === undefined) throw new Error('nothing to choose from');
      return item;
    },
  };
  return random;
}
