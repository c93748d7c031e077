import { oneOf, searchReader } from '../ui/search-reader.ts';

/** `alcance`: only the comparisons that look back so far. */
export const readReconciliationsSearch = searchReader({
  alcance: oneOf('two_hours', 'two_days', 'ninety_days', 'asked'),
});
