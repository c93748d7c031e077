import { oneOf, searchReader } from '../ui/search-reader.ts';

/** Mails say which kind, else it is reversals; the seen ones too unless the address says which. */
export const readAlertsSearch = searchReader({
  tipo: oneOf('estorno', 'med'),
  vistos: oneOf('sim', 'nao'),
});
