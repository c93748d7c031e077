import type { App } from '../app.ts';
import { type Http, within } from '../platform/http.ts';
import { registerOperatorAccountRoutes } from './account-routes.ts';
import { registerBookRoutes } from './book-routes.ts';
import { askForReasons } from './reason.ts';
import { registerStatusRoutes } from './status-routes.ts';

/** The operators' console. Every act requires a reason and is recorded. */
export function registerOperatorRoutes(http: Http, app: App): void {
  within(http, '/operator', (operator) => {
    askForReasons(operator);
    registerOperatorAccountRoutes(operator, app);
    registerStatusRoutes(operator, app);
    registerBookRoutes(operator, app);
  });
}
