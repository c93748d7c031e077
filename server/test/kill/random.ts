/** Choices that are reproducible by seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  fraction(): number;
  /** A whole number from `min` to `max`, inclusive. */
  integer(min: number, max: number): number;
  /** One of the names, each with the probability that its weight gives. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** Mulberry32: not at all secure, but uniform enough to choose by. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number): number =>
    min + Math.floor(fraction() * (max - min + 1));
  return {
    fraction,
    integer,
    weighted: (weights) => pickWeighted(weights, fraction()),
    shuffled: (items) =>
      items
        .map((item) => ({ item, rank: fraction() }))
        .sort((one, other) => one.rank - other.rank)
        .map(({ item }) => item),
  };
}

function pickWeighted<Name extends string>(
  weights: Readonly<Record<Name, number>>,
  fraction: number,
): Name {
  // The record's own keys, which Object.entries types as strings only.
  const entries = Object.entries(weights) as [Name, number][];
  let rest = fraction * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of entries) {
    rest -= weight;
    if (rest < 0) return name;
  }
  throw new Error('nothing to choose from');
}
