import type { Mode } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import type { CreatedDeposit } from '../deposits/list-created-deposits.ts';
import type { DepositId, EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { Connection } from '../provider/connection.ts';
import { type Difference, type DifferenceKind, type Resolution, SHOWN_AS } from './difference.ts';

const DETAIL = 'reconciliation_differences.detail';

/**
 * Records a difference: one row per kind and charge. One that an operator resolved stays resolved;
 * one that healed is reopened.
 */
export async function recordDifference(app: App, difference: Difference): Promise<void> {
  const { kind, connection, environmentId, providerRef, resourceId, resolution } = difference;
  const detail = difference.detail === null ? null : app.vault.seal(DETAIL, difference.detail);
  const [row] = await app.db<{ times: number }>`
    insert into reconciliation_differences as d (kind, connection, environment_id, provider_ref,
      resource_id, detail, resolution, resolved_at)
    values (${kind}, ${connection}, ${environmentId}, ${providerRef}, ${resourceId}, ${detail},
      ${resolution}, case when ${resolution}::text is not null then now() end)
    on conflict (connection, provider_ref, kind) do update set
      times = d.times + 1, last_seen_at = now(), detail = coalesce(excluded.detail, d.detail),
      environment_id = coalesce(d.environment_id, excluded.environment_id),
      resource_id = coalesce(d.resource_id, excluded.resource_id),
      resolution = case when d.resolution = 'operator' then d.resolution
        else excluded.resolution end,
      resolved_at = case when d.resolution = 'operator' then d.resolved_at
        when excluded.resolution = d.resolution then d.resolved_at else excluded.resolved_at end
    returning times`;
  if (row?.times !== 1) return;
  app.log.warn({ difference: kind, connection, about: providerRef, resolution });
}

/** Records differences of one deposit. */
export function recorder(
  app: App,
  connection: Connection,
  { environmentId, id: resourceId, providerRef }: CreatedDeposit,
) {
  const about = { connection, environmentId, providerRef, resourceId };
  return (kind: DifferenceKind, resolution: Resolution | null, facts: object): Promise<void> =>
    recordDifference(app, { ...about, kind, resolution, detail: JSON.stringify(facts) });
}

/** Closes open differences of these kinds for these charges. */
export async function resolveDifferences(
  db: Db,
  connection: Connection,
  refs: readonly string[],
  kinds: readonly DifferenceKind[],
  resolution: Resolution,
): Promise<void> {
  if (refs.length === 0) return;
  await db`
    update reconciliation_differences set resolved_at = now(), resolution = ${resolution}
    where connection = ${connection} and provider_ref = any(${[...refs]})
      and kind = any(${[...kinds]}) and resolved_at is null`;
}

/** Closes every open difference of one charge, named by the provider's id or ours. */
export async function resolveByOperator(db: Db | Tx, about: string): Promise<number> {
  const rows = await db`
    update reconciliation_differences set resolved_at = now(), resolution = 'operator'
    where (provider_ref = ${about} or resource_id = ${about}) and resolved_at is null
    returning id`;
  return rows.length;
}

export interface SeenDifference extends Omit<Difference, 'detail'> {
  readonly id: number;
  readonly times: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly resolvedAt: Date | null;
}

const MAX_LISTED = 1_000;

/**
 * Open differences, and those seen or closed since then: open ones first, of these those with the
 * live provider, since anybody can make others by the thousand; then the latest.
 */
export async function listDifferences(db: Db, since: Date): Promise<SeenDifference[]> {
  return db<SeenDifference>`
    select id, kind, connection, environment_id, provider_ref, resource_id, times, first_seen_at,
      last_seen_at, resolved_at, resolution
    from reconciliation_differences
    where resolved_at is null or resolved_at >= ${since} or last_seen_at >= ${since}
    order by resolved_at is not null, connection <> 'live', last_seen_at desc, id desc limit ${MAX_LISTED}`;
}

export interface OpenDifference {
  readonly kind: keyof typeof SHOWN_AS;
  readonly depositId: DepositId;
  /** When the deposit was created. */
  readonly madeAt: Date;
}

const MAX_SHOWN = 100;

/** The open differences of a merchant's own deposits, latest first. */
export async function listOpenOf(db: Db, environmentId: EnvironmentId): Promise<OpenDifference[]> {
  return db<OpenDifference>`
    select r.kind, d.id as deposit_id, d.created_at as made_at
    from reconciliation_differences r
    join deposits d on d.environment_id = r.environment_id and d.id = r.resource_id
    where r.environment_id = ${environmentId} and r.resolved_at is null
      and r.kind = any(${Object.keys(SHOWN_AS)})
    order by r.last_seen_at desc limit ${MAX_SHOWN}`;
}

const DELETE_BATCH = 1_000;

/** Deletes differences that were closed long ago. @returns whether there are probably more */
export async function deleteOldDifferences(db: Db, days: number): Promise<boolean> {
  const rows = await db`
    delete from reconciliation_differences where id in (
      select id from reconciliation_differences
      where last_seen_at < now() - ${days} * interval '1 day' and resolved_at is not null
      limit ${DELETE_BATCH} for update skip locked)
    returning id`;
  return rows.length === DELETE_BATCH;
}

export interface DifferenceCount {
  readonly kind: DifferenceKind;
  readonly mode: Mode;
  readonly open: number;
  readonly healed: number;
}

/** The number of open and closed differences by kind. */
export async function countDifferences(db: Db): Promise<DifferenceCount[]> {
  return db<DifferenceCount>`
    select kind, case connection when 'live' then 'live' else 'test' end as mode,
      count(*) filter (where resolved_at is null) as open,
      count(*) filter (where resolved_at is not null) as healed
    from reconciliation_differences group by 1, 2 order by 1, 2`;
}

/** Which of these charges are already recorded as paid orphans. */
export async function listReportedPaid(
  db: Db,
  connection: Connection,
  refs: readonly string[],
): Promise<string[]> {
  const rows = await db<{ providerRef: string }>`
    select provider_ref from reconciliation_differences
    where connection = ${connection} and provider_ref = any(${[...refs]}) and kind = 'orphan_paid'`;
  return rows.map(({ providerRef }) => providerRef);
}
