import type { Limiter } from './api-keys/rate-limit.ts';
import type { OpenedApp } from './open-app.ts';
import { registerAccountRoutes } from './accounts/routes.ts';
import { registerDepositRoutes } from './deposits/routes.ts';
import { registerPaymentLinkRoutes } from './payment-links/routes.ts';
import { type Http, within } from './platform/http.ts';
import { openSessionReference } from './reference/open-session-reference.ts';
import { registerReversalRoutes } from './reversals/routes.ts';
import { registerSandboxRoutes } from './sandbox/routes.ts';
import { guardSessions } from './sessions/guard-sessions.ts';
import { registerSessionRoutes } from './sessions/routes.ts';
import { registerTransactionRoutes } from './transactions/routes.ts';
import { registerWalletRoutes } from './wallets/routes.ts';
import { registerWebhookRoutes } from './webhooks/routes.ts';
import { registerWithdrawalRoutes } from './withdrawals/routes.ts';

/** Where the routes of signed-in people begin, and those of one account's environment. */
const ROOT = '/app/api';
const TENANT = '/accounts/:accountId/:mode';

/**
 * What the dashboard speaks to: every route of the API again, under an account and a mode, for
 * members instead of keys; and what only people do.
 */
export function registerSessionApi(
  http: Http,
  app: OpenedApp,
  limit: Limiter,
  onReady?: (readReference: () => object) => void,
): void {
  within(http, ROOT, async (routes) => {
    await openSessionReference(routes);
    onReady?.(() => routes.sessionReference());
    await guardSessions(routes, { db: app.db, baseUrl: app.config.baseUrl, limit });
    registerSessionRoutes(routes, app);
    within(routes, TENANT, (tenant) => registerTenantRoutes(tenant, app));
  });
}

function registerTenantRoutes(tenant: Http, app: OpenedApp): void {
  registerAccountRoutes(tenant);
  registerWalletRoutes(tenant, app);
  registerDepositRoutes(tenant, app);
  registerWithdrawalRoutes(tenant, app);
  registerTransactionRoutes(tenant, app);
  registerPaymentLinkRoutes(tenant, app);
  registerReversalRoutes(tenant, app);
  registerWebhookRoutes(tenant, app);
  within(tenant, '/sandbox', (sandbox) => registerSandboxRoutes(sandbox, app, app.sandbox));
}
