import type { EnvironmentId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { Db } from '../platform/db.ts';

export const MAX_MISMATCHES = 10;

/** Deposits that the chain contradicts, for as long as they may still be news to somebody. */
export async function listMismatches(db: Db, environmentId: EnvironmentId) {
  const found = await db<{ depositId: string; amountCents: Cents; createdAt: Date }>`
    select d.id as deposit_id, d.amount_cents, d.created_at
    from (
      select deposit_id, checked_at from deposit_checks
      where environment_id = ${environmentId} and state = 'mismatch'
        and checked_at > now() - interval '30 days'
      order by checked_at desc limit ${MAX_MISMATCHES}) found
    join deposits d on d.environment_id = ${environmentId} and d.id = found.deposit_id
    order by found.checked_at desc`;
  return found.map(({ createdAt, ...rest }) => ({ ...rest, createdAt: createdAt.toISOString() }));
}
