import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { listDueEnvironments, type LookTable, type Whose } from './look-store.ts';

interface Look {
  readonly environmentId: EnvironmentId;
}

interface Batch<Leased> {
  readonly due: readonly Leased[];
  /** Whether more is probably waiting. */
  readonly isFull: boolean;
}

export type LeaseBatch<Leased> = (db: Db) => Promise<Batch<Leased>>;

/**
 * Leases due looks so that environments take turns, as one account may have thousands: half of a
 * batch is what has waited longest; if that is not all, the other half goes to the next
 * environments, in key order.
 */
export function openTurns<Leased extends Look>(
  table: LookTable,
  lease: (db: Db, limit: number, whose: Whose) => Promise<Leased[]>,
  batch: number,
): LeaseBatch<Leased> {
  const half = batch / 2;
  let after = '';
  return async (db) => {
    const oldest = await lease(db, half, 'oldest');
    if (oldest.length < half) return { due: oldest, isFull: false };
    const next = await listDueEnvironments(db, table, after, half);
    after = next.last;
    const inTurn = next.due.length > 0 ? await lease(db, half, next.due) : [];
    return { due: alternating([...inTurn, ...oldest]), isFull: true };
  };
}

/**
 * One of each environment, in random order, then a second of each, and so on: a source that answers
 * only a few calls leaves nobody out each time.
 */
function alternating<Leased extends Look>(looks: readonly Leased[]): Leased[] {
  const sorted = [...Map.groupBy(looks, ({ environmentId }) => environmentId).values()]
    .flatMap((own) => own.map((look, turn) => ({ look, place: turn + Math.random() })))
    .sort((one, other) => one.place - other.place);
  return sorted.map(({ look }) => look);
}
