import type { App } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import type { Db } from '../platform/db.ts';
import { budgetsOf } from '../provider/budget.ts';
import { budgetsLeft } from '../provider/budget-store.ts';

export interface ProviderHealth {
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

/** How both connections do, from what their calls left in the database. */
export async function readProvider(app: App): Promise<ProviderHealth[]> {
  const { db, config } = app;
  const [calls, notices, switches, probe, left] = await Promise.all([
    readCalls(db),
    readNotices(db),
    readSwitches(db),
    readProbe(db),
    budgetsLeft(db),
  ]);
  const granted = budgetsOf(config.providerBudgets);
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
      budgets: left.flatMap(({ connection: of, call, left: tokens }) => {
        const budget = granted[call];
        return of === connection && budget ? [{ call, left: tokens, ...budget }] : [];
      }),
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

/** Only an hour is counted. Of a day the newest of a kind are looked up; failures have an index. */
async function readCalls(db: Db): Promise<Calls[]> {
  return db<Calls>`
    select e.mode,
      coalesce(sum(a.accepted), 0)::bigint as accepted,
      coalesce(sum(a.refused), 0)::bigint as refused,
      coalesce(sum(a.failed), 0)::bigint as failed, coalesce(sum(a.open), 0)::bigint as open,
      max(accepted.ended_at) as last_accepted_at, max(failed.ended_at) as last_failed_at
    from environments e
    cross join lateral (
      select
        count(*) filter (where outcome = 'accepted') as accepted,
        count(*) filter (where outcome = 'refused') as refused,
        count(*) filter (where outcome in ('not_executed', 'unknown', 'late')) as failed,
        count(*) filter (where outcome is null) as open
      from provider_attempts
      where environment_id = e.id and started_at > now() - interval '1 hour'
    ) a
    left join lateral (
      select ended_at from provider_attempts
      where environment_id = e.id and started_at > now() - interval '1 day'
        and outcome = 'accepted'
      order by started_at desc limit 1
    ) accepted on true
    left join lateral (
      select ended_at from provider_attempts
      where environment_id = e.id and started_at > now() - interval '1 day'
        and outcome in ('not_executed', 'unknown', 'late')
      order by started_at desc limit 1
    ) failed on true
    group by e.mode`;
}

/** Among the latest of both, so that a mode that hears nothing costs no look at all the others'. */
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
