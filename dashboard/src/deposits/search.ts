import { cents } from '../amounts/cents.ts';
import { oneOf, period, searchReader, text } from '../ui/search-reader.ts';

export const STATUSES = ['PENDING', 'CONFIRMED', 'FAILED', 'REFUNDED'] as const;
export const ORIGINS = ['api', 'link', 'panel'] as const;

/** The query string of the list's address; `new` opens the form. */
export const readDepositsSearch = searchReader({
  new: oneOf('1'),
  status: oneOf(...STATUSES),
  origem: oneOf(...ORIGINS),
  periodo: period(),
  carteira: text(40),
  link: text(40),
  min: cents(),
  max: cents(),
  q: text(128),
});

export type DepositsSearch = ReturnType<typeof readDepositsSearch>;
