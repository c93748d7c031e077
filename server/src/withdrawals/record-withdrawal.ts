import type { App } from '../app.ts';
import { tellNow } from '../changes/tell-change.ts';
import { completing, type Ending, type Writing } from '../idempotency/complete-key.ts';
import { sql } from '../platform/sql.ts';
import { sealPayee } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

/** A new withdrawal with the address to fund, PENDING, as the statement below takes it. */
export function withdrawalMade(app: App, withdrawal: Withdrawal) {
  const { taxId, pixKey } = sealPayee(app, withdrawal);
  return {
    owner: taxId,
    pix: pixKey,
    kind: withdrawal.pixKeyType,
    amount: withdrawal.amountCents,
    fee: withdrawal.feeCents,
    address: withdrawal.depositAddress,
    funding: withdrawal.depositAmountCents,
    external: withdrawal.externalId,
    panel: withdrawal.fromPanel,
    reading: withdrawal.providerStatus,
    created: withdrawal.createdAt,
    expires: withdrawal.expiresAt,
  };
}

const COLUMNS = sql`owner text, pix text, kind text, amount bigint, fee bigint, address text,
  funding bigint, external text, panel boolean, reading text, created timestamptz,
  expires timestamptz`;

const INSERTION = sql`
  insert into withdrawals (environment_id, id, status, tax_id, pix_key, pix_key_type,
    amount_cents, fee_cents, deposit_address, deposit_amount_cents, external_id, from_panel,
    provider_ref, provider_status, created_at, expires_at, updated_at, look_at)
  select environment_id, resource_id, 'PENDING', owner, pix, kind, amount, fee, address, funding,
    external, panel, ref, reading, created, expires, created, now() + interval '10 seconds'
  from done`;

export const WITHDRAWAL_WRITING: Writing = { columns: COLUMNS, insertion: INSERTION };

const complete = completing<ReturnType<typeof withdrawalMade>>(WITHDRAWAL_WRITING);

/** Writes a new withdrawal and ends its key. False: the claim was lost, nothing was written. */
export async function recordWithdrawal(
  app: App,
  withdrawal: Withdrawal,
  ending: Ending,
): Promise<boolean> {
  const kept = await complete(app, ending, withdrawalMade(app, withdrawal));
  const { environmentId, id, status } = withdrawal;
  if (kept) tellNow(app.db, { environmentId, kind: 'withdrawal', id, status });
  return kept;
}
