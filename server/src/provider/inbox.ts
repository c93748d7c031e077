import type { App } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import type { Db, Tx } from '../platform/db.ts';
import { batched } from '../platform/batch.ts';
import { faultOf } from '../platform/log.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import { normalRef, normalStatus } from './ref.ts';

/** What the provider told us; stored before it is acknowledged, and applied later. */
export const NOTICE_KINDS = ['deposit', 'withdraw', 'med'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The context that the vault binds a notice to. */
export const BODY_PLACE = 'provider_inbox.body';

/**
 * Files a notice. The same notice again wakes the filed one instead of making a second, and any
 * news of a charge wakes its parked notices.
 */
export async function fileNotice(
  app: App,
  mode: Mode,
  kind: NoticeKind,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const text = JSON.stringify(body);
  const digest = app.vault.digest(BODY_PLACE, text);
  const ref = await refIn(app.db, body);
  await app.db`
    with filed as (
      insert into provider_inbox
        (mode, kind, provider_ref, status, names_transaction, digest, body)
      values (${mode}, ${kind}, ${ref}, ${statusIn(body)}, ${namesTransaction(body)},
        ${digest}, ${app.vault.seal(BODY_PLACE, text)})
      on conflict (mode, kind, digest) do update
        set times = provider_inbox.times + 1, tries = 0, due_at = now(), outcome = null,
          names_transaction = excluded.names_transaction
      returning id
    ), parked as (
      -- Locked after its own row, and skipping rows that others are waking, to avoid a deadlock.
      select id from provider_inbox
      where ${parkedOf(mode, ref)} and id <> (select id from filed)
      for update skip locked
    )
    update provider_inbox set tries = 0, due_at = now() where id in (select id from parked)`;
}

/** Makes the parked notices of a charge due again, since more may be known now. */
export async function reopenNotices(db: Db, mode: Mode, ref: string): Promise<void> {
  await db`
    update provider_inbox set tries = 0, due_at = now() where id in (
      select id from provider_inbox where ${parkedOf(mode, ref)} for update skip locked)`;
}

const parkedOf = (mode: Mode, ref: string | null): Fragment => sql`
  mode = ${mode} and provider_ref = ${ref} and due_at is null
  and outcome in ('early', 'unmatched')`;

/** Only an id may be stored unencrypted; any other text could be a personal number. */
async function refIn(db: Db, body: Readonly<Record<string, unknown>>): Promise<string | null> {
  const id = body['qrId'] ?? body['id'];
  const ref = typeof id === 'string' ? normalRef(id) : '';
  if (/^[0-9a-f]{32}$/.test(ref)) return ref;
  if (!/^[!-~]{8,64}$/.test(ref)) return null;
  const [known] = await db<{ providerRef: string }>`
    select provider_ref from deposits where provider_ref = ${ref}
    union all select provider_ref from withdrawals where provider_ref = ${ref} limit 1`;
  return known?.providerRef ?? null;
}

function statusIn({ status }: Readonly<Record<string, unknown>>): string | null {
  const word = typeof status === 'string' ? normalStatus(status) : '';
  // Allows digits only within words, as in `pending_pix2fa`, so that no number passes.
  return word.length <= 40 && /^[a-z_]+(?:\d[a-z_]*)?$/.test(word) ? word : null;
}

export function namesTransaction({ blockchainTxID }: Readonly<Record<string, unknown>>): boolean {
  return typeof blockchainTxID === 'string' && /^[0-9a-f]{64}$/i.test(blockchainTxID);
}

export interface Notice {
  readonly id: number;
  readonly mode: Mode;
  readonly kind: NoticeKind;
  readonly providerRef: string | null;
  /** As the provider sent it; null if it is not a word. */
  readonly status: string | null;
  /** Sealed; few are ever read, with `openNotice`. */
  readonly body: string;
  /** How often it arrived, and how often it was leased since it last did. */
  readonly times: number;
  readonly tries: number;
}

/**
 * Leases due notices: each is postponed by half a minute, after which a dead worker's are due
 * again.
 * @param full the modes whose notices have to wait
 */
export async function leaseNotices(
  db: Db,
  kinds: readonly NoticeKind[],
  limit: number,
  full: readonly Mode[],
): Promise<Notice[]> {
  return db<Notice>`
    with due as (
      -- A CTE runs once; as a subquery in the condition it may run per row and exceed its limit.
      select id from provider_inbox where due_at <= now() and kind = any(${[...kinds]})
        and mode <> all(${[...full]})
      order by due_at limit ${limit} for update skip locked
    )
    update provider_inbox set due_at = now() + interval '30 seconds', tries = tries + 1
    where id in (table due)
    returning id, mode, kind, provider_ref, status, body, times, tries`;
}

/** What the notice says; empty if no key decrypts it. */
export function openNotice(app: App, { id, body }: Notice): string {
  try {
    return app.vault.open(BODY_PLACE, body);
  } catch (error) {
    app.log.error({ notice: id, ...faultOf(error) }, 'a notice cannot be opened');
    return '';
  }
}

/**
 * Stores the id of a notice that came before its charge, by which alone we know an id of unusual
 * form: see `refIn`. The next try finds the charge.
 */
export async function nameNotice(app: App, notice: Notice): Promise<void> {
  const text = openNotice(app, notice);
  if (text === '') return;
  // Written by `fileNotice`.
  const ref = await refIn(app.db, JSON.parse(text) as Record<string, unknown>);
  if (ref !== null) {
    await app.db`update provider_inbox set provider_ref = ${ref} where id = ${notice.id}`;
  }
}

/** Joins notices as `held`, with which `IS_HELD` finds those not changed since they were leased. */
const heldBy = (notices: readonly Notice[]): Fragment => sql`
  unnest(${notices.map(({ id }) => id)}::bigint[], ${notices.map(({ times }) => times)}::int[],
    ${notices.map(({ tries }) => tries)}::int[]) as held (id, times, tries)`;

const IS_HELD = sql`i.id = held.id and i.times = held.times and i.tries = held.tries`;

/** Notices settled together are marked together. */
const MOST_TOGETHER = 256;

/** A notice that arrived again in the meantime is due again, and stays so. */
export const markApplied = batched<readonly Notice[], void>(async (db, groups) => {
  await db`
    update provider_inbox i set due_at = null, outcome = 'applied'
    from ${heldBy(groups.flat())} where ${IS_HELD}`;
  return groups.map(() => undefined);
}, MOST_TOGETHER);

/** How often the provider is asked about something it told us and does not confirm. */
export const TRIES_WHILE_BEHIND = 6;

/** Tries after which a notice is parked: with doubling pauses, after half a day at most. */
export const MAX_TRIES = 16;

/**
 * Tries again after 1, 2, 4 … seconds, at most 2 hours. One that arrived again stays due, and one
 * that was closed stays closed.
 */
export async function postpone(db: Db, notices: readonly Notice[], outcome: string): Promise<void> {
  await db`
    update provider_inbox i set outcome = ${outcome},
      -- While the provider is away a notice keeps waiting; one that leads nowhere is parked.
      due_at = case when i.tries < ${MAX_TRIES} or ${outcome}::text not in ('unmatched', 'early')
        then now() + least(power(2, least(i.tries, 14) - 1), 7200) * interval '1 second' end
    from ${heldBy(notices)} where ${IS_HELD}`;
}

/** No call was made for lack of budget, so this is no try: due when there is room, in any order. */
export async function postponeUntilRoom(
  db: Db,
  notices: readonly Notice[],
  seconds: number,
): Promise<void> {
  await db`
    update provider_inbox i set tries = i.tries - 1,
      due_at = now() + (${seconds}::float8 + random()) * interval '1 second'
    from ${heldBy(notices)} where ${IS_HELD}`;
}

/** All notices with the id of this one; without an id, only this one. */
export async function listNoticesLike(db: Db, id: number): Promise<Notice[]> {
  return db<Notice>`
    select n.id, n.mode, n.kind, n.provider_ref, n.status, n.body, n.times, n.tries
    from provider_inbox one join provider_inbox n on n.mode = one.mode and n.kind = one.kind
      and (n.id = one.id or n.provider_ref = one.provider_ref)
    where one.id = ${id} order by n.id`;
}

/** Marks notices as applied by an operator; a worker that holds one of them changes nothing. */
export async function closeNotices(tx: Tx, notices: readonly Notice[]): Promise<void> {
  await tx`
    update provider_inbox set due_at = null, outcome = 'applied', tries = tries + 1
    where id = any(${notices.map(({ id }) => id)}::bigint[])`;
}

/** Tries a parked notice once more. @returns false if there is no such notice. */
export async function reopenNotice(db: Db | Tx, id: number): Promise<boolean> {
  const rows = await db`
    update provider_inbox set tries = 0, due_at = now() where id = ${id} returning id`;
  return rows.length > 0;
}

const DELETE_BATCH = 1_000;

/** Forgets applied notices older than `days`. @returns whether there are probably more. */
export async function deleteOldNotices(db: Db, days: number): Promise<boolean> {
  const rows = await db`
    delete from provider_inbox where id in (
      select id from provider_inbox
      where outcome = 'applied' and due_at is null
        and received_at < now() - ${days} * interval '1 day'
      order by received_at limit ${DELETE_BATCH} for update skip locked)
    returning id`;
  return rows.length === DELETE_BATCH;
}
