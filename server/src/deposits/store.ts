import type { App } from '../app.ts';
import { tellChange } from '../changes/tell-change.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Db, Tx } from '../platform/db.ts';
import { sql } from '../platform/sql.ts';
import type { Mode } from '../accounts/environment.ts';
import type { ChargeReading } from '../provider/port.ts';
import { ACCEPTED } from './decide.ts';
import type { Deposit, DepositFailure, DepositStatus, DepositSums } from './deposit.ts';

const TAX_ID = 'deposits.tax_id';

/** A new deposit with its charge, PENDING. */
export async function insertDeposit(tx: Tx, app: App, deposit: Deposit): Promise<void> {
  await tx`
    insert into deposits (environment_id, id, status, wallet_id, liquid_address, tax_id,
      amount_cents, fee_cents, total_cents, net_cents, settled_cents, split_cents,
      split_basis_points, provider_fee_cents, pass_fees_to_payer, external_id, payment_link_id,
      from_panel, provider_ref, pix_qr_code, created_at, expires_at, updated_at, look_at)
    values (${deposit.environmentId}, ${deposit.id}, ${deposit.status}, ${deposit.walletId},
      ${deposit.liquidAddress}, ${app.vault.seal(TAX_ID, deposit.taxId)}, ${deposit.amountCents},
      ${deposit.feeCents}, ${deposit.totalCents}, ${deposit.netCents}, ${deposit.settledCents},
      ${deposit.splitCents}, ${deposit.splitBasisPoints}, ${deposit.providerFeeCents},
      ${deposit.passFeesToPayer}, ${deposit.externalId}, ${deposit.paymentLinkId},
      ${deposit.fromPanel},
      ${deposit.providerRef}, ${deposit.pixQrCode}, ${deposit.createdAt}, ${deposit.expiresAt},
      ${deposit.updatedAt},
      date_bin('10 seconds', now() + interval '10 seconds', 'epoch'::timestamptz))`;
  await hintChange(tx, deposit);
}

/** Where commits tell which deposit to read again. */
export const DEPOSIT_CHANNEL = 'ponte_deposits';

/**
 * Lets open dashboards and open pages know when this commits. Only payers who came by a link have
 * a page, and commits that notify wait for each other, so those of all other deposits do not.
 */
export async function hintChange(
  tx: Tx,
  { environmentId, id, status, paymentLinkId }: Deposit,
): Promise<void> {
  tellChange(tx, { environmentId, kind: 'deposit', id, status });
  if (paymentLinkId !== null) await tx`select pg_notify(${DEPOSIT_CHANNEL}, ${id})`;
}

export async function findDeposit(
  app: App,
  environmentId: EnvironmentId,
  id: string,
): Promise<Deposit | undefined> {
  const [row] = await app.db<Deposit>`
    select environment_id, id, status, wallet_id, liquid_address, tax_id, amount_cents, fee_cents,
      total_cents, net_cents, settled_cents, split_cents, split_basis_points, provider_fee_cents,
      pass_fees_to_payer, external_id, payment_link_id, from_panel, provider_ref, pix_qr_code,
      provider_status,
      paid_cents, blockchain_tx_id, failure_reason, held_since, created_at, expires_at, updated_at,
      confirmed_at, failed_at, refunded_at
    from deposits where environment_id = ${environmentId} and id = ${id}`;
  return row && opened(app, row);
}

/** Holds the row until the transaction ends, so that two tellers of news wait for each other. */
export async function lockDeposit(
  tx: Tx,
  app: App,
  environmentId: EnvironmentId,
  id: string,
): Promise<(Deposit & { readonly now: Date; readonly acceptedBefore: boolean }) | undefined> {
  const [row] = await tx<Deposit & { now: Date; acceptedBefore: boolean }>`
    select d.environment_id, d.id, d.status, d.wallet_id, d.liquid_address, d.tax_id,
      d.amount_cents, d.fee_cents, d.total_cents, d.net_cents, d.settled_cents, d.split_cents,
      d.split_basis_points, d.provider_fee_cents, d.pass_fees_to_payer, d.external_id,
      d.payment_link_id, d.from_panel, d.provider_ref, d.pix_qr_code, d.provider_status, d.paid_cents,
      d.blockchain_tx_id, d.failure_reason, d.held_since, d.created_at, d.expires_at, d.updated_at,
      d.confirmed_at, d.failed_at, d.refunded_at, environment_now(d.environment_id) as now,
      d.paid_cents is not null or d.blockchain_tx_id is not null
        or exists (
          select from provider_inbox i, environments e
          where e.id = d.environment_id and i.mode = e.mode and i.provider_ref = d.provider_ref
            and i.status = any(${[...ACCEPTED]})
        ) as accepted_before
    from deposits d where d.environment_id = ${environmentId} and d.id = ${id}
    for update of d`;
  return row && { ...opened(app, row), now: row.now, acceptedBefore: row.acceptedBefore };
}

