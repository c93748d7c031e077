/** A row of the fault matrix: what goes wrong, what must come of it, the tests that show it. */
export interface Row {
  /** `D6`: the letter of its part and its place there. */
  readonly id: string;
  readonly fault: string;
  readonly outcome: string;
  /** Test names by file; `WHOLE` if every test of the file is about it. */
  readonly shownBy: Readonly<Record<string, readonly string[] | typeof WHOLE>>;
}

export const WHOLE = 'every test of the file';

/** The parts, each with its fixed number of rows: a missing row is a fault that nobody tests. */
export const PARTS = {
  D: { about: 'creating an order', rows: 18 },
  L: { about: 'the life of a deposit', rows: 16 },
  W: { about: 'withdrawals', rows: 8 },
  O: { about: 'delivering events', rows: 14 },
  X: { about: 'the platform as a whole', rows: 9 },
} as const;
