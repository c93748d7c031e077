import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import type { Position } from '../platform/page.ts';

/** Read-only: the one place that joins freely over deposits, withdrawals and wallets. */

export interface Transaction {
  readonly id: string;
  readonly type: 'deposit' | 'withdrawal';
  readonly status: string;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly totalCents: number | null;
  readonly depositAmountCents: number | null;
  readonly walletId: string | null;
  readonly paymentLinkId: string | null;
  readonly externalId: string | null;
  readonly blockchainTxId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface TransactionFilter {
  readonly type: string | null;
  readonly status: string | null;
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date | null;
  readonly walletId: string | null;
  readonly paymentLinkId: string | null;
  readonly externalId: string | null;
  readonly after: Position | undefined;
  readonly limit: number;
}

/**
 * Newest first, one row more than the limit. Each half stops by itself, so no half is sorted whole.
 */
export async function listTransactions(
  db: Db,
  environmentId: EnvironmentId,
  filter: TransactionFilter,
): Promise<Transaction[]> {
  const { type, status, from, to, walletId, paymentLinkId, externalId, after } = filter;
  const rows = filter.limit + 1;
  const at = after?.at ?? null;
  const id = after?.id ?? null;
  return db<Transaction>`
    with newest_deposits as (
      select id, 'deposit' as type, status, amount_cents, fee_cents, total_cents,
        null::bigint as deposit_amount_cents, wallet_id::text, payment_link_id::text, external_id,
        blockchain_tx_id, created_at, updated_at
      from deposits
      where environment_id = ${environmentId} and coalesce(${type}, 'deposit') = 'deposit'
        and (${status}::text is null or status = ${status})
        and created_at >= coalesce(${from}, '-infinity'::timestamptz)
        and created_at < coalesce(${to}, 'infinity'::timestamptz)
        and (${walletId}::text is null or wallet_id = ${walletId})
        and (${paymentLinkId}::text is null or payment_link_id = ${paymentLinkId})
        and (${externalId}::text is null or external_id = ${externalId})
        and (created_at, id) < (coalesce(${at}, 'infinity'::timestamptz), coalesce(${id}, 'zzz'))
      order by created_at desc, id desc limit ${rows}
    ), newest_withdrawals as (
      select id, 'withdrawal' as type, status, amount_cents, fee_cents, null::bigint as total_cents,
        deposit_amount_cents, null as wallet_id, null as payment_link_id, external_id,
        blockchain_tx_id, created_at, updated_at
      from withdrawals
      where environment_id = ${environmentId} and coalesce(${type}, 'withdrawal') = 'withdrawal'
        and (${status}::text is null or status = ${status})
        and created_at >= coalesce(${from}, '-infinity'::timestamptz)
        and created_at < coalesce(${to}, 'infinity'::timestamptz)
        and ${walletId}::text is null and ${paymentLinkId}::text is null
        and (${externalId}::text is null or external_id = ${externalId})
        and (created_at, id) < (coalesce(${at}, 'infinity'::timestamptz), coalesce(${id}, 'zzz'))
      order by created_at desc, id desc limit ${rows}
    )
    select * from newest_deposits union all select * from newest_withdrawals
    order by created_at desc, id desc limit ${rows}`;
}

export interface WalletBalance {
  readonly walletId: string;
  readonly liquidAddress: string;
  readonly label: string;
  readonly isDefault: boolean;
  readonly confidential: boolean;
  readonly receivedCents: number;
  readonly pendingCents: number;
  readonly refundedCents: number;
}

/** Sums by wallet; a deleted wallet stays in as long as deposits were made to it. */
export async function listBalances(
  db: Db,
  environmentId: EnvironmentId,
): Promise<(WalletBalance & { readonly deleted: boolean })[]> {
  return db<WalletBalance & { deleted: boolean }>`
    select w.id as wallet_id, w.liquid_address, w.label, w.is_default, w.confidential,
      w.deleted_at is not null as deleted,
      coalesce(s.received_cents, 0)::bigint as received_cents,
      coalesce(s.pending_cents, 0)::bigint as pending_cents,
      coalesce(s.refunded_cents, 0)::bigint as refunded_cents
    from wallets w left join (
      select wallet_id,
        sum(net_cents) filter (where status = 'CONFIRMED') as received_cents,
        sum(net_cents) filter (where status = 'PENDING') as pending_cents,
        sum(net_cents) filter (where status = 'REFUNDED') as refunded_cents
      from deposits where environment_id = ${environmentId} group by wallet_id
    ) s on s.wallet_id = w.id
    where w.environment_id = ${environmentId} and (w.deleted_at is null or s.wallet_id is not null)
    order by w.created_at desc, w.id desc`;
}