function opened<Row extends Deposit>(app: App, row: Row): Row {
  return { ...row, taxId: openTaxId(app, row.taxId) };
}

/** The payer's, as it was given. */
export function openTaxId(app: App, sealed: string): string {
  return app.vault.open(TAX_ID, sealed);
}

type Moved = Pick<Deposit, 'status' | 'failureReason' | 'confirmedAt' | 'failedAt' | 'refundedAt'>;

/** Moves a deposit only from a status the step allows; undefined when it was not in one. */
export async function moveDeposit(
  tx: Tx,
  deposit: Deposit,
  from: readonly DepositStatus[],
  to: DepositStatus,
  reason: DepositFailure | null,
  at: Date,
): Promise<Moved | undefined> {
  const [moved] = await tx<Moved>`
    update deposits set status = ${to}, updated_at = ${at},
      confirmed_at = case when ${to} = 'CONFIRMED' then ${at} else confirmed_at end,
      failed_at = case when ${to} = 'FAILED' then ${at} else failed_at end,
      refunded_at = case when ${to} = 'REFUNDED' then ${at} else refunded_at end,
      failure_reason = case when ${to} = 'FAILED' then ${reason} else null end
    where environment_id = ${deposit.environmentId} and id = ${deposit.id}
      and status = any(${[...from]})
    returning status, confirmed_at, failed_at, refunded_at, failure_reason`;
  return moved;
}

/**
 * Moves the sums of the deposit's wallet and of its link, always in this order. The rows are shared
 * with other deposits, so they are taken last, after everything else that settling waits for.
 */
export async function moveSums(
  tx: Tx,
  { environmentId, id, walletId, paymentLinkId }: Deposit,
  by: DepositSums,
): Promise<void> {
  const subjects = [walletId, ...(paymentLinkId === null ? [] : [paymentLinkId])];
  await tx`
    insert into deposit_sums
      (environment_id, subject_id, shard, confirmed_count, received_cents, refunded_cents)
    select ${environmentId}, subject_id, sum_shard(${id}), ${by.confirmedCount},
      ${by.receivedCents}, ${by.refundedCents}
    from unnest(${subjects}::text[]) with ordinality as subject (subject_id, place) order by place
    on conflict (environment_id, subject_id, shard) do update set
      confirmed_count = deposit_sums.confirmed_count + excluded.confirmed_count,
      received_cents = deposit_sums.received_cents + excluded.received_cents,
      refunded_cents = deposit_sums.refunded_cents + excluded.refunded_cents`;
}

/** What the provider said besides the status; amounts and ids once known are not overwritten. */
export async function updateFacts(
  tx: Tx,
  deposit: Deposit,
  facts: Pick<Deposit, 'paidCents' | 'blockchainTxId' | 'heldSince' | 'expiresAt'>,
  providerStatus: string,
): Promise<void> {
  await tx`
    update deposits set provider_status = ${providerStatus}, paid_cents = ${facts.paidCents},
      blockchain_tx_id = ${facts.blockchainTxId}, held_since = ${facts.heldSince},
      expires_at = ${facts.expiresAt}
    where environment_id = ${deposit.environmentId} and id = ${deposit.id}`;
}

export interface OpenDeposit {
  readonly environmentId: EnvironmentId;
  readonly mode: Mode;
  readonly id: string;
  readonly providerRef: string;
  readonly providerStatus: string | null;
  readonly blockchainTxId: string | null;
  readonly createdAt: Date;
}

/**
 * Due looks, each put off by half a minute, so that two workers do not look twice. All looks stand
 * on a grid of ten seconds, so that one list call serves those of a connection.
 */
export async function leaseLooks(db: Db, limit: number): Promise<OpenDeposit[]> {
  return db<OpenDeposit>`
    update deposits d
    set look_at = date_bin('10 seconds', now() + interval '40 seconds', 'epoch'::timestamptz)
    from environments e
    where e.id = d.environment_id and (d.environment_id, d.id) in (
      select environment_id, id from deposits where look_at <= now()
      order by look_at limit ${limit} for update skip locked)
    returning d.environment_id, e.mode, d.id, d.provider_ref, d.provider_status,
      d.blockchain_tx_id, d.created_at`;
}

/**
 * Looks that could not be taken, ahead of most that were: they are due when there is room, in an
 * order that is another each time, so that none is always the last.
 */
