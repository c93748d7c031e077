import { oneOf, searchReader } from '../ui/search-reader.ts';

/** Links in mails give the kind, otherwise it is reversals; seen ones are included by default. */
export const readReversalsSearch = searchReader({
  tipo: oneOf('estorno', 'med'),
  vistos: oneOf('sim', 'nao'),
});
