import type { Booking } from '../moves/move.ts';
import type { Db, Sql, Tx } from '../platform/database.ts';
import { openFields, sealFields } from '../platform/sealed-fields.ts';
import type { Withdrawal } from './withdrawal.ts';

const SEALED = { table: 'withdrawals', fields: ['pixKey', 'taxNumber', 'euid'] } as const;

function opened(sql: Sql, row: Withdrawal | undefined): Withdrawal | undefined {
  return row && openFields(sql.vault, SEALED, row);
}

/** What payouts to a Pix key are found by. */
function pixKeyIndex(sql: Sql, pixKey: string): string {
  return sql.vault.digest('withdrawals.pixKeyIndex', pixKey);
}

/** What is known of a withdrawal when it is created. */
export type NewWithdrawal = Pick<
  Withdrawal,
  | 'id'
  | 'partner'
  | 'nonce'
  | 'pixKey'
  | 'taxNumber'
  | 'euid'
  | 'depositAddress'
  | 'depositAmountInCents'
  | 'payoutAmountInCents'
  | 'createdAt'
  | 'expiresAt'
>;

/**
 * Books a withdrawal, with what was planned for its call. Undefined: a call with this replay key
 * came before.
 */
export async function insertWithdrawal(
  db: Db,
  clear: NewWithdrawal,
  replayKey: string | null,
): Promise<Booking | undefined> {
  const made = sealFields(db.vault, SEALED, clear);
  const [booking] = await db<Booking>`
    with made as (
      insert into sandbox.withdrawals (id, partner, nonce, replay_key, pix_key, pix_key_index,
        tax_number, euid, deposit_address, deposit_amount_in_cents, payout_amount_in_cents, status,
        created_at, expires_at)
      values (${made.id}, ${made.partner}, ${made.nonce}, ${replayKey}, ${made.pixKey},
        ${pixKeyIndex(db, clear.pixKey)}, ${made.taxNumber}, ${made.euid}, ${made.depositAddress},
        ${made.depositAmountInCents}, ${made.payoutAmountInCents}, 'unsent', ${made.createdAt},
        ${made.expiresAt})
      on conflict (partner, replay_key) do nothing
      returning id, partner, nonce
    ), planned as (
      update sandbox.moves m set kind = 'withdrawal', subject = made.id,
        due_at = clock_timestamp() + m.after_ms * interval '1 ms'
      from made where m.partner = made.partner and m.nonce = made.nonce and m.subject is null
      returning m.seq
    )
    select (select count(*) from planned) as moves from made`;
  return booking;
}

export async function findReplayedWithdrawal(sql: Sql, partner: string, replayKey: string | null) {
  if (replayKey === null) return undefined;
  const [withdrawal] = await sql<Withdrawal>`
    select * from sandbox.withdrawals where partner = ${partner} and replay_key = ${replayKey}`;
  return opened(sql, withdrawal);
}

export async function findWithdrawal(sql: Sql, partner: string, id: string) {
  const [withdrawal] = await sql<Withdrawal>`
    select * from sandbox.withdrawals where partner = ${partner} and id = ${id}`;
  return opened(sql, withdrawal);
}

/** For what is public under its unguessable id: the response to an asynchronous call. */
export async function findAnyWithdrawal(sql: Sql, id: string) {
  const [withdrawal] = await sql<Withdrawal>`select * from sandbox.withdrawals where id = ${id}`;
  return opened(sql, withdrawal);
}

/** The row lock serializes everything that happens to one withdrawal. */
export async function lockWithdrawal(tx: Tx, partner: string, id: string) {
  const [withdrawal] = await tx<Withdrawal>`
    select * from sandbox.withdrawals where partner = ${partner} and id = ${id} for update`;
  return opened(tx, withdrawal);
}

/** Locks withdrawals with a step due, skipping those that are locked. */
export async function lockDueWithdrawals(tx: Tx, limit: number): Promise<Withdrawal[]> {
  const due = await tx<Withdrawal>`
    select * from sandbox.withdrawals where id in (
      select subject from sandbox.steps
      where kind = 'withdrawal' and due_at <= clock_timestamp()
      order by due_at limit ${limit})
    for update skip locked`;
  return due.map((withdrawal) => openFields(tx.vault, SEALED, withdrawal));
}

export async function saveWithdrawals(tx: Tx, withdrawals: readonly Withdrawal[]): Promise<void> {
  const rows = withdrawals.map((withdrawal) => sealFields(tx.vault, SEALED, withdrawal));
  await tx`
    update sandbox.withdrawals w set
      status = new.status, expires_at = new."expiresAt", funded_at = new."fundedAt",
      mishap = new.mishap, payout_amount_in_cents = new."payoutAmountInCents",
      blockchain_tx_id = new."blockchainTxId", receipt_url = new."receiptUrl",
      central_bank_id = new."centralBankId", receiver_name = new."receiverName",
      transferred_at = new."transferredAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(
      id text, status text, "expiresAt" timestamptz, "fundedAt" timestamptz, mishap text,
      "payoutAmountInCents" bigint, "blockchainTxId" text, "receiptUrl" text,
      "centralBankId" text, "receiverName" text, "transferredAt" timestamptz)
    where w.id = new.id`;
}

type BookedWithdrawal = Pick<
  Withdrawal,
  'id' | 'nonce' | 'payoutAmountInCents' | 'status' | 'mishap'
>;

/** Newest first, all or those booked before a given one; sealed fields are not decrypted for it. */
export async function bookOfWithdrawals(
  sql: Sql,
  partner: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<BookedWithdrawal[]> {
  return sql<BookedWithdrawal>`
    select id, nonce, payout_amount_in_cents, status, mishap from sandbox.withdrawals
    where partner = ${partner} and seq < (
      select seq from sandbox.withdrawals where partner = ${partner} and id = ${before}
      union all select 9223372036854775807 where ${before}::text is null)
    order by seq desc limit ${limit}`;
}

/**
 * Cents to be debited for one Pix key since the start of the day, except for the one with this
 * replay key: that is the withdrawal being requested.
 */
export async function volumeOfKey(
  sql: Sql,
  key: { partner: string; pixKey: string; dayStart: Date; replayKey: string | null },
): Promise<number> {
  const [volume] = await sql<{ cents: number }>`
    select coalesce(sum(deposit_amount_in_cents), 0)::bigint as cents from sandbox.withdrawals
    where partner = ${key.partner} and pix_key_index = ${pixKeyIndex(sql, key.pixKey)} and created_at >= ${key.dayStart}
      and status <> 'canceled'
      and (replay_key = ${key.replayKey}) is not true`;
  return volume?.cents ?? 0;
}
