import type { App, Tenant } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import type { Claim, OperationName } from './claim.ts';

/**
 * Files an answer that came after its claim was lost: the charge or payout exists at the provider,
 * and is shown to nobody, unless the provider gives it to another attempt too.
 */
export async function recordLateAnswer(app: App, claim: Claim, providerRef: string): Promise<void> {
  await recordOrphan(app, { ...claim, providerRef, foundBy: 'late_answer', status: null });
  await app.db`
    update provider_attempts set outcome = 'late', ended_at = now(), provider_ref = ${providerRef}
    where environment_id = ${claim.environmentId} and resource_id = ${claim.resourceId}
      and attempt = ${claim.attempt}`;
}

export interface Orphan {
  readonly environmentId: EnvironmentId;
  readonly providerRef: string;
  readonly operation: OperationName;
  readonly resourceId: string | null;
  readonly foundBy: 'late_answer' | 'provider_list';
  readonly status: string | null;
}

/** Files an orphan once, whoever finds it; a charge that its own operation was shown is none. */
export async function recordOrphan(app: App, orphan: Orphan): Promise<void> {
  const rows = await app.db`
    insert into orphans (environment_id, provider_ref, operation, resource_id, found_by,
      provider_status)
    select ${orphan.environmentId}, ${orphan.providerRef}, ${orphan.operation},
      ${orphan.resourceId}, ${orphan.foundBy}, ${orphan.status}
    where not exists (
      select from provider_attempts
      where environment_id = ${orphan.environmentId} and resource_id = ${orphan.resourceId}
        and provider_ref = ${orphan.providerRef} and outcome = 'accepted')
    on conflict (environment_id, provider_ref)
      do update set provider_status = coalesce(excluded.provider_status, orphans.provider_status)
    returning provider_ref`;
  if (rows.length === 0) return;
  app.log.warn({ environment: orphan.environmentId, orphan: orphan.providerRef });
}

/** Filed so lately that an operation may still come to show them: a key rests for a day at most. */
export async function listYoungOrphans(db: Db): Promise<string[]> {
  const rows = await db<{ providerRef: string }>`
    select provider_ref from orphans where found_at > now() - interval '25 hours'`;
  return rows.map(({ providerRef }) => providerRef);
}

/** For those that came to be shown after all. */
export async function forgetOrphans(db: Db, refs: readonly string[]): Promise<void> {
  await db`delete from orphans where provider_ref = any(${[...refs]})`;
}

/** A stretch of time in which calls of one environment ended with nobody knowing how. */
export interface DoubtfulSpan extends Tenant {
  readonly from: Date;
  readonly to: Date;
}

/** Only settled stretches: after two minutes a charge that is being shown has been written down. */
export async function listDoubtfulSpans(db: Db, limit: number): Promise<DoubtfulSpan[]> {
  return db<DoubtfulSpan>`
    select a.environment_id, e.mode, min(a.started_at) - interval '1 minute' as from,
      max(a.ended_at) + interval '1 minute' as to
    from provider_attempts a join environments e on e.id = a.environment_id
    where a.outcome in ('unknown', 'late') and not a.looked_through
      and a.ended_at < now() - interval '2 minutes'
    -- At random, so that spans which keep failing do not hide the others.
    group by a.environment_id, e.mode order by random() limit ${limit}`;
}

/** Everything doubtful of the span has been searched for. */
export async function markLookedThrough(db: Db, span: DoubtfulSpan): Promise<void> {
  await db`
    update provider_attempts set looked_through = true
    where environment_id = ${span.environmentId} and outcome in ('unknown', 'late')
      and not looked_through and started_at >= ${span.from} and ended_at <= ${span.to}`;
}

export interface UnpaidOrphan extends Tenant {
  readonly providerRef: string;
}

/** Charges nobody was shown and nobody is known to have paid, each looked at every ten minutes. */
export async function leaseUnpaidOrphans(db: Db, limit: number): Promise<UnpaidOrphan[]> {
  return db<UnpaidOrphan>`
    update orphans o set look_at = now() + interval '10 minutes'
    from environments e
    where e.id = o.environment_id and (o.environment_id, o.provider_ref) in (
      select environment_id, provider_ref from orphans
      where operation = 'deposit' and paid_at is null and look_at <= now()
        and found_at > now() - interval '2 days'
      order by look_at limit ${limit} for update skip locked)
    returning o.environment_id, e.mode, o.provider_ref`;
}

export async function markOrphanPaid(db: Db, orphan: UnpaidOrphan, status: string): Promise<void> {
  await db`
    update orphans set paid_at = coalesce(paid_at, now()), provider_status = ${status}
    where environment_id = ${orphan.environmentId} and provider_ref = ${orphan.providerRef}`;
}
