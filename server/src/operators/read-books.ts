import type { Orphan } from '../idempotency/orphan.ts';
import type { Db } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import type { Connection } from '../provider/connection.ts';
import type { Counts } from '../reconciliation/result.ts';
import type { SweepName } from '../reconciliation/sweep.ts';

export interface SweepState {
  readonly connection: Connection;
  readonly sweep: SweepName;
  readonly position: Date | null;
  readonly until: Date | null;
  readonly dueAt: Date;
  readonly isRunning: boolean;
  readonly failures: number;
  readonly gaps: number;
  /** Of the last pass; null if there is none, or it compared no deposit. */
  readonly finishedAt: Date | null;
  readonly outcomes: Counts | null;
}

const MAX_SWEEPS = 100;

/** Live first, then requested sweeps, failing ones, and those that have waited longest. */
export async function listSweeps(db: Db): Promise<SweepState[]> {
  return db<SweepState>`
    select s.connection, s.sweep, s.position, s.until, s.due_at,
      coalesce(s.lease_until > now(), false) as is_running, s.failures, s.gaps,
      last.finished_at, last.outcomes
    from reconciliation_sweeps s
    left join lateral (
      select max(created_at) as finished_at, json_build_object('matched', sum(matched),
        'missingAtProvider', sum(missing_at_provider), 'missingOnChain', sum(missing_on_chain),
        'amountDiffers', sum(amount_differs), 'waiting', sum(waiting)) as outcomes
      from reconciliation_results where pass = s.last_pass having count(*) > 0
    ) last on true
    order by s.connection <> 'live', s.sweep <> 'asked', s.failures desc, s.due_at, s.connection
    limit ${MAX_SWEEPS}`;
}

export interface OrphanState extends Omit<Orphan, 'status'> {
  readonly providerStatus: string | null;
  readonly foundAt: Date;
  readonly paidAt: Date | null;
}

/** Live first, since anybody can make thousands at the sandbox; latest first; one more. */
export async function listLatestOrphans(db: Db, limit: number): Promise<OrphanState[]> {
  const latest = (isOfThem: Fragment): Fragment => sql`(
    select connection, provider_ref, environment_id, operation, resource_id, found_by,
      provider_status, found_at, paid_at
    from orphans where ${isOfThem} order by found_at desc, provider_ref desc limit ${limit + 1})`;
  return db<OrphanState>`
    select * from (
      ${latest(sql`connection = 'live'`)} union all ${latest(sql`connection <> 'live'`)}
    ) found
    order by connection <> 'live', found_at desc, provider_ref desc limit ${limit + 1}`;
}
