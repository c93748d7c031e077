import { randomBytes } from 'node:crypto';
import type { App } from '../src/app.ts';
import { type DepositId, type EnvironmentId, type Id, newId } from '../src/ids.ts';
import { cents } from '../src/money.ts';
import { type Reversal, upsertReversal } from '../src/reversals/store.ts';
import { PAYER } from './merchant.ts';

/** A reversal of this deposit, reported just now: by default a MED by its own payer. */
export async function storedReversal(
  app: App,
  environmentId: EnvironmentId,
  depositId: DepositId,
  change: Partial<Reversal> = {},
): Promise<Id<'med'>> {
  const id = newId('med');
  const now = new Date();
  const reversal: Reversal = {
    environmentId,
    id,
    depositId,
    kind: 'med',
    providerRef: randomBytes(16).toString('hex'),
    blockchainTxId: null,
    divergent: false,
    disputed: true,
    amountCents: cents(5_000),
    payerName: null,
    payerTaxId: null,
    informedTaxId: PAYER,
    deadline: now,
    createdAt: now,
    ...change,
  };
  const reported = { med: true, payer: true, amount: true, ref: true, deadline: now, charge: '' };
  await app.db.begin((tx) => upsertReversal(tx, app, reversal, reported));
  return id;
}
