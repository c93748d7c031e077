import type { Limiter } from './api-keys/rate-limit.ts';
import { registerStreamRoutes } from './streams/routes.ts';
import { registerExportRoutes } from './exports/routes.ts';
import { registerListRoutes } from './lists/routes.ts';
import type { OpenedApp } from './open-app.ts';
import { registerOverviewRoutes } from './overviews/routes.ts';
import { registerAccountRoutes, registerOwnAccountRoutes } from './accounts/routes.ts';
import { recordMemberActs } from './audits/record-member-acts.ts';
import { registerAccountAuditRoutes, registerOperatorAuditRoutes } from './audits/routes.ts';
import { registerDepositCheckRoutes } from './deposit-checks/routes.ts';
import { registerDepositRoutes } from './deposits/routes.ts';
import { registerOperatorRoutes } from './operators/routes.ts';
import { registerLinkQr } from './payment-links/qr-routes.ts';
import { registerLinkReading, registerPaymentLinkRoutes } from './payment-links/routes.ts';
import { type Http, within } from './platform/http.ts';
import { registerReconciliationRoutes } from './reconciliation/routes.ts';
import { openSessionReference } from './reference/open-session-reference.ts';
import { registerMemberReversalRoutes } from './reversals/member-routes.ts';
import { registerEvidenceRoutes } from './evidences/routes.ts';
import { registerInvitedRoutes } from './members/invitation-routes.ts';
import { registerKeyRoutes } from './members/key-routes.ts';
import { registerMemberRoutes } from './members/routes.ts';
import { registerRequestRoutes } from './requests/routes.ts';
import { registerEndpointHealthRoutes } from './webhooks/health-routes.ts';
import { registerSandboxRoutes } from './sandbox/routes.ts';
import { registerPasskeyRoutes } from './passkeys/routes.ts';
import { registerSecondFactorRoutes } from './second-factors/routes.ts';
import { guardSessions } from './sessions/guard-sessions.ts';
import { registerSessionRoutes } from './sessions/routes.ts';
import { registerSignInRoutes } from './sign-ins/routes.ts';
import { registerUserRoutes } from './users/routes.ts';
import { registerTransactionRoutes } from './transactions/routes.ts';
import { registerWalletRoutes } from './wallets/routes.ts';
import { registerDeliveryRoutes } from './webhooks/delivery-routes.ts';
import { registerWebhookRoutes } from './webhooks/routes.ts';
import { registerTrialRoutes } from './webhooks/trial-routes.ts';
import { registerWithdrawalRequestRoutes } from './withdrawal-requests/routes.ts';
import { registerWithdrawalRoutes } from './withdrawals/routes.ts';

/** The prefixes of the routes for signed-in people, and of those for one account's environment. */
const ROOT = '/app/api';
const ACCOUNT = '/accounts/:accountId';
const TENANT = `${ACCOUNT}/:mode`;

/**
 * The API of the dashboard: the routes of the API again, under an account and a mode, for members
 * instead of keys; and what only people do. Only the list of reversals is not among them, since it
 * names people in full: members read alerts, which mask them until that is recorded.
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
    recordMemberActs(routes, app);
    registerUserRoutes(routes, app);
    registerSignInRoutes(routes, app);
    registerSessionRoutes(routes, app);
    registerSecondFactorRoutes(routes, app);
    registerPasskeyRoutes(routes, app);
    registerAccountAuditRoutes(routes, app);
    registerOperatorAuditRoutes(routes, app);
    registerOperatorRoutes(routes, app);
    registerInvitedRoutes(routes, app);
    within(routes, ACCOUNT, (account) => {
      registerOwnAccountRoutes(account, app);
      registerMemberRoutes(account, app);
    });
    within(routes, TENANT, (tenant) => registerTenantRoutes(tenant, app));
  });
}

function registerTenantRoutes(tenant: Http, app: OpenedApp): void {
  registerAccountRoutes(tenant);
  registerWalletRoutes(tenant, app);
  registerDepositRoutes(tenant, app);
  registerDepositCheckRoutes(tenant, app);
  registerWithdrawalRoutes(tenant, app);
  registerWithdrawalRequestRoutes(tenant, app);
  registerTransactionRoutes(tenant, app);
  registerPaymentLinkRoutes(tenant, app);
  registerLinkReading(tenant, app);
  registerLinkQr(tenant, app);
  registerReconciliationRoutes(tenant, app);
  registerWebhookRoutes(tenant, app);
  registerDeliveryRoutes(tenant, app);
  registerTrialRoutes(tenant, app);
  registerEndpointHealthRoutes(tenant, app);
  registerKeyRoutes(tenant, app);
  registerRequestRoutes(tenant, app);
  registerMemberReversalRoutes(tenant, app);
  registerEvidenceRoutes(tenant, app);
  registerOverviewRoutes(tenant, app);
  registerListRoutes(tenant, app);
  registerExportRoutes(tenant, app);
  registerStreamRoutes(tenant, app);
  within(tenant, '/sandbox', (sandbox) => registerSandboxRoutes(sandbox, app, app.sandbox));
}
