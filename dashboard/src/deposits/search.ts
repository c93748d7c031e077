import { oneOf, period, searchReader, text } from '../ui/search-reader.ts';

/** Whole cents as text; whatever else is no amount. */
function cents(): (value: string) => string | undefined {
  return (value) => (/^\d{1,9}$/.test(value) ? value : undefined);
}

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
