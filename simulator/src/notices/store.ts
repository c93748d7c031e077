import type { Sql, Tx } from '../platform/database.ts';
import { WEBHOOK_SECRET } from '../partners/store.ts';
import type { NoticeKind, OwedNotice } from './notice.ts';

const BODY = 'notices.body';

/** Twice the longest attempt, so that a lease outlasts every attempt of a living process. */
const LEASE_SECONDS = 30;

export interface DueNotice {
  readonly seq: number;
  readonly partner: string;
  readonly kind: NoticeKind;
  readonly body: string;
  readonly webhookUrl: string | null;
  readonly webhookSecret: string | null;
}

/** Commits with the change it reports, so that neither exists without the other. */
export async function insertNotices(tx: Tx, notices: readonly OwedNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((notice) => ({ ...notice, body: tx.vault.seal(BODY, notice.body) }));
  await tx`
    insert into sandbox.notices (partner, kind, queue, body, state, due_at)
    select partner, kind, queue, body, state, clock_timestamp() + "delayMs" * interval '1 ms'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as notice(partner text, kind text, queue text, body text, state text, "delayMs" bigint)`;
}

/** Leases notices whose turn it is, except those of `busyPartners`, oldest first. */
export async function leaseDueNotices(
  sql: Sql,
  busyPartners: readonly string[],
  limit: number,
): Promise<DueNotice[]> {
  const due = await sql<DueNotice>`
    update sandbox.notices n
    set leased_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
    from sandbox.partners p
    where p.name = n.partner and n.seq in (
      select seq from sandbox.notices candidate
      where state = 'owed' and due_at <= clock_timestamp()
        and (leased_until is null or leased_until < clock_timestamp())
        and partner <> all(${busyPartners})
        and not exists (
          select from sandbox.notices earlier
          where earlier.state = 'owed' and earlier.queue = candidate.queue
            and earlier.seq < candidate.seq)
      order by seq limit ${limit}
      for update skip locked)
    returning n.seq, n.partner, n.kind, n.body, p.webhook_url, p.webhook_secret`;
  const { vault } = sql;
  return due
    .map((notice) => ({
      ...notice,
      body: vault.open(BODY, notice.body),
      webhookSecret: notice.webhookSecret && vault.open(WEBHOOK_SECRET, notice.webhookSecret),
    }))
    .sort((one, other) => one.seq - other.seq);
}

/** @returns whether another notice of the same queue had to wait for this one */
export async function markAttempted(sql: Sql, seq: number): Promise<boolean> {
  const [marked] = await sql<{ isAwaited: boolean }>`
    update sandbox.notices n set state = 'attempted' where seq = ${seq}
    returning exists (
      select from sandbox.notices later
      where later.state = 'owed' and later.queue = n.queue and later.seq > n.seq) as is_awaited`;
  return marked?.isAwaited ?? false;
}

/**
 * Ends the leases of a process that died. If a lease belongs to a living process it ends too, and
 * at worst its notice is sent twice.
 */
export async function voidLeases(sql: Sql): Promise<void> {
  await sql`
    update sandbox.notices set leased_until = null
    where state = 'owed' and leased_until is not null`;
}

/** Milliseconds until the next unleased notice is due, at most `limitMs`. */
export async function untilNextNotice(sql: Sql, limitMs: number): Promise<number> {
  const [next] = await sql<{ waitMs: number | null }>`
    select ceil(extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as wait_ms
    from sandbox.notices
    where state = 'owed' and due_at > clock_timestamp()`;
  return Math.max(0, Math.min(next?.waitMs ?? limitMs, limitMs));
}

/** Brings forward what is deliberately delayed. */
export async function shiftNotices(tx: Tx, partner: string, forwardMs: number): Promise<void> {
  await tx`
    update sandbox.notices set due_at = due_at - ${forwardMs}::bigint * interval '1 ms'
    where partner = ${partner} and state = 'owed' and due_at > clock_timestamp()`;
}
