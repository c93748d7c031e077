import type { Mode } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { faultOf } from '../platform/log.ts';
import { sql } from '../platform/sql.ts';
import type { AlertKind, OperatorAlert } from './operator-alert.ts';

const DETAIL = 'operator_alerts.detail';
const WORD = 'operator_alert_words.detail';
/** If a provider says something else each time, this many words are kept, and the latest one. */
const MAX_WORDS = 200;

/**
 * Something an operator must see; the log names only kind and subject. A resolved alert is reopened
 * by new words, and by every nonsensical answer.
 */
export async function raiseAlert(db: Db | Tx, app: App, alert: OperatorAlert): Promise<void> {
  const { environmentId, kind, subject, detail, noticeId = null } = alert;
  const digest = detail === undefined ? null : app.vault.digest(WORD, detail);
  // The same words are recognised although the vault's keys may have changed since.
  const digests = detail === undefined ? [] : app.vault.digests(WORD, detail);
  const seal = (place: string): string | null =>
    detail === undefined ? null : app.vault.seal(place, detail);
  await db`
    with raised as (
      insert into operator_alerts as a (environment_id, kind, subject, detail, notice_id)
      values (${environmentId}, ${kind}, ${subject}, ${seal(DETAIL)}, ${noticeId})
      on conflict (kind, subject) do update
        set times = a.times + 1, updated_at = now(), detail = coalesce(excluded.detail, a.detail),
          notice_id = coalesce(a.notice_id, excluded.notice_id),
          resolved_at = case when a.kind <> 'nonsense_answer' and exists (
            select from operator_alert_words w
            where w.alert_id = a.id and w.digest = any(${digests}::bytea[])) then a.resolved_at end
      returning id
    )
    insert into operator_alert_words as known (alert_id, digest, detail)
    select raised.id, coalesce(word.digest, ${digest}), ${seal(WORD)}
    from raised left join operator_alert_words word
      on word.alert_id = raised.id and word.digest = any(${digests}::bytea[])
    where ${digest}::bytea is not null and (word.digest is not null or
      (select count(*) from operator_alert_words w where w.alert_id = raised.id) < ${MAX_WORDS})
    limit 1
    on conflict (alert_id, digest) do update set times = known.times + 1, last_at = now()`;
  app.log.warn({ alert: kind, subject });
}

/** Whether this alert was raised before, in any words. */
export async function wasRaised(
  db: Db,
  { kind, subject }: Pick<OperatorAlert, 'kind' | 'subject'>,
): Promise<boolean> {
  const rows = await db`
    select from operator_alerts where kind = ${kind} and subject = ${subject}`;
  return rows.length > 0;
}

/**
 * Whether this alert was raised before in the same words.
 * @param isAgain whether words beyond the limit of those kept count as known
 */
export async function wasRaisedInWords(
  db: Db | Tx,
  { vault }: App,
  { kind, subject, detail }: Pick<OperatorAlert, 'kind' | 'subject'> & { readonly detail: string },
  isAgain: boolean,
): Promise<boolean> {
  const rows = await db`
    select from operator_alerts a
    where a.kind = ${kind} and a.subject = ${subject} and (
      exists (select from operator_alert_words w where w.alert_id = a.id
        and w.digest = any(${vault.digests(WORD, detail)}::bytea[]))
      or ${isAgain} and (
        select count(*) from operator_alert_words w where w.alert_id = a.id) >= ${MAX_WORDS})`;
  return rows.length > 0;
}

export interface FiledAlert {
  readonly id: number;
  readonly environmentId: EnvironmentId | null;
  readonly kind: AlertKind;
  readonly subject: string;
  readonly times: number;
  readonly noticeId: number | null;
  readonly assignedTo: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly resolvedAt: Date | null;
}

/** The columns of a `FiledAlert`. */
const FILED = sql`
  a.id, a.environment_id, a.kind, a.subject, a.times, a.notice_id, a.assigned_to, a.created_at,
  a.updated_at, a.resolved_at`;

