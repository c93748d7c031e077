import type { App } from '../app.ts';
import { type EnvironmentId, newId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { Tx } from '../platform/db.ts';
import type { ChargeReading, MedNotice } from '../provider/port.ts';
import { deadlineOf, isDivergent, kindOf } from './reversal.ts';
import { upsertReversal } from './store.ts';

/** What a reversal needs to know of the deposit; this folder knows no more of deposits. */
export interface ReversedDeposit {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  readonly taxId: string;
  readonly totalCents: Cents;
  readonly providerRef: string;
  readonly blockchainTxId: string | null;
}

/** The alert a merchant sees; repeated news enriches it and never makes a second one. */
export async function recordReversal(
  tx: Tx,
  app: App,
  reversed: {
    deposit: ReversedDeposit;
    reading: ChargeReading;
    med: MedNotice | undefined;
    now: Date;
  },
): Promise<void> {
  const { deposit, reading, med, now } = reversed;
  const payerTaxId = med?.payerTaxId ?? reading.payerTaxId;
  const divergent = isDivergent(deposit.taxId, payerTaxId, reading.reasons);
  const createdAt = med?.createdAt ?? now;
  const reversal = {
    environmentId: deposit.environmentId,
    id: newId('med'),
    depositId: deposit.id,
    kind: kindOf(divergent),
    providerRef: med?.bankTxId ?? reading.bankTxId ?? deposit.providerRef,
    blockchainTxId: deposit.blockchainTxId,
    divergent,
    amountCents: med?.amountCents ?? reading.valueCents,
    payerName: med?.payerName ?? reading.payerName ?? null,
    payerTaxId: payerTaxId ?? null,
    informedTaxId: deposit.taxId,
    deadline: deadlineOf(createdAt, med?.deadline),
    createdAt,
  };
  await upsertReversal(tx, app, reversal, med !== undefined);
}
