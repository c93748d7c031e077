import { oneOf, searchReader } from '../ui/search-reader.ts';

/** Reversals unless the address says disputes; the seen ones too unless it says which. */
export const readAlertsSearch = searchReader({
  tipo: oneOf('med'),
  vistos: oneOf('sim', 'nao'),
});
