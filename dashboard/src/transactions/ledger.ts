import type { Transaction } from '../api/operations.ts';

/** What a transaction does to the wallets: gross less fee is net. */
interface Entry {
  readonly grossCents: number;
  readonly feeCents: number;
  readonly netCents: number;
}

/** A deposit brings what the payer pays less the fee; a withdrawal takes the Pix and its fees. */
export function entryOf(transaction: Transaction): Entry {
  const { type, amountCents, feeCents, totalCents, depositAmountCents } = transaction;
  if (type === 'deposit') {
    const gross = totalCents ?? amountCents;
    return { grossCents: gross, feeCents, netCents: gross - feeCents };
  }
  const taken = depositAmountCents ?? amountCents + feeCents;
  return { grossCents: -amountCents, feeCents: taken - amountCents, netCents: -taken };
}

/** Whether it took place, and so counts. */
function isSettled({ status }: Transaction): boolean {
  return status === 'CONFIRMED' || status === 'COMPLETED';
}

export function sumsOf(transactions: readonly Transaction[]): Entry {
  const sums = { grossCents: 0, feeCents: 0, netCents: 0 };
  for (const transaction of transactions.filter(isSettled)) {
    const entry = entryOf(transaction);
    sums.grossCents += entry.grossCents;
    sums.feeCents += entry.feeCents;
    sums.netCents += entry.netCents;
  }
  return sums;
}
