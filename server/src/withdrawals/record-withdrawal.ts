import type { App } from '../app.ts';
import { notifyNow } from '../changes/notify-change.ts';
import { completing, type Ending, type Writing } from '../idempotency/complete-key.ts';
import { LIQUID_NETWORKS, readLiquidAddress } from '../liquid/address.ts';
import { declared, named } from '../platform/columns.ts';
import { sql } from '../platform/sql.ts';
import { sealPayee } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

/** The columns of a new withdrawal, with their SQL types. */
const COLUMNS = {
  tax_id: 'text',
  pix_key: 'text',
  pix_key_type: 'text',
  amount_cents: 'bigint',
  fee_cents: 'bigint',
  deposit_address: 'text',
  deposit_script: 'text',
  deposit_amount_cents: 'bigint',
  external_id: 'text',
  from_panel: 'boolean',
  provider_status: 'text',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
} as const;

/** A new withdrawal, PENDING, with the address to fund, as a row for the statement below. */
export function withdrawalMade(
  app: App,
  withdrawal: Withdrawal,
): Record<keyof typeof COLUMNS, unknown> {
  const { taxId, pixKey } = sealPayee(app, withdrawal);
  return {
    tax_id: taxId,
    pix_key: pixKey,
    pix_key_type: withdrawal.pixKeyType,
    amount_cents: withdrawal.amountCents,
    fee_cents: withdrawal.feeCents,
    deposit_address: withdrawal.depositAddress,
    deposit_script: readLiquidAddress(withdrawal.depositAddress, LIQUID_NETWORKS)?.script ?? null,
    deposit_amount_cents: withdrawal.depositAmountCents,
    external_id: withdrawal.externalId,
    from_panel: withdrawal.fromPanel,
    provider_status: withdrawal.providerStatus,
    created_at: withdrawal.createdAt,
    expires_at: withdrawal.expiresAt,
  };
}

const INSERTION = sql`
  insert into withdrawals
    (environment_id, id, status, ${named(COLUMNS)}, provider_ref, updated_at, look_at)
  select environment_id, resource_id, 'PENDING', ${named(COLUMNS)}, ref, created_at,
    now() + interval '10 seconds'
  from done`;

export const WITHDRAWAL_WRITING: Writing = { columns: declared(COLUMNS), insertion: INSERTION };

const complete = completing<ReturnType<typeof withdrawalMade>>(WITHDRAWAL_WRITING);

/**
 * Writes a new withdrawal and completes its key. False: the claim was lost, nothing was written.
 */
export async function recordWithdrawal(
  app: App,
  withdrawal: Withdrawal,
  ending: Ending,
): Promise<boolean> {
  const kept = await complete(app, ending, withdrawalMade(app, withdrawal));
  const { environmentId, id, status } = withdrawal;
  if (kept) notifyNow(app.db, { environmentId, kind: 'withdrawal', id, status });
  return kept;
}
