import type { Db } from '../platform/db.ts';

/** More are reported as this many. */
const MAX_COUNTED = 10_000;

/** Deposits that the chain currently contradicts, by fault. */
export async function countMismatches(db: Db): Promise<{ fault: string; count: number }[]> {
  return db<{ fault: string; count: number }>`
    select fault, count(*)::integer as count
    from (select fault from deposit_checks where state = 'mismatch' limit ${MAX_COUNTED}) m
    group by fault`;
}
