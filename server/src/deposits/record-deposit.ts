import type { App } from '../app.ts';
import { notifyNow } from '../changes/notify-change.ts';
import { completing, type Ending, type Writing } from '../idempotency/complete-key.ts';
import { declared, named } from '../platform/columns.ts';
import { isoTime } from '../platform/iso-time.ts';
import { sql } from '../platform/sql.ts';
import type { Deposit } from './deposit.ts';
import { DEPOSIT_CHANNEL, sealTaxId } from './store.ts';

/** The columns of a new deposit, with their SQL types. */
const COLUMNS = {
  wallet_id: 'text',
  liquid_address: 'text',
  tax_id: 'text',
  amount_cents: 'bigint',
  fee_cents: 'bigint',
  total_cents: 'bigint',
  net_cents: 'bigint',
  settled_cents: 'bigint',
  split_cents: 'bigint',
  split_basis_points: 'integer',
  provider_fee_cents: 'bigint',
  pass_fees_to_payer: 'boolean',
  external_id: 'text',
  payment_link_id: 'text',
  from_panel: 'boolean',
  pix_qr_code: 'text',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
} as const;

/** A new deposit, PENDING, as a row for `INSERTION`. */
export function depositMade(app: App, deposit: Deposit): Record<keyof typeof COLUMNS, unknown> {
  return {
    wallet_id: deposit.walletId,
    liquid_address: deposit.liquidAddress,
    tax_id: sealTaxId(app, deposit.taxId),
    amount_cents: deposit.amountCents,
    fee_cents: deposit.feeCents,
    total_cents: deposit.totalCents,
    net_cents: deposit.netCents,
    settled_cents: deposit.settledCents,
    split_cents: deposit.splitCents,
    split_basis_points: deposit.splitBasisPoints,
    provider_fee_cents: deposit.providerFeeCents,
    pass_fees_to_payer: deposit.passFeesToPayer,
    external_id: deposit.externalId,
    payment_link_id: deposit.paymentLinkId,
    from_panel: deposit.fromPanel,
    pix_qr_code: deposit.pixQrCode,
    created_at: isoTime(deposit.createdAt),
    expires_at: isoTime(deposit.expiresAt),
  };
}

/** Only payers who used a link have a page that waits for news: see `hintChanges`. */
const INSERTION = sql`
  insert into deposits
    (environment_id, id, status, ${named(COLUMNS)}, provider_ref, updated_at, look_at)
  select environment_id, resource_id, 'PENDING', ${named(COLUMNS)}, ref, created_at,
    date_bin('10 seconds', now() + interval '10 seconds', 'epoch'::timestamptz)
  from done
  returning case when payment_link_id is not null then pg_notify(${DEPOSIT_CHANNEL}, id) end`;

export const DEPOSIT_WRITING: Writing = { columns: declared(COLUMNS), insertion: INSERTION };

const complete = completing<ReturnType<typeof depositMade>>(DEPOSIT_WRITING);

/** Writes a new deposit and completes its key. False: the claim was lost, nothing was written. */
export async function recordDeposit(app: App, deposit: Deposit, ending: Ending): Promise<boolean> {
  const kept = await complete(app, ending, depositMade(app, deposit));
  const { environmentId, id, status } = deposit;
  if (kept) notifyNow(app.db, { environmentId, kind: 'deposit', id, status });
  return kept;
}
