import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import type { Connection } from '../provider/connection.ts';
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
}

const MOST_SWEEPS = 100;

/** Live first, then what an operator asked for, what fails, and what waits longest. */
export async function listSweeps(db: Db): Promise<SweepState[]> {
  return db<SweepState>`
    select connection, sweep, position, until, due_at,
      coalesce(lease_until > now(), false) as is_running, failures, gaps
    from reconciliation_sweeps
    order by connection <> 'live', sweep <> 'asked', failures desc, due_at, connection
    limit ${MOST_SWEEPS}`;
}

export interface OrphanState {
  readonly connection: Connection;
  readonly providerRef: string;
  readonly environmentId: EnvironmentId | null;
  readonly operation: 'deposit' | 'withdrawal';
  readonly resourceId: string | null;
  readonly foundBy: 'late_answer' | 'provider_list';
  readonly providerStatus: string | null;
  readonly foundAt: Date;
  readonly paidAt: Date | null;
}

/** The latest first, one more than the limit. */
export async function listLatestOrphans(db: Db, limit: number): Promise<OrphanState[]> {
  return db<OrphanState>`
    select connection, provider_ref, environment_id, operation, resource_id, found_by,
      provider_status, found_at, paid_at
    from orphans order by found_at desc, provider_ref desc limit ${limit + 1}`;
}
