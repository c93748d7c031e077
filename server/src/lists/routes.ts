import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { registerDepositLists } from './deposit-routes.ts';
import { registerSearch } from './search-routes.ts';
import { registerWithdrawalLists } from './withdrawal-routes.ts';

/** What the dashboard shows about money, in addition to what keys can read. */
export function registerListRoutes(http: Http, app: App): void {
  registerDepositLists(http, app);
  registerWithdrawalLists(http, app);
  registerSearch(http, app);
}
