import type { App } from '../src/app.ts';
import { newId } from '../src/ids.ts';
import { cents } from '../src/money.ts';
import type { PayoutReading } from '../src/provider/port.ts';
import { WITHDRAWAL_WRITING, withdrawalMade } from '../src/withdrawals/record-withdrawal.ts';
import type { Withdrawal } from '../src/withdrawals/withdrawal.ts';
import type { TestTenant } from './app.ts';
import { PAYER } from './merchant.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

/** A withdrawal of R$ 50.00 as it was created, in no database. */
export function newWithdrawal(changes: Partial<Withdrawal> = {}): Withdrawal {
  const providerRef = crypto.randomUUID().replaceAll('-', '');
  return {
    environmentId: newId('env'),
    id: newId('wdr'),
    status: 'PENDING',
    taxId: PAYER,
    pixKey: 'maria@example.com',
    pixKeyType: 'EMAIL',
    amountCents: cents(5_000),
    feeCents: cents(0),
    // Nobody reads it here, and no two withdrawals may share one.
    depositAddress: `address of ${providerRef}`,
    depositAmountCents: cents(5_100),
    externalId: null,
    fromPanel: false,
    providerRef,
    providerStatus: 'unsent',
    blockchainTxId: null,
    pixEndToEndId: null,
    failureReason: null,
    heldSince: null,
    createdAt: NOW,
    expiresAt: new Date(NOW.getTime() + 30 * 86_400_000),
    updatedAt: NOW,
    processingAt: null,
    completedAt: null,
    failedAt: null,
    expiredAt: null,
    ...changes,
  };
}

/** The same, stored as PENDING in the tenant's environment, a month before its expiry. */
export async function storedWithdrawal(
  app: App,
  tenant: TestTenant,
  changes: Partial<Withdrawal> = {},
): Promise<Withdrawal> {
  const expiresAt = new Date(Date.now() + 30 * 86_400_000);
  const environmentId = tenant.environment.id;
  const withdrawal = newWithdrawal({ expiresAt, ...changes, environmentId });
  const { columns, insertion } = WITHDRAWAL_WRITING;
  await app.db`
    with done as (
      select ${withdrawal.environmentId}::text as environment_id,
        ${withdrawal.id}::text as resource_id, ${withdrawal.providerRef}::text as ref, made.*
      from jsonb_to_record(${JSON.stringify(withdrawalMade(app, withdrawal))}) as made (${columns})
    ) ${insertion}`;
  return withdrawal;
}

/** The provider's answer about that withdrawal's payout. */
export function payoutReadingOf(
  withdrawal: Withdrawal,
  changes: Partial<PayoutReading> = {},
): PayoutReading {
  return {
    ref: withdrawal.providerRef,
    depositAddress: withdrawal.depositAddress,
    depositAmountCents: withdrawal.depositAmountCents,
    payoutCents: withdrawal.amountCents,
    status: 'unsent',
    expiresAt: withdrawal.expiresAt,
    blockchainTxId: undefined,
    pixEndToEndId: undefined,
    receiptUrl: undefined,
    raw: '{}',
    ...changes,
  };
}

/** Seconds until the next look at a withdrawal; undefined if none is scheduled. */
export async function secondsToLook(app: App, { id }: Withdrawal): Promise<number | undefined> {
  const [row] = await app.db<{ seconds: number }>`
    select extract(epoch from look_at - now())::float8 as seconds from withdrawals
    where id = ${id} and look_at is not null`;
  return row?.seconds;
}
