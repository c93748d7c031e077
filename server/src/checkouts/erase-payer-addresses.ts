import type { Db } from '../platform/db.ts';
import { HAS_KEY } from './store.ts';

const BATCH = 500;

/**
 * After an hour a checkout counts towards no limit and is not reused. Then those that led to
 * nothing are deleted, and the others lose the payer's address. Rows locked by others are skipped.
 * @returns whether there are probably more
 */
export async function erasePayerAddresses(db: Db, limit = BATCH): Promise<boolean> {
  const rows = await db`
    with old as (
      select c.environment_id, c.deposit_id, not ${HAS_KEY} and not exists (
        select from deposits d where d.environment_id = c.environment_id and d.id = c.deposit_id
      ) as came_to_nothing
      from checkouts c
      where c.payer_address is not null and c.created_at < now() - interval '1 hour'
      limit ${limit} for update of c skip locked
    ), fruitless as (
      delete from checkouts c using old
      where c.environment_id = old.environment_id and c.deposit_id = old.deposit_id
        and old.came_to_nothing
    ), emptied as (
      update checkouts c set payer_address = null from old
      where c.environment_id = old.environment_id and c.deposit_id = old.deposit_id
        and not old.came_to_nothing
    )
    select deposit_id from old`;
  return rows.length === limit;
}
