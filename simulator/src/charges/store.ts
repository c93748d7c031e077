import type { Booking } from '../moves/move.ts';
import { payerIndex } from '../partners/store.ts';
import type { Db, Sql, Tx } from '../platform/database.ts';
import { openFields, sealFields } from '../platform/sealed-fields.ts';
import type { Charge, ChargeStatus } from './charge.ts';

const SEALED = {
  table: 'charges',
  fields: [
    'informedTaxNumber',
    'informedName',
    'informedEuid',
    'payerTaxNumber',
    'payerEuid',
    'payerName',
  ],
} as const;

function opened(sql: Sql, row: Charge | undefined): Charge | undefined {
  return row && openFields(sql.vault, SEALED, row);
}

/** What is known of a charge when it is created. */
export type NewCharge = Pick<
  Charge,
  | 'id'
  | 'partner'
  | 'nonce'
  | 'amountInCents'
  | 'createdAt'
  | 'expiresAt'
  | 'informedTaxNumber'
  | 'informedName'
  | 'informedEuid'
  | 'depixAddress'
  | 'splitAddress'
  | 'splitFee'
  | 'delayHours'
  | 'merchantId'
>;

/**
 * Books a charge, with what was planned for its call. Undefined: a call with this replay key came
 * before, or at the same moment.
 */
export async function insertCharge(
  db: Db,
  clear: NewCharge,
  replayKey: string | null,
): Promise<Booking | undefined> {
  const charge = sealFields(db.vault, SEALED, clear);
  const [booking] = await db<Booking>`
    with made as (
      insert into sandbox.charges (id, partner, nonce, replay_key, amount_in_cents, status,
        created_at, expires_at, informed_tax_number, informed_name, informed_euid, depix_address,
        split_address, split_fee, delay_hours, merchant_id)
      values (${charge.id}, ${charge.partner}, ${charge.nonce}, ${replayKey},
        ${charge.amountInCents}, 'pending', ${charge.createdAt}, ${charge.expiresAt},
        ${charge.informedTaxNumber}, ${charge.informedName}, ${charge.informedEuid},
        ${charge.depixAddress}, ${charge.splitAddress}, ${charge.splitFee}, ${charge.delayHours},
        ${charge.merchantId})
      on conflict (partner, replay_key) do nothing
      returning id, partner, nonce
    ), planned as (
      update sandbox.moves m set kind = 'charge', subject = made.id,
        due_at = clock_timestamp() + m.after_ms * interval '1 ms'
      from made where m.partner = made.partner and m.nonce = made.nonce and m.subject is null
      returning m.seq
    )
    select (select count(*) from planned) as moves from made`;
  return booking;
}

export async function findReplayedCharge(sql: Sql, partner: string, replayKey: string | null) {
  if (replayKey === null) return undefined;
  const [charge] = await sql<Charge>`
    select * from sandbox.charges where partner = ${partner} and replay_key = ${replayKey}`;
  return opened(sql, charge);
}

export async function findCharge(sql: Sql, partner: string, id: string) {
  const [charge] = await sql<Charge>`
    select * from sandbox.charges where partner = ${partner} and id = ${id}`;
  return opened(sql, charge);
}

/** For what is public under its unguessable id: the picture of its code. */
export async function findAnyCharge(sql: Sql, id: string) {
  const [charge] = await sql<Charge>`select * from sandbox.charges where id = ${id}`;
  return opened(sql, charge);
}

/** The row lock serializes everything that happens to one charge. */
export async function lockCharge(tx: Tx, partner: string, id: string) {
  const [charge] = await tx<Charge>`
    select * from sandbox.charges where partner = ${partner} and id = ${id} for update`;
  return opened(tx, charge);
}

/** Locks charges with a step due, skipping those that are locked. */
export async function lockDueCharges(tx: Tx, limit: number): Promise<Charge[]> {
  const due = await tx<Charge>`
    select * from sandbox.charges where id in (
      select subject from sandbox.steps
      where kind = 'charge' and due_at <= clock_timestamp()
      order by due_at limit ${limit})
    for update skip locked`;
  return due.map((charge) => openFields(tx.vault, SEALED, charge));
}

