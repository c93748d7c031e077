import { cents } from '../amounts/cents.ts';
import { oneOf, period, searchReader, text } from '../ui/search-reader.ts';

export const STATUSES = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'] as const;

export const readWithdrawalsSearch = searchReader({
  status: oneOf(...STATUSES),
  periodo: period(),
  min: cents(),
  max: cents(),
  q: text(128),
});

export type WithdrawalsSearch = ReturnType<typeof readWithdrawalsSearch>;

/** The third step is about one withdrawal, and survives a reload. */
export const readNewWithdrawalSearch = searchReader({ id: text(40) });
