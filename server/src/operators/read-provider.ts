import type { App } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import type { Db } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import { liveBudgetsLeft } from '../provider/budget-store.ts';

export interface ConnectionHealth {
  readonly connection: Mode;
  readonly isConfigured: boolean;
  readonly calls: {
    readonly accepted: number;
    readonly refused: number;
    readonly failed: number;
    readonly open: number;
  };
  readonly lastAcceptedAt: Date | null;
  readonly lastFailedAt: Date | null;
  readonly lastNoticeAt: Date | null;
  readonly lastProbeAt: Date | null;
  readonly depositsPaused: number;
  readonly withdrawalsPaused: number;
  readonly budgets: readonly {
    readonly call: string;
    readonly left: number;
    readonly burst: number;
    readonly perMinute: number;
  }[];
}

/** The health of both connections, from what their calls left in the database. */
export async function readProvider(app: App): Promise<ConnectionHealth[]> {
  const { db, config } = app;
  const [calls, notices, switches, probe, left] = await Promise.all([
    readCalls(db),
    readNotices(db),
    readSwitches(db),
    readProbe(db),
    liveBudgetsLeft(db),
  ]);
  const budgets = left.flatMap((one) => {
    const budget = config.providerBudgets?.[one.call];
    return budget ? [{ ...one, ...budget }] : [];
  });
  return (['live', 'test'] as const).map((connection) => {
    const counted = calls.find(({ mode }) => mode === connection);
    const { accepted = 0, refused = 0, failed = 0, open = 0 } = counted ?? {};
    const paused = switches.find(({ mode }) => mode === connection);
    return {
      connection,
      isConfigured: (connection === 'live' ? config.live : config.sandbox) !== undefined,
      calls: { accepted, refused, failed, open },
      lastAcceptedAt: counted?.lastAcceptedAt ?? null,
      lastFailedAt: counted?.lastFailedAt ?? null,
      lastNoticeAt: notices.find(({ mode }) => mode === connection)?.lastNoticeAt ?? null,
      lastProbeAt: connection === 'live' ? probe : null,
      depositsPaused: paused?.depositsPaused ?? 0,
      withdrawalsPaused: paused?.withdrawalsPaused ?? 0,
      budgets: connection === 'live' ? budgets : [],
    };
  });
}

interface Calls {
  readonly mode: Mode;
  readonly accepted: number;
  readonly refused: number;
  readonly failed: number;
  readonly open: number;
  readonly lastAcceptedAt: Date | null;
  readonly lastFailedAt: Date | null;
}

/**
 * Counts only the last hour. For the last day, the newest of each kind is looked up; failures have
 * an index. A successful call has no row except the resource it created, dated on its environment's
 * clock.
 */
async function readCalls(db: Db): Promise<Calls[]> {
  return db<Calls>`
    with running as (
      select e.mode, count(*) as calls
      from idempotency_keys k join environments e on e.id = k.environment_id
      where k.state = 'running' group by e.mode
    )
    select e.mode, sum(deposits.calls + withdrawals.calls)::bigint as accepted,
      sum(ended.refused)::bigint as refused, sum(ended.failed)::bigint as failed,
      coalesce(max(running.calls), 0) as open,
      max(greatest(deposit.made_at, withdrawal.made_at)) as last_accepted_at,
      max(failed.ended_at) as last_failed_at
    from environments e
    left join running on running.mode = e.mode
    cross join lateral (${madeWithinHour(sql`deposits`)}) deposits
    cross join lateral (${madeWithinHour(sql`withdrawals`)}) withdrawals
    left join lateral (${newestOfDay(sql`deposits`)}) deposit on true
    left join lateral (${newestOfDay(sql`withdrawals`)}) withdrawal on true
    cross join lateral (
      select
        count(*) filter (where outcome = 'refused') as refused,
        count(*) filter (where outcome in ('not_executed', 'unknown', 'late')) as failed
      from provider_attempts
      where environment_id = e.id and started_at > now() - interval '1 hour'
    ) ended
    left join lateral (
      select ended_at from provider_attempts
      where environment_id = e.id and started_at > now() - interval '1 day'
        and outcome in ('not_executed', 'unknown', 'late')
      order by started_at desc limit 1
    ) failed on true
    group by e.mode`;
}

/** How far ahead the environment's clock is; it is never behind. */
const AHEAD = sql`e.clock_offset_ms * interval '1 ms'`;

const madeWithinHour = (table: Fragment): Fragment => sql`
  select count(*) as calls from ${table}
  where environment_id = e.id and created_at > now() - interval '1 hour'
    and created_at > now() + ${AHEAD} - interval '1 hour'`;

/** The pair leaves the planner only the index by environment and time, however few rows it has. */
const newestOfDay = (table: Fragment): Fragment => sql`
  select created_at - ${AHEAD} as made_at from ${table}
  where (environment_id, created_at) > (e.id, now() + ${AHEAD} - interval '1 day')
    and (environment_id, created_at) < (e.id, 'infinity')
  order by environment_id desc, created_at desc limit 1`;

/** Among the latest of both modes, so that a mode without notices does not cause a full scan. */
async function readNotices(db: Db): Promise<{ mode: Mode; lastNoticeAt: Date }[]> {
  return db<{ mode: Mode; lastNoticeAt: Date }>`
    select mode, max(received_at) as last_notice_at
    from (select mode, received_at from provider_inbox order by id desc limit 1000) latest
    group by mode`;
}

interface Switches {
  readonly mode: Mode;
  readonly depositsPaused: number;
  readonly withdrawalsPaused: number;
}

async function readSwitches(db: Db): Promise<Switches[]> {
  return db<Switches>`
    select mode, count(*) filter (where not deposits_enabled) as deposits_paused,
      count(*) filter (where not withdrawals_enabled) as withdrawals_paused
    from environments group by mode`;
}

async function readProbe(db: Db): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }>`select max(made_at) as at from probes`;
  return row?.at ?? null;
}
