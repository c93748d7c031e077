import type { EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';

const BATCH_SIZE = 1_000;

/**
 * Assigns committed events their sequence numbers. If events were numbered before their transaction
 * commits, readers would see a gap until then, and for good after a rollback.
 * @returns whether more may be waiting
 */
export async function numberEvents(db: Db): Promise<boolean> {
  const waiting = await db<{ environmentId: EnvironmentId }>`
    select distinct environment_id from (
      select environment_id from events where sequence is null order by position limit ${BATCH_SIZE}
    ) unnumbered`;
  if (waiting.length === 0) return false;
  const ids = waiting.map(({ environmentId }) => environmentId);
  const numbered = await db.begin(async (tx) => {
    const locked = await lockJournals(tx, ids);
    const count = locked.length === 0 ? 0 : await numberBatch(tx, locked);
    failpoint('number.before-commit');
    return count;
  });
  failpoint('number.after-commit');
  return numbered === BATCH_SIZE;
}

/** Locks the journals that no other worker is numbering. */
async function lockJournals(tx: Tx, ids: readonly EnvironmentId[]): Promise<EnvironmentId[]> {
  const rows = await tx<{ environmentId: EnvironmentId }>`
    select environment_id from journals where environment_id = any(${ids})
    for update skip locked`;
  return rows.map(({ environmentId }) => environmentId);
}

/** A separate statement after the lock, so that it sees what the previous holder has numbered. */
async function numberBatch(tx: Tx, ids: readonly EnvironmentId[]): Promise<number> {
  const [row] = await tx<{ count: number }>`
    with batch as (
      select environment_id, id,
        row_number() over (partition by environment_id order by position) as place
      from (
        select environment_id, id, position from events
        where sequence is null and environment_id = any(${ids})
        order by position limit ${BATCH_SIZE}
      ) unnumbered
    ), numbered as (
      update events set sequence = journals.last_sequence + batch.place
      from batch join journals on journals.environment_id = batch.environment_id
      where events.environment_id = batch.environment_id and events.id = batch.id
      returning events.environment_id, events.sequence
    ), journal as (
      update journals set last_sequence = newest.sequence
      from (
        select environment_id, max(sequence) as sequence from numbered group by environment_id
      ) newest
      where journals.environment_id = newest.environment_id
    )
    select count(*) as count from numbered`;
  return row?.count ?? 0;
}
