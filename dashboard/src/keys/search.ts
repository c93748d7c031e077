import { oneOf, searchReader } from '../ui/search-reader.ts';
import { SCOPES } from './scopes.ts';

/** `nova` opens the form: for an agent, or with `escopo` ticked if a refused request led here. */
export const readKeysSearch = searchReader({
  nova: oneOf('1'),
  escopo: oneOf(...SCOPES),
  para: oneOf('agente'),
});
