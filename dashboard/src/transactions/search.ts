import { oneOf, period, searchReader, text } from '../ui/search-reader.ts';

export const readTransactionsSearch = searchReader({
  tipo: oneOf('deposit', 'withdrawal'),
  status: oneOf('PENDING', 'CONFIRMED', 'REFUNDED', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'),
  periodo: period(),
  pedido: text(128),
});

export type TransactionsSearch = ReturnType<typeof readTransactionsSearch>;
