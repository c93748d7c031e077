import type { App } from '../src/app.ts';
import { type Deposit, priceDeposit } from '../src/deposits/deposit.ts';
import { DEPOSIT_WRITING, depositMade } from '../src/deposits/record-deposit.ts';
import { notifyChange } from '../src/changes/notify-change.ts';
import { newId } from '../src/ids.ts';
import { cents } from '../src/money.ts';
import type { Tx } from '../src/platform/db.ts';
import type { ChargeReading, MedNotice } from '../src/provider/port.ts';
import type { TestTenant } from './app.ts';
import { ADDRESS, PAYER } from './merchant.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

/** A deposit of R$ 50.00 as it was created, in no database. */
export function newDeposit(changes: Partial<Deposit> = {}): Deposit {
  const schedule = { percentBasisPoints: 200, fixedCents: cents(99) };
  const price = priceDeposit(cents(5_000), schedule, true, cents(99));
  if (!price) throw new Error('the default schedule prices every amount');
  return {
    ...price,
    environmentId: newId('env'),
    id: newId('dep'),
    status: 'PENDING',
    walletId: newId('wal'),
    liquidAddress: ADDRESS.test,
    taxId: PAYER,
    passFeesToPayer: true,
    externalId: null,
    paymentLinkId: null,
    fromPanel: false,
    providerRef: crypto.randomUUID().replaceAll('-', ''),
    pixQrCode: 'any',
    providerStatus: null,
    paidCents: null,
    blockchainTxId: null,
    failureReason: null,
    heldSince: null,
    createdAt: NOW,
    expiresAt: new Date(NOW.getTime() + 20 * 60_000),
    updatedAt: NOW,
    confirmedAt: null,
    failedAt: null,
    refundedAt: null,
    ...changes,
  };
}

/** Inserts a deposit as its creation does, without a key to complete. */
export async function insertDeposit(tx: Tx, app: App, deposit: Deposit): Promise<void> {
  const { columns, insertion } = DEPOSIT_WRITING;
  await tx`
    with done as (
      select ${deposit.environmentId}::text as environment_id, ${deposit.id}::text as resource_id,
        ${deposit.providerRef}::text as ref, made.*
      from jsonb_to_record(${JSON.stringify(depositMade(app, deposit))}) as made (${columns})
    ) ${insertion}`;
  const { environmentId, id, status } = deposit;
  notifyChange(tx, { environmentId, kind: 'deposit', id, status });
}

/** The same, stored as PENDING in the tenant's environment. */
export async function storedDeposit(
  app: App,
  tenant: Pick<TestTenant, 'environment'>,
  changes: Partial<Deposit> = {},
): Promise<Deposit> {
  const deposit = newDeposit({ ...changes, environmentId: tenant.environment.id });
  await app.db.begin((tx) => insertDeposit(tx, app, deposit));
  return deposit;
}

/** This many of them, in one transaction. */
export async function storedDeposits(
  app: App,
  tenant: Pick<TestTenant, 'environment'>,
  count: number,
): Promise<Deposit[]> {
  const environmentId = tenant.environment.id;
  const deposits = Array.from({ length: count }, () => newDeposit({ environmentId }));
  await app.db.begin(async (tx) => {
    for (const deposit of deposits) await insertDeposit(tx, app, deposit);
  });
  return deposits;
}

/** The provider's answer about that deposit's charge. */
export function readingOf(deposit: Deposit, changes: Partial<ChargeReading> = {}): ChargeReading {
  return {
    ref: deposit.providerRef,
    status: 'pending',
    valueCents: deposit.totalCents,
    expiresAt: deposit.expiresAt,
    blockchainTxId: undefined,
    bankTxId: undefined,
    payerName: undefined,
    payerTaxId: undefined,
    reasons: [],
    raw: '{}',
    ...changes,
  };
}

/** The provider's report of a MED; without any, it says nothing more. */
export function medOf(facts: Partial<MedNotice> = {}): MedNotice {
  return {
    createdAt: undefined,
    deadline: undefined,
    amountCents: undefined,
    payerName: undefined,
    payerTaxId: undefined,
    bankTxId: undefined,
    blockchainTxId: undefined,
    unread: [],
    ...facts,
  };
}
