/** Replaces `ids.ts`: ids that are the same for the same seed, in ascending order. */
export * from '../../../src/ids.ts';
import type * as real from '../../../src/ids.ts';

let made = 0;

/** Restarts the numbering for a new schedule. */
export function beginIds(): void {
  made = 0;
}

export const newId: typeof real.newId = (prefix) => {
  made += 1;
  return `${prefix}_${String(made).padStart(26, '0')}`;
};
