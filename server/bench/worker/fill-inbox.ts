import type { Db } from '../../src/platform/db.ts';
import type { Vault } from '../../src/platform/vault.ts';
import { ADDRESS, type Tenant } from '../tenants.ts';

/**
 * This many pending deposits of the tenants, and a notice for each in the inbox. Their numbers
 * continue from `after`; the provider's id of number n is `md5(n)`.
 */
export async function fillInbox(
  db: Db,
  vault: Vault,
  tenants: readonly Tenant[],
  { after, count, dueAt }: { readonly after: number; readonly count: number; readonly dueAt: Date },
): Promise<void> {
  await db`
    insert into deposits (environment_id, id, status, wallet_id, liquid_address, tax_id,
      amount_cents, fee_cents, total_cents, net_cents, settled_cents, split_cents,
      split_basis_points, provider_fee_cents, pass_fees_to_payer, from_panel, provider_ref,
      pix_qr_code, created_at, expires_at, updated_at, look_at)
    select (${tenants.map(({ environmentId }) => environmentId)}::text[])[1 + n % ${tenants.length}],
      'dep_' || lpad(to_hex(n), 26, '0'), 'PENDING',
      (${tenants.map(({ walletId }) => walletId)}::text[])[1 + n % ${tenants.length}], ${ADDRESS},
      ${vault.seal('deposits.tax_id', '12345678909')}, 5000, 199, 5199, 5000, 5000, 100, 192, 99,
      true, false, md5(n::text), repeat('0', 160), now(), now() + interval '1 day', now(),
      now() + interval '1 day'
    from generate_series(${after + 1}::integer, ${after + count}::integer) n`;
  await db`
    insert into provider_inbox (mode, kind, provider_ref, status, digest, body, due_at)
    select 'live', 'deposit', md5(n::text), 'depix_sent', decode(md5(n::text), 'hex'),
      ${vault.seal('provider_inbox.body', NOTICE)}, ${dueAt}
    from generate_series(${after + 1}::integer, ${after + count}::integer) n`;
}

/** As long as the provider's. */
const NOTICE = JSON.stringify({
  ...{ qrId: '0'.repeat(32), status: 'depix_sent', valueInCents: 5_199, payerName: 'Maria Silva' },
  ...{ payerTaxNumber: '12345678909', bankTxId: 'E00000000202611211200000000000000' },
  ...{ blockchainTxID: '0'.repeat(64), expiration: '2026-11-21T12:20:00.000Z' },
});

export async function isInboxEmpty(db: Db): Promise<boolean> {
  const waiting = await db`
    select from provider_inbox where due_at is not null order by due_at limit 1`;
  return waiting.length === 0;
}

/** @throws if a deposit, an event, a delivery or a sum does not exist exactly once */
export async function assertSettled(db: Db, count: number): Promise<void> {
  const [found] = await db`
    select (select count(*) from deposits where status = 'CONFIRMED') as deposits,
      (select count(*) from transitions) as transitions, (select count(*) from events) as events,
      (select count(*) from webhook_deliveries) as deliveries,
      (select sum(confirmed_count)::bigint from deposit_sums) as sums,
      (select count(*) from provider_inbox where outcome = 'applied') as notices`;
  const counts = Object.values(found ?? {});
  if (counts.some((one) => one !== count)) {
    throw new Error(`of ${String(count)} settlements there are ${JSON.stringify(found)}`);
  }
}
