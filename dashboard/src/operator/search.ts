import { oneOf, searchReader, text } from '../ui/search-reader.ts';

/** The query string of each list's address: its page and its filters. */
export const readOperatorAccountsSearch = searchReader({ q: text(200) });
export const readOperatorAlertsSearch = searchReader({ mostrar: oneOf('todos') });
export const readOperatorAuditSearch = searchReader({ q: text(200), quem: text(300) });
