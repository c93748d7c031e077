import { oneOf, period, searchReader, text } from '../ui/search-reader.ts';

export const KINDS = ['deposit', 'withdrawal'] as const;
export const STATUSES = [
  'PENDING',
  'CONFIRMED',
  'REFUNDED',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const;

export const readTransactionsSearch = searchReader({
  tipo: oneOf(...KINDS),
  status: oneOf(...STATUSES),
  periodo: period(),
  pedido: text(128),
});

export type TransactionsSearch = ReturnType<typeof readTransactionsSearch>;
