/** In the place of `ids.ts`: ids that the same seed gives again, in ascending order. */
export * from '../../../src/ids.ts';
import type * as real from '../../../src/ids.ts';

let made = 0;

/** A schedule begins to count anew. */
export function beginIds(): void {
  made = 0;
}

export const newId: typeof real.newId = (prefix) => {
  made += 1;
  return `${prefix}_${String(made).padStart(26, '0')}`;
};
