import type { Db, Sql, Tx } from '../platform/database.ts';
import type { Withdrawal } from './withdrawal.ts';

/** What is known of a withdrawal when it is made. */
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

/** Books a withdrawal. False: a call with this replay key was here before. */
export async function insertWithdrawal(
  db: Db,
  made: NewWithdrawal,
  replayKey: string | null,
): Promise<boolean> {
  const rows = await db<{ id: string }>`
    insert into sandbox.withdrawals (id, partner, nonce, replay_key, pix_key, tax_number, euid,
      deposit_address, deposit_amount_in_cents, payout_amount_in_cents, status, created_at,
      expires_at)
    values (${made.id}, ${made.partner}, ${made.nonce}, ${replayKey}, ${made.pixKey},
      ${made.taxNumber}, ${made.euid}, ${made.depositAddress}, ${made.depositAmountInCents},
      ${made.payoutAmountInCents}, 'unsent', ${made.createdAt}, ${made.expiresAt})
    on conflict (partner, replay_key) do nothing
    returning id`;
  return rows.length > 0;
}

export async function findReplayedWithdrawal(sql: Sql, partner: string, replayKey: string) {
  const [withdrawal] = await sql<Withdrawal>`
    select * from sandbox.withdrawals where partner = ${partner} and replay_key = ${replayKey}`;
  return withdrawal;
}

export async function findWithdrawal(sql: Sql, partner: string, id: string) {
  const [withdrawal] = await sql<Withdrawal>`
    select * from sandbox.withdrawals where partner = ${partner} and id = ${id}`;
  return withdrawal;
}

/** For what is public by its unguessable id: the answer of an asynchronous call. */
export async function findAnyWithdrawal(sql: Sql, id: string) {
  const [withdrawal] = await sql<Withdrawal>`select * from sandbox.withdrawals where id = ${id}`;
  return withdrawal;
}

/** The row lock orders everything that happens to one withdrawal. */
export async function lockWithdrawal(tx: Tx, partner: string, id: string) {
  const [withdrawal] = await tx<Withdrawal>`
    select * from sandbox.withdrawals where partner = ${partner} and id = ${id} for update`;
  return withdrawal;
}

/** Locks withdrawals that have a step due, except those that somebody else is at. */
export async function lockDueWithdrawals(tx: Tx, limit: number): Promise<Withdrawal[]> {
  return tx<Withdrawal>`
    select * from sandbox.withdrawals where id in (
      select subject from sandbox.steps
      where kind = 'withdrawal' and due_at <= clock_timestamp()
      order by due_at limit ${limit})
    for update skip locked`;
}

export async function saveWithdrawals(tx: Tx, withdrawals: readonly Withdrawal[]): Promise<void> {
  await tx`
    update sandbox.withdrawals w set
      status = new.status, expires_at = new."expiresAt", funded_at = new."fundedAt",
      mishap = new.mishap, payout_amount_in_cents = new."payoutAmountInCents",
      blockchain_tx_id = new."blockchainTxId", receipt_url = new."receiptUrl",
      central_bank_id = new."centralBankId", receiver_name = new."receiverName",
      transferred_at = new."transferredAt"
    from jsonb_to_recordset(${JSON.stringify(withdrawals)}::jsonb) as new(
      id text, status text, "expiresAt" timestamptz, "fundedAt" timestamptz, mishap text,
      "payoutAmountInCents" bigint, "blockchainTxId" text, "receiptUrl" text,
      "centralBankId" text, "receiverName" text, "transferredAt" timestamptz)
    where w.id = new.id`;
}

export async function bookOfWithdrawals(sql: Sql, partner: string): Promise<Withdrawal[]> {
  return sql<Withdrawal>`
    select * from sandbox.withdrawals where partner = ${partner} order by seq`;
}

/** Cents to be debited for one Pix key since the start of the day. */
export async function volumeOfKey(
  sql: Sql,
  key: { partner: string; pixKey: string; dayStart: Date },
): Promise<number> {
  const [volume] = await sql<{ cents: number }>`
    select coalesce(sum(deposit_amount_in_cents), 0)::bigint as cents from sandbox.withdrawals
    where partner = ${key.partner} and pix_key = ${key.pixKey} and created_at >= ${key.dayStart}
      and status <> 'canceled'`;
  return volume?.cents ?? 0;
}
