import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { giveBack } from './give-back.ts';
import { listDueEnvironments, type LookTable, type Whose } from './look-store.ts';

interface Look {
  readonly environmentId: EnvironmentId;
}

interface Batch<Leased> {
  readonly due: readonly Leased[];
  /** Whether more is probably waiting. */
  readonly isFull: boolean;
}

/** The turns of a job that looks at the chain. */
export interface Turns<Leased> {
  readonly lease: (db: Db) => Promise<Batch<Leased>>;
  /** What an outage of the database interrupted: the next turn makes it due again at once. */
  readonly cutShort: Set<Leased>;
}

interface Leasing<Leased> {
  readonly lease: (db: Db, limit: number, whose: Whose) => Promise<Leased[]>;
  readonly makeDue: (db: Db, leased: readonly Leased[]) => Promise<unknown>;
}

/**
 * Leases due looks so that environments take turns, as one account may have thousands: half of a
 * batch is what has waited longest; if that is not all, the other half goes to the next
 * environments, in key order.
 */
export function openTurns<Leased extends Look>(
  table: LookTable,
  batch: number,
  { lease, makeDue }: Leasing<Leased>,
): Turns<Leased> {
  const half = batch / 2;
  const cutShort = new Set<Leased>();
  let after = '';
  const leaseBatch = async (db: Db): Promise<Batch<Leased>> => {
    await giveBack(cutShort, (leased) => makeDue(db, leased));
    const oldest = await lease(db, half, 'oldest');
    if (oldest.length < half) return { due: oldest, isFull: false };
    const next = await listDueEnvironments(db, table, after, half);
    after = next.last;
    const inTurn = next.due.length > 0 ? await lease(db, half, next.due) : [];
    return { due: alternating([...inTurn, ...oldest]), isFull: true };
  };
  return { lease: leaseBatch, cutShort };
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
