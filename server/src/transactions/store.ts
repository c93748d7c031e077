import { aheadOf } from '../accounts/store.ts';
import { DEPOSIT_STATUSES, type DepositStatus } from '../deposits/deposit.ts';
import type { EnvironmentId } from '../ids.ts';
import { UNITS_PER_CENT } from '../liquid/units.ts';
import type { Cents } from '../money.ts';
import { GAP_LIMIT } from '../wallets/wallet.ts';
import type { Db } from '../platform/db.ts';
import type { Period } from '../platform/period.ts';
import { type Fragment, relationOf, sql, when } from '../platform/sql.ts';
import type { Position } from '../platform/page.ts';
import {
  type IndexRange,
  indexRangeOf,
  limitOf,
  newest,
  unplanned,
} from '../platform/index-range.ts';
import type { WithdrawalStatus } from '../withdrawals/withdrawal.ts';

/** Read-only: the only place that joins deposits, withdrawals and wallets freely. */

export interface Transaction {
  readonly id: string;
  readonly type: 'deposit' | 'withdrawal';
  readonly status: DepositStatus | WithdrawalStatus;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
  readonly totalCents: Cents | null;
  readonly depositAmountCents: Cents | null;
  readonly walletId: string | null;
  readonly paymentLinkId: string | null;
  readonly externalId: string | null;
  readonly blockchainTxId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface TransactionFilter extends Period {
  readonly type: Transaction['type'] | null;
  readonly status: string | null;
  readonly walletId: string | null;
  readonly paymentLinkId: string | null;
  readonly externalId: string | null;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** Newest first, one row more than the limit. */
export async function listTransactions(
  db: Db,
  environmentId: EnvironmentId,
  filter: TransactionFilter,
): Promise<Transaction[]> {
  const range = indexRangeOf(filter.after, filter.from, filter.to);
  const rows = filter.limit + 1;
  // A withdrawal has neither, so these filters exclude all of them.
  const ofDepositsOnly = filter.walletId !== null || filter.paymentLinkId !== null;
  const deposits = depositsIn(environmentId, filter, range, rows);
  const withdrawals = withdrawalsIn(environmentId, filter, range, rows);
  if (filter.type === 'deposit' || ofDepositsOnly) {
    return filter.type === 'withdrawal' ? [] : db<Transaction>`select * from ${deposits} d`;
  }
  if (filter.type === 'withdrawal') return db<Transaction>`select * from ${withdrawals} w`;
  return db<Transaction>`
    select * from (select * from ${deposits} d union all select * from ${withdrawals} w) t
    order by created_at desc, id desc ${limitOf(rows)}`;
}

/**
 * Each filter has an index that starts with it; of several, the most selective one is used. Columns
 * that are mostly null have partial indexes, whose condition the statement must repeat.
 */
function depositsIn(
  environmentId: EnvironmentId,
  { externalId, paymentLinkId, walletId, status }: TransactionFilter,
  range: IndexRange,
  rows: number,
): Fragment {
  const found = sql`
    select id, 'deposit' as type, status, amount_cents, fee_cents, total_cents,
      null::bigint as deposit_amount_cents, wallet_id::text, payment_link_id::text, external_id,
      blockchain_tx_id, created_at, updated_at
    from deposits`;
  const tenant = ['environment_id', environmentId] as const;
  const hasStatus = when(status, sql`and status = ${unplanned(status)}`);
  const ofWallet = when(walletId, sql`and wallet_id = ${unplanned(walletId)}`);
  const ofLink = when(paymentLinkId, sql`and payment_link_id = ${unplanned(paymentLinkId)}`);
  if (externalId !== null) {
    const condition = sql`and external_id is not null ${hasStatus} ${ofWallet} ${ofLink}`;
    const filters = [tenant, ['external_id', externalId] as const];
    return sql`(${found} ${newest(filters, range, rows, condition)})`;
  }
  if (paymentLinkId !== null) {
    const condition = sql`and payment_link_id is not null ${hasStatus} ${ofWallet}`;
    const filters = [tenant, ['payment_link_id', paymentLinkId] as const];
    return sql`(${found} ${newest(filters, range, rows, condition)})`;
  }
  if (walletId !== null) {
    const filters = [tenant, ['wallet_id', walletId] as const, ['status', sql`kind`] as const];
    // The index has the status between wallet and time, so each status is a range of its own.
    return sql`(
      select d.* from ${relationOf('kind', status === null ? DEPOSIT_STATUSES : [status])}
      cross join lateral (${found} ${newest(filters, range, rows)}) d
      order by created_at desc, id desc ${limitOf(rows)})`;
  }
  return sql`(${found} ${newest([tenant, ['status', status]], range, rows)})`;
}

function withdrawalsIn(
  environmentId: EnvironmentId,
  { externalId, status }: TransactionFilter,
  range: IndexRange,
  rows: number,
): Fragment {
  const found = sql`
    select id, 'withdrawal' as type, status, amount_cents, fee_cents, null::bigint as total_cents,
      deposit_amount_cents, null::text as wallet_id, null::text as payment_link_id, external_id,
      blockchain_tx_id, created_at, updated_at
    from withdrawals`;
  const tenant = ['environment_id', environmentId] as const;
  if (externalId !== null) {
    const hasStatus = when(status, sql`and status = ${unplanned(status)}`);
    const condition = sql`and external_id is not null ${hasStatus}`;
    const filters = [tenant, ['external_id', externalId] as const];
    return sql`(${found} ${newest(filters, range, rows, condition)})`;
  }
  return sql`(${found} ${newest([tenant, ['status', status]], range, rows)})`;
}

/** `unobservable`: there is something that only its owner can see. */
export const ON_CHAIN_STATES = ['known', 'unobservable', 'unavailable'] as const;

interface Sums {
  readonly receivedCents: Cents;
  readonly pendingCents: Cents;
  readonly refundedCents: Cents;
}

export interface WalletBalance extends Sums {
  readonly walletId: string;
  readonly liquidAddress: string;
  readonly label: string;
  readonly isDefault: boolean;
  readonly onChainState: (typeof ON_CHAIN_STATES)[number];
  /** Null unless it is known. */
  readonly onChainCents: Cents | null;
  readonly checkedAt: Date | null;
}

/** Whether something is there that our keys do not unblind, or may be, since there is no key. */
const IS_HIDDEN = sql`(coalesce(held.is_hidden, false)
  or (w.confidential and w.blinding_key is null and w.descriptor is null))`;

const IS_KNOWN = sql`coalesce(held.is_known, false)`;

/** If a look is an hour overdue, since no server could be asked, nothing counts as known. */
const IN_TIME = sql`now() - interval '1 hour'`;

/** What was last seen at each wallet's first address, its only one without a descriptor. */
function firstOf(environmentId: EnvironmentId): Fragment {
  return sql`
    select wallet_id, false as of_descriptor, units::numeric as units, checked_at,
      state = 'unobservable' as is_hidden, state = 'known' and look_at > ${IN_TIME} as is_known
    from wallet_addresses
    where environment_id = ${environmentId} and branch = 0 and position = 0`;
}

/**
 * A descriptor has many addresses, so each question is answered by an index, and only those with
 * DePix are read. The balance is known if every address that a wallet would scan is watched;
 * addresses beyond them count once they were looked at.
 */
function severalOf(environmentId: EnvironmentId): Fragment {
  const own = sql`from wallet_addresses
    where environment_id = ${environmentId} and wallet_id = w.id`;
  return sql`
    select w.id, true, coalesce((select sum(units) ${own} and units > 0), 0),
      (select min(checked_at) ${own} and state = 'known'),
      exists (select ${own} and state = 'unobservable'),
      coalesce((select min(look_at) ${own} and state = 'known') > ${IN_TIME}, false)
        and not exists (select ${own} and state in ('unavailable', 'unobservable'))
        and (
          select bool_and(last >= used + ${GAP_LIMIT}::integer
            and coalesce(unchecked > used + ${GAP_LIMIT}::integer, true))
          from (values (0::smallint), (1::smallint)) as branches (number)
          cross join lateral (
            select (select max(position) ${own} and branch = number) as last,
              coalesce((select max(position) ${own} and branch = number and transactions > 0), -1)
                as used,
              (select min(position) ${own} and branch = number and state = 'unchecked')
                as unchecked
          ) as branch
        )
    from wallets w
    where w.environment_id = ${environmentId} and w.descriptor is not null
      and w.deleted_at is null`;
}

export interface Balances {
  /** Those that are not deleted, newest first. */
  readonly wallets: readonly WalletBalance[];
  /** Over all wallets, deleted ones included. */
  readonly totals: Sums;
}

interface Totals {
  readonly allReceivedCents: Cents;
  readonly allPendingCents: Cents;
  readonly allRefundedCents: Cents;
}

/**
 * Settled amounts come from the sums that settling maintains; PENDING ones are added up from the
 * deposits. Deleted wallets, of which there may be any number, only count in the totals.
 */
export async function readBalances(db: Db, environmentId: EnvironmentId): Promise<Balances> {
  const rows = await db<Totals & (WalletBalance | { readonly walletId: null })>`
    with settled as (
      select subject_id as wallet_id, sum(received_cents) as received_cents,
        sum(refunded_cents) as refunded_cents
      from deposit_sums where environment_id = ${environmentId}
        -- Excludes sums of links, of which there are as many as links that were ever paid.
        and subject_id >= 'wal_' and subject_id < 'wal~'
      group by subject_id
    ), pending as (
      select wallet_id, sum(net_cents) as pending_cents from deposits
      where environment_id = ${environmentId} and status = 'PENDING' group by wallet_id
    ), held as (
      ${firstOf(environmentId)} union all ${severalOf(environmentId)}
    ), totals as (
      select (select coalesce(sum(received_cents), 0) from settled)::bigint as all_received_cents,
        (select coalesce(sum(pending_cents), 0) from pending)::bigint as all_pending_cents,
        (select coalesce(sum(refunded_cents), 0) from settled)::bigint as all_refunded_cents
    )
    select totals.*, w.id as wallet_id, w.liquid_address, w.label, w.is_default,
      case when ${IS_HIDDEN} then 'unobservable' when ${IS_KNOWN} then 'known'
        else 'unavailable' end as on_chain_state,
      case when ${IS_KNOWN} and not ${IS_HIDDEN}
        then div(held.units, ${String(UNITS_PER_CENT)}::numeric)::bigint end as on_chain_cents,
      case when ${IS_KNOWN} and not ${IS_HIDDEN}
        then held.checked_at + ${aheadOf(environmentId)} end as checked_at,
      coalesce(settled.received_cents, 0)::bigint as received_cents,
      coalesce(pending.pending_cents, 0)::bigint as pending_cents,
      coalesce(settled.refunded_cents, 0)::bigint as refunded_cents
    from totals
    left join wallets w on w.environment_id = ${environmentId} and w.deleted_at is null
    left join settled on settled.wallet_id = w.id left join pending on pending.wallet_id = w.id
    left join held on held.wallet_id = w.id
      and held.of_descriptor = (w.descriptor is not null)
    order by w.created_at desc, w.id desc`;
  const [first] = rows;
  if (!first) throw new Error('a sum without a row');
  const { allReceivedCents, allPendingCents, allRefundedCents } = first;
  return {
    wallets: rows.filter((row) => row.walletId !== null),
    totals: {
      receivedCents: allReceivedCents,
      pendingCents: allPendingCents,
      refundedCents: allRefundedCents,
    },
  };
}
