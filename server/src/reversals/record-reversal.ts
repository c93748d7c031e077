import type { App } from '../app.ts';
import { notifyChange } from '../changes/notify-change.ts';
import { type DepositId, type EnvironmentId, newId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { Tx } from '../platform/db.ts';
import type { ChargeReading, MedNotice } from '../provider/port.ts';
import { notifyManagers } from './notify-managers.ts';
import { deadlineOf, disputedCents, kindOf, matchOf, reportedAt } from './reversal.ts';
import { upsertReversal } from './store.ts';

/** What a reversal needs to know about the deposit; this folder knows nothing else of deposits. */
interface ReversedDeposit {
  readonly environmentId: EnvironmentId;
  readonly id: DepositId;
  readonly taxId: string;
  readonly providerRef: string;
  readonly paidCents: Cents | null;
  readonly blockchainTxId: string | null;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
}

/** The alert that a merchant sees; repeated news completes it, and never creates a second one. */
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
  const match = matchOf(deposit.taxId, payerTaxId, reading.reasons);
  const disputed = med !== undefined || deposit.confirmedAt !== null;
  const createdAt = reportedAt(med?.createdAt, deposit.createdAt, now);
  const reversal = {
    environmentId: deposit.environmentId,
    id: newId('med'),
    depositId: deposit.id,
    kind: kindOf(match, disputed),
    providerRef: med?.bankTxId ?? reading.bankTxId ?? deposit.providerRef,
    // The provider may report it only here.
    blockchainTxId: deposit.blockchainTxId ?? med?.blockchainTxId ?? null,
    divergent: match === 'different',
    disputed,
    amountCents: disputedCents(med, reading, deposit.paidCents),
    payerName: med?.payerName ?? reading.payerName ?? null,
    payerTaxId: payerTaxId ?? null,
    informedTaxId: deposit.taxId,
    deadline: deadlineOf(createdAt, med?.deadline),
    createdAt,
  };
  const stored = await upsertReversal(tx, app, reversal, {
    med: med !== undefined,
    payer: match !== 'unknown',
    amount: med?.amountCents === reversal.amountCents,
    deadline: med?.deadline,
    // The bank's id replaces the charge's, and a MED's id any other.
    ref: med?.bankTxId !== undefined,
    charge: deposit.providerRef,
  });
  await notifyManagers(tx, app, stored);
  const { environmentId, id, kind: status } = stored;
  notifyChange(tx, { environmentId, kind: 'alert', id, status });
}
