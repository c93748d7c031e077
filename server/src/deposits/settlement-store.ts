import { NOW_OF_E } from '../accounts/store.ts';
import type { App } from '../app.ts';
import type { Tx } from '../platform/db.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import { ACCEPTED } from './decide.ts';
import type { Deposit } from './deposit.ts';
import type { Settlement } from './settlement.ts';
import { DEPOSIT_OF_D, type DepositKey, nextLook, openTaxId } from './store.ts';

export interface LockedDeposit extends Deposit {
  /** On the environment's clock, and no earlier than the row's last update. */
  readonly now: Date;
  /** Whether any earlier news from the provider said that the payment was accepted. */
  readonly acceptedBefore: boolean;
  /** Whether a filed notice shows a payment by more than its status. */
  readonly paymentFiled: boolean;
}

/** Locks the row until the transaction ends, so that concurrent settlements are serialized. */
export async function lockDeposit(
  tx: Tx,
  app: App,
  key: DepositKey,
): Promise<LockedDeposit | undefined> {
  const [row] = await lockRows(tx, app, [key], sql`for update of d`);
  return row;
}

/** The same for the deposits that nobody else has locked; skips the others without waiting. */
export async function lockFreeDeposits(
  tx: Tx,
  app: App,
  keys: readonly DepositKey[],
): Promise<LockedDeposit[]> {
  return lockRows(tx, app, keys, sql`for update of d skip locked`);
}

async function lockRows(
  tx: Tx,
  app: App,
  keys: readonly DepositKey[],
  lock: Fragment,
): Promise<LockedDeposit[]> {
  const rows = await tx<LockedDeposit>`
    -- This transaction may have begun before another whose lock it waited for.
    select ${DEPOSIT_OF_D}, greatest(${NOW_OF_E}, d.updated_at) as now,
      d.paid_cents is not null or d.blockchain_tx_id is not null
        or exists (
          select from provider_inbox i
          where i.mode = e.mode and i.provider_ref = d.provider_ref
            and i.status = any(${[...ACCEPTED]})
        ) as accepted_before,
      exists (
        select from provider_inbox i
        where i.mode = e.mode and i.provider_ref = d.provider_ref
          and (i.kind = 'med' or i.names_transaction)
      ) as payment_filed
    from unnest(${keys.map(({ environmentId }) => environmentId)}::text[],
        ${keys.map(({ id }) => id)}::text[]) as requested (environment_id, id)
      join deposits d on d.environment_id = requested.environment_id and d.id = requested.id
      join environments e on e.id = d.environment_id
    ${lock}`;
  return rows.map((row) => ({ ...row, taxId: openTaxId(app, row.taxId) }));
}

/**
 * Writes the outcome of settlements to locked deposits and schedules their next look: one row
 * update each, however many steps were taken. Facts that must not change are already carried over.
 * @throws if a deposit is no longer in the status in which its settlement began
 */
export async function writeSettlements(tx: Tx, settlements: readonly Settlement[]): Promise<void> {
  const all = settlements.map(({ after }) => after);
  const written = await tx`
    update deposits d set
      provider_status = settled.provider_status, paid_cents = settled.paid_cents,
      blockchain_tx_id = settled.blockchain_tx_id, held_since = settled.held_since,
      expires_at = settled.expires_at, status = settled.status,
      failure_reason = settled.failure_reason, updated_at = settled.updated_at,
      confirmed_at = settled.confirmed_at, failed_at = settled.failed_at,
      refunded_at = settled.refunded_at, looks = d.looks + 1, look_at = ${nextLook(sql`settled`)}
    from unnest(
        ${all.map((one) => one.environmentId)}::text[], ${all.map((one) => one.id)}::text[],
        ${settlements.map(({ before }) => before.status)}::text[],
        ${all.map((one) => one.providerStatus)}::text[], ${all.map((one) => one.paidCents)}::bigint[],
        ${all.map((one) => one.blockchainTxId)}::text[],
        ${all.map((one) => one.heldSince)}::timestamptz[],
        ${all.map((one) => one.expiresAt)}::timestamptz[], ${all.map((one) => one.status)}::text[],
        ${all.map((one) => one.failureReason)}::text[],
        ${all.map((one) => one.updatedAt)}::timestamptz[],
        ${all.map((one) => one.confirmedAt)}::timestamptz[],
        ${all.map((one) => one.failedAt)}::timestamptz[],
        ${all.map((one) => one.refundedAt)}::timestamptz[]
      ) as settled (environment_id, id, old_status, provider_status, paid_cents, blockchain_tx_id,
        held_since, expires_at, status, failure_reason, updated_at, confirmed_at, failed_at,
        refunded_at)
      join environments e on e.id = settled.environment_id
    where d.environment_id = settled.environment_id and d.id = settled.id
      and d.status = settled.old_status
    returning d.id`;
  if (written.length !== settlements.length) throw new Error('a deposit left the status it was in');
}

/**
 * Opens the chain checks of newly reported transactions in one call, before the deposits are
 * written: otherwise a trigger opens one per row, which takes as long as everything else together.
 */
export async function openChecks(tx: Tx, settlements: readonly Settlement[]): Promise<void> {
  const named = settlements.flatMap(({ before, after: { environmentId, id, blockchainTxId } }) =>
    before.blockchainTxId === null && blockchainTxId !== null
      ? [{ environmentId, id, blockchainTxId }]
      : [],
  );
  if (named.length === 0) return;
  await tx`
    select open_deposit_checks(${named.map((one) => one.environmentId)}::text[],
      ${named.map((one) => one.id)}::text[], ${named.map((one) => one.blockchainTxId)}::text[])`;
}

/**
 * Updates the sums of wallets and links, always in the same order. Other deposits share these rows,
 * so they are locked last, after everything else that settling waits for; and each session has its
 * own shard, so that concurrent transactions rarely contend.
 */
export async function moveSums(tx: Tx, settlements: readonly Settlement[]): Promise<void> {
  const moves = settlements.flatMap(({ after, sums }) => {
    if (!sums) return [];
    const { environmentId, walletId, paymentLinkId } = after;
    const subjects = paymentLinkId === null ? [walletId] : [walletId, paymentLinkId];
    return subjects.map((subjectId) => ({ environmentId, subjectId, ...sums }));
  });
  if (moves.length === 0) return;
  await tx`
    insert into deposit_sums
      (environment_id, subject_id, shard, confirmed_count, received_cents, refunded_cents)
    select environment_id, subject_id, (pg_backend_pid() % 8)::smallint, sum(confirmed_count), sum(received_cents),
      sum(refunded_cents)
    from unnest(${moves.map((one) => one.environmentId)}::text[],
      ${moves.map((one) => one.subjectId)}::text[],
      ${moves.map((one) => one.confirmedCount)}::bigint[],
      ${moves.map((one) => one.receivedCents)}::bigint[],
      ${moves.map((one) => one.refundedCents)}::bigint[]
    ) as moved (environment_id, subject_id, confirmed_count, received_cents, refunded_cents)
    group by 1, 2
    -- Wallets before links.
    order by 1, subject_id collate "C" desc
    on conflict (environment_id, subject_id, shard) do update set
      confirmed_count = deposit_sums.confirmed_count + excluded.confirmed_count,
      received_cents = deposit_sums.received_cents + excluded.received_cents,
      refunded_cents = deposit_sums.refunded_cents + excluded.refunded_cents`;
}
