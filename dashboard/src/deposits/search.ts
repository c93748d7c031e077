import { cents } from '../amounts/cents.ts';
import { oneOf, period, searchReader, text } from '../ui/search-reader.ts';

/** What the address of the list says after the question mark; `new` opens the form. */
export const readDepositsSearch = searchReader({
  new: oneOf('1'),
  status: oneOf('PENDING', 'CONFIRMED', 'FAILED', 'REFUNDED'),
  origem: oneOf('api', 'link', 'panel'),
  periodo: period(),
  carteira: text(40),
  link: text(40),
  min: cents(),
  max: cents(),
  q: text(128),
});

export type DepositsSearch = ReturnType<typeof readDepositsSearch>;
