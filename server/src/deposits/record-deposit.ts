import type { App } from '../app.ts';
import { tellNow } from '../changes/tell-change.ts';
import { completing, type Ending, type Writing } from '../idempotency/complete-key.ts';
import { sql } from '../platform/sql.ts';
import type { Deposit } from './deposit.ts';
import { DEPOSIT_CHANNEL, sealTaxId } from './store.ts';

/** A new deposit, PENDING, as the statement below takes it. */
export function depositMade(app: App, deposit: Deposit) {
  return {
    wallet: deposit.walletId,
    address: deposit.liquidAddress,
    payer: sealTaxId(app, deposit.taxId),
    amount: deposit.amountCents,
    fee: deposit.feeCents,
    total: deposit.totalCents,
    net: deposit.netCents,
    settled: deposit.settledCents,
    split: deposit.splitCents,
    points: deposit.splitBasisPoints,
    cost: deposit.providerFeeCents,
    passes: deposit.passFeesToPayer,
    external: deposit.externalId,
    link: deposit.paymentLinkId,
    panel: deposit.fromPanel,
    code: deposit.pixQrCode,
    created: deposit.createdAt,
    expires: deposit.expiresAt,
  };
}

const COLUMNS = sql`wallet text, address text, payer text, amount bigint, fee bigint, total bigint,
  net bigint, settled bigint, split bigint, points integer, cost bigint, passes boolean,
  external text, link text, panel boolean, code text, created timestamptz, expires timestamptz`;

/** Only payers who came by a link have a page that waits to be told: see `hintChange`. */
const INSERTION = sql`
  insert into deposits (environment_id, id, status, wallet_id, liquid_address, tax_id,
    amount_cents, fee_cents, total_cents, net_cents, settled_cents, split_cents,
    split_basis_points, provider_fee_cents, pass_fees_to_payer, external_id, payment_link_id,
    from_panel, provider_ref, pix_qr_code, created_at, expires_at, updated_at, look_at)
  select environment_id, resource_id, 'PENDING', wallet, address, payer, amount, fee, total, net,
    settled, split, points, cost, passes, external, link, panel, ref, code, created, expires,
    created, date_bin('10 seconds', now() + interval '10 seconds', 'epoch'::timestamptz)
  from done
  returning case when payment_link_id is not null then pg_notify(${DEPOSIT_CHANNEL}, id) end`;

export const DEPOSIT_WRITING: Writing = { columns: COLUMNS, insertion: INSERTION };

const complete = completing<ReturnType<typeof depositMade>>(DEPOSIT_WRITING);

/** Writes a new deposit and ends its key. False: the claim was lost, and nothing was written. */
export async function recordDeposit(app: App, deposit: Deposit, ending: Ending): Promise<boolean> {
  const kept = await complete(app, ending, depositMade(app, deposit));
  const { environmentId, id, status } = deposit;
  if (kept) tellNow(app.db, { environmentId, kind: 'deposit', id, status });
  return kept;
}
