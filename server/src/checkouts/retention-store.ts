import type { Db } from '../platform/db.ts';

/**
 * Whoever else forgets at the same time, or writes to such a row, is not waited for.
 * @returns how many were forgotten
 */
export async function forgetOldAddresses(db: Db, limit: number): Promise<number> {
  const rows = await db`
    with old as (
      select environment_id, deposit_id from checkouts
      where payer_address is not null and created_at < now() - interval '1 hour'
      limit ${limit} for no key update skip locked
    )
    update checkouts c set payer_address = null from old
    where c.environment_id = old.environment_id and c.deposit_id = old.deposit_id
    returning c.deposit_id`;
  return rows.length;
}
