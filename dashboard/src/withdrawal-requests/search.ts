import { oneOf, searchReader } from '../ui/search-reader.ts';

/** `espera=1`: only those that wait for an answer. */
export const readRequestsSearch = searchReader({ espera: oneOf('1') });
