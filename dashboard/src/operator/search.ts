import { searchReader } from '../ui/search-reader.ts';

/** What the address of each list says after the question mark: its page and its filters. */
export const readOperatorAccountsSearch = searchReader({});
export const readOperatorQueuesSearch = searchReader({});
export const readOperatorReconciliationSearch = searchReader({});
export const readOperatorAlertsSearch = searchReader({});
export const readOperatorAuditSearch = searchReader({});