export async function saveCharges(tx: Tx, charges: readonly Charge[]): Promise<void> {
  const rows = charges.map((charge) => ({
    ...sealFields(tx.vault, SEALED, charge),
    payerIndex: charge.payerEuid === null ? null : payerIndex(tx, charge.payerEuid),
  }));
  await tx`
    update sandbox.charges c set
      status = new.status, expires_at = new."expiresAt", paid_at = new."paidAt",
      paid_in_cents = new."paidInCents", payer_tax_number = new."payerTaxNumber",
      payer_euid = new."payerEuid", payer_index = new."payerIndex",
      payer_name = new."payerName", bank_tx_id = new."bankTxId",
      blockchain_tx_id = new."blockchainTxId", delay_until = new."delayUntil",
      rejection_reasons = new."rejectionReasons",
      delay_hours = new."delayHours", notices = new.notices, chain_fault = new."chainFault"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new(
      id text, status text, "expiresAt" timestamptz, "paidAt" timestamptz, "paidInCents" bigint,
      "payerTaxNumber" text, "payerEuid" text, "payerIndex" text, "payerName" text,
      "bankTxId" text, "blockchainTxId" text, "delayUntil" timestamptz, "rejectionReasons" jsonb,
      "delayHours" integer, notices jsonb, "chainFault" text)
    where c.id = new.id`;
}

export interface ListedCharge {
  readonly qrId: string;
  readonly status: ChargeStatus | 'expired';
  readonly bankTxId: string | null;
}

/** Charges created in [start, end), oldest first, with their status at `now`. */
export async function listCharges(
  sql: Sql,
  filter: { partner: string; start: Date; end: Date; status: string | null; now: Date },
): Promise<ListedCharge[]> {
  return sql<ListedCharge>`
    select id as qr_id, status, bank_tx_id from (
      select id, bank_tx_id, created_at, seq,
        case when status = 'pending' and paid_at is null and expires_at <= ${filter.now}
          then 'expired' else status end as status
      from sandbox.charges
      where partner = ${filter.partner}
        and created_at >= ${filter.start} and created_at < ${filter.end}) as listed
    where ${filter.status}::text is null or status = ${filter.status}
    order by created_at, seq limit 200`;
}

type BookedCharge = Pick<
  Charge,
  'id' | 'nonce' | 'amountInCents' | 'status' | 'paidAt' | 'expiresAt'
>;

/** Newest first, all or those booked before a given one; sealed fields are not decrypted for it. */
export async function bookOfCharges(
  sql: Sql,
  partner: string,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<BookedCharge[]> {
  return sql<BookedCharge>`
    select id, nonce, amount_in_cents, status, paid_at, expires_at from sandbox.charges
    where partner = ${partner} and (created_at, seq) < (
      select created_at, seq from sandbox.charges where partner = ${partner} and id = ${before}
      union all select 'infinity', 0 where ${before}::text is null)
    order by created_at desc, seq desc limit ${limit}`;
}

export interface PayerVolume {
  /** Paid since the start of the day, in cents. */
  readonly todayInCents: number;
  /** Payments within the last 30 minutes. */
  readonly recent: number;
  /** Payments ever. */
  readonly total: number;
}

export async function payerVolume(
  sql: Sql,
  payer: { partner: string; euid: string; dayStart: Date; now: Date },
): Promise<PayerVolume> {
  const [volume] = await sql<PayerVolume>`
    select
      coalesce(sum(paid_in_cents) filter (where paid_at >= ${payer.dayStart}), 0)::bigint
        as today_in_cents,
      count(*) filter (where paid_at > ${payer.now}::timestamptz - interval '30 minutes') as recent,
      count(*) as total
    from sandbox.charges
    where partner = ${payer.partner} and payer_index = ${payerIndex(sql, payer.euid)}
      and paid_at is not null`;
  if (!volume) throw new Error('an aggregate without a row');
  return volume;
}