export async function putOffLooks(
  db: Db,
  deposits: readonly OpenDeposit[],
  seconds: number,
): Promise<void> {
  await db`
    update deposits d set look_at = now() + (${seconds}::float8 + random()) * interval '1 second'
    from unnest(${deposits.map(({ environmentId }) => environmentId)}::text[],
      ${deposits.map(({ id }) => id)}::text[]) as left_over (environment_id, id)
    where d.environment_id = left_over.environment_id and d.id = left_over.id
      and d.look_at is not null`;
}

/** When every so manieth charge of a connection was made, from the newest on, oldest last. */
export async function listSpanStarts(
  db: Db,
  { environmentId, mode }: { readonly environmentId: EnvironmentId; readonly mode: Mode },
  oldest: Date,
  newest: Date,
  every: number,
): Promise<Date[]> {
  const rows = await db<{ createdAt: Date }>`
    select created_at from (
      select d.created_at, row_number() over (order by d.created_at desc) as place
      from environments e join deposits d on d.environment_id = e.id
      where e.mode = ${mode} ${mode === 'live' ? sql`` : sql`and e.id = ${environmentId}`}
        and d.created_at between ${oldest} and ${newest}
    ) as placed
    where place % ${every} = 0 order by created_at desc`;
  return rows.map(({ createdAt }) => createdAt);
}

/**
 * When to look again: every 10 s in test, ever more rarely in live (30 s to 10 min). What is closed
 * is watched for another hour, since the notice of a late payment or a reversal may be lost too,
 * and a held-back payout, which may take 30 days, until its transaction is known.
 */
export async function scheduleLook(db: Db | Tx, environmentId: string, id: string): Promise<void> {
  await db`
    update deposits d set looks = looks + 1,
      look_at = date_bin('10 seconds', case
        when d.status = 'REFUNDED' then null
        when (d.status = 'FAILED' or d.blockchain_tx_id is not null)
          and d.updated_at < environment_now(d.environment_id) - interval '1 hour' then null
        when d.status = 'CONFIRMED'
          and d.updated_at < environment_now(d.environment_id) - interval '35 days' then null
        when e.mode = 'test' then now() + interval '10 seconds'
        else now() + least(30 * power(1.3, least(d.looks, 30)), 600) * interval '1 second'
      end, 'epoch'::timestamptz)
    from environments e
    where e.id = d.environment_id and d.environment_id = ${environmentId} and d.id = ${id}`;
}

/** Makes the next look due, ahead of its schedule; false when there is no such deposit. */
export async function lookNow(db: Db, environmentId: string, id: string): Promise<boolean> {
  const rows = await db`
    update deposits set look_at = now()
    where environment_id = ${environmentId} and id = ${id} returning id`;
  return rows.length > 0;
}

/** Whose charge a provider's id is, among the environments of one mode. */
export async function findByProviderRef(
  db: Db,
  mode: Mode,
  ref: string,
): Promise<{ environmentId: EnvironmentId; id: string } | undefined> {
  const [row] = await db<{ environmentId: EnvironmentId; id: string }>`
    select d.environment_id, d.id from deposits d join environments e on e.id = d.environment_id
    where d.provider_ref = ${ref} and e.mode = ${mode}`;
  return row;
}

/** Which of these charges are deposits, of whatever environment shares the connection. */
export async function listKnownRefs(db: Db, refs: readonly string[]): Promise<string[]> {
  const rows = await db<{ providerRef: string }>`
    select provider_ref from deposits where provider_ref = any(${[...refs]})
    union all
    -- Made by an operator, to see whether it can be.
    select provider_ref from probes where provider_ref = any(${[...refs]})`;
  return rows.map(({ providerRef }) => providerRef);
}

export async function findQrCode(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db<{ pixQrCode: string }>`select pix_qr_code from deposits where id = ${id}`;
  return row?.pixQrCode;
}

/** The facts after a reading: first words stay, since later ones may be of another payment. */
export function factsOf(
  deposit: Deposit,
  reading: ChargeReading,
  heldSince: Date | null,
  paid: boolean,
): Pick<Deposit, 'paidCents' | 'blockchainTxId' | 'heldSince' | 'expiresAt'> {
  return {
    paidCents: deposit.paidCents ?? (paid ? reading.valueCents : null),
    blockchainTxId: deposit.blockchainTxId ?? reading.blockchainTxId ?? null,
    heldSince,
    expiresAt: reading.expiresAt ?? deposit.expiresAt,
  };
}

/** Which of ours each of the provider's charges belongs to: pairs of the provider's id and ours. */
export async function listOwnersOfCharges(
  db: Db,
  environmentId: EnvironmentId,
): Promise<(readonly [ref: string, id: string])[]> {
  const rows = await db<{ providerRef: string; id: string }>`
    select provider_ref, id from deposits where environment_id = ${environmentId}`;
  return rows.map(({ providerRef, id }) => [providerRef, id]);
}