/** An alert that is not known to belong to test mode counts as live. */
const MODE = sql`coalesce(e.mode, n.mode, 'live')`;
const WITH_MODE = sql`
  operator_alerts a
  left join environments e on e.id = a.environment_id
  left join provider_inbox n on n.id = a.notice_id`;

const MAX_LISTED = 1_000;

/**
 * Alerts, only unresolved ones or all: those of live mode, then those of test mode, which anybody
 * can raise by the thousand; latest first.
 */
export async function listAlerts(db: Db, all: boolean): Promise<FiledAlert[]> {
  return db<FiledAlert>`
    select ${FILED} from ${WITH_MODE} where a.resolved_at is null or ${all}
    order by ${MODE} <> 'live', a.updated_at desc, a.id desc limit ${MAX_LISTED}`;
}

export async function findAlert(db: Db, id: number): Promise<FiledAlert | undefined> {
  const [row] = await db<FiledAlert>`select ${FILED} from operator_alerts a where a.id = ${id}`;
  return row;
}

/** Everything that was said about an alert, unsealed: the first words first, the latest last. */
export async function listWords(app: App, alertId: number): Promise<string[]> {
  const words = await app.db<{ detail: string }>`
    select detail from operator_alert_words where alert_id = ${alertId} order by first_at, digest`;
  const [alert] = await app.db<{ detail: string | null }>`
    select detail from operator_alerts where id = ${alertId}`;
  const opened = words.map(({ detail }) => open(app, WORD, detail));
  const latest = alert?.detail ? [open(app, DETAIL, alert.detail)] : [];
  return [...opened.filter((word) => !latest.includes(word)), ...latest];
}

/** What no key opens must not hide the rest from an operator. */
function open({ vault, log }: App, place: string, sealed: string): string {
  try {
    return vault.open(place, sealed);
  } catch (error) {
    log.error(faultOf(error), 'what was said about an alert cannot be opened');
    return '(no encryption key opens this)';
  }
}

export async function resolveAlert(db: Db | Tx, id: number): Promise<void> {
  await db`
    update operator_alerts set resolved_at = coalesce(resolved_at, now()) where id = ${id}`;
}

/**
 * Assigns an alert to the resource it is about. That is done once; or again, to the same resource,
 * after new words have reopened the alert. @returns false if it was already assigned
 */
export async function assignAlertTo(
  tx: Tx,
  id: number,
  environmentId: EnvironmentId,
  resourceId: string,
): Promise<boolean> {
  const rows = await tx`
    update operator_alerts set assigned_to = ${resourceId}, environment_id = ${environmentId},
      resolved_at = now(), updated_at = now()
    where id = ${id} and (assigned_to is null
      or (assigned_to = ${resourceId} and resolved_at is null))
    returning id`;
  return rows.length > 0;
}

export interface AlertCount {
  readonly kind: AlertKind;
  readonly mode: Mode;
  readonly open: number;
}

/** The number of unresolved alerts of each kind; kinds without any are left out. */
export async function countOpenAlerts(db: Db): Promise<AlertCount[]> {
  return db<AlertCount>`
    select a.kind, ${MODE} as mode, count(*) as open from ${WITH_MODE}
    where a.resolved_at is null group by 1, 2 order by 1, 2`;
}

const DELETE_BATCH = 1_000;

/**
 * Deletes alerts of test mode that were resolved, and last heard of, more than `days` ago, with all
 * that was said about them. Those of live mode stay. @returns whether there are probably more
 */
export async function deleteOldTestAlerts(db: Db, days: number): Promise<boolean> {
  const rows = await db`
    with old as (
      select a.id from ${WITH_MODE}
      where a.resolved_at < now() - ${days} * interval '1 day'
        and a.updated_at < now() - ${days} * interval '1 day' and ${MODE} = 'test'
      limit ${DELETE_BATCH} for update of a skip locked
    ), words as (
      delete from operator_alert_words where alert_id in (table old)
    )
    delete from operator_alerts where id in (table old) returning id`;
  return rows.length === DELETE_BATCH;
}
