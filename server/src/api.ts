import { registerAccountRoutes } from './accounts/routes.ts';
import { registerAgentApi } from './agent-api.ts';
import { openAuthenticator } from './api-keys/authenticate.ts';
import { guardRoutes } from './api-keys/guard.ts';
import { type Limiter, openLimiter } from './api-keys/rate-limit.ts';
import { openSharedLimiter } from './api-keys/share-rate-limit.ts';
import { readConfig } from './config.ts';
import { registerDashboard } from './dashboard/routes.ts';
import { registerDocs } from './docs/routes.ts';
import { registerDepositCheckRoutes } from './deposit-checks/routes.ts';
import { registerDepositRoutes, registerQrCodeRoute } from './deposits/routes.ts';
import { registerListenerRoutes } from './listeners/routes.ts';
import { type OpenedApp, openApp } from './open-app.ts';
import { registerMailboxRoutes } from './mailbox/routes.ts';
import { listenedOn } from './network.ts';
import { limitVisitors } from './pay-pages/limit-visitors.ts';
import { registerPayPages } from './pay-pages/routes.ts';
import { registerPaymentLinkRoutes } from './payment-links/routes.ts';
import { cutSlowReaders } from './platform/cut-slow-readers.ts';
import { registerHealthRoutes } from './platform/health.ts';
import { type Http, openHttp, passEmptyBodies, within } from './platform/http.ts';
import { endWithParent } from './platform/parent.ts';
import { verifyKeysOrExit } from './platform/verify-keys.ts';
import { shedLoad } from './platform/shed.ts';
import { openMetrics } from './operations/open-metrics.ts';
import { startTracing, type Tracing } from './platform/tracing.ts';
import { watchFiles } from './platform/watch-files.ts';
import { registerProviderRoutes } from './provider/routes.ts';
import { openReference } from './reference/open-reference.ts';
import { registerReconciliationRoutes } from './reconciliation/routes.ts';
import { registerReferenceRoutes } from './reference/routes.ts';
import { openRecorder } from './requests/open-recorder.ts';
import { recordRequests } from './requests/record-requests.ts';
import { registerRequestList } from './requests/routes.ts';
import { registerReversalRoutes } from './reversals/routes.ts';
import { registerReceiptRoute } from './sandbox/receipt-route.ts';
import { registerSandboxRoutes } from './sandbox/routes.ts';
import { registerSessionApi } from './session-api.ts';
import { registerTransactionRoutes } from './transactions/routes.ts';
import { registerWalletRoutes } from './wallets/routes.ts';
import { registerWebhookRoutes } from './webhooks/routes.ts';
import { registerWithdrawalRoutes } from './withdrawals/routes.ts';

/**
 * Never shed: monitoring has to know how we are, a refused notice would have to be made up for by
 * polling, and a page without its script stays blank.
 */
const VITAL = /^\/(healthz|metrics|provider\/webhooks\/.*|app\/assets\/.*)$/;

/** A shop's server that proxies pictures has a single address; a key creates fewer codes. */
const PICTURES = { perSecond: 100, burst: 1_000 };

export function openApi(app: OpenedApp, tracing?: Tracing): Http {
  const register = (http: Http): Promise<void> => registerRoutes(http, app, tracing);
  return openHttp(app.log, register, app.config.trustedProxies);
}

/** The only place where routes are registered. */
async function registerRoutes(http: Http, app: OpenedApp, tracing?: Tracing): Promise<void> {
  if (tracing) await http.register(tracing.plugin);
  shedLoad(http, VITAL, { env: app.config.env });
  cutSlowReaders(http);
  await openReference(http);
  registerReferenceRoutes(http);
  registerHealthRoutes(http, app.db, openMetrics(app));
  registerProviderRoutes(http, app);
  const publicDb = app.openPublicDb();
  http.addHook('onClose', () => publicDb.end());
  within(http, '', (pictures) => {
    limitVisitors(pictures, { views: PICTURES, orders: PICTURES });
    registerQrCodeRoute(pictures, { ...app, db: publicDb });
    registerReceiptRoute(pictures, app.config.sandbox?.url);
  });
  within(http, '', (routes) => registerMailboxRoutes(routes, app));
  const limit = limiterOf(app);
  const authenticate = openAuthenticator(app.db);
  const recorder = openRecorder(app);
  http.addHook('onClose', () => recorder.close());
  within(http, '/v1/api', (api) => {
    guardRoutes(api, authenticate, limit);
    passEmptyBodies(api);
    recordRequests(api, recorder);
    registerAccountRoutes(api);
    registerWalletRoutes(api, app);
    registerDepositRoutes(api, app);
    registerDepositCheckRoutes(api, app);
    registerWithdrawalRoutes(api, app);
    registerTransactionRoutes(api, app);
    registerPaymentLinkRoutes(api, app);
    registerReversalRoutes(api, app);
    registerReconciliationRoutes(api, app);
    registerWebhookRoutes(api, app);
    registerListenerRoutes(api, app);
    registerRequestList(api, app);
  });
  within(http, '/v1/sandbox', (sandbox) => {
    guardRoutes(sandbox, authenticate, limit);
    passEmptyBodies(sandbox);
    recordRequests(sandbox, recorder);
    registerSandboxRoutes(sandbox, app, app.sandbox);
  });
  registerAgentApi(http, app, { authenticate, limit, recorder });
  registerSessionApi(http, app, limit);
  registerDashboard(http, app.config.baseUrl);
  registerDocs(http, app.config.baseUrl);
  registerPayPages(http, { ...app, db: publicDb }, app.sandbox);
}

function limiterOf({ config, db }: OpenedApp): Limiter {
  return config.rateLimits === 'database' ? openSharedLimiter(db) : openLimiter();
}

if (import.meta.main) {
  const config = readConfig();
  if (config.parentPipe) endWithParent();
  const app = openApp(config, 'api');
  await verifyKeysOrExit(app.db, app.vault);
  const tracing = config.traces ? await startTracing('api') : undefined;
  const http = openApi(app, tracing);
  await http.listen({ host: listenedOn(config.host), port: config.port });
  watchFiles(app.log);
  process.once('SIGTERM', () => {
    // Requests under way are answered; new ones find the port closed.
    void http
      .close()
      .then(() => tracing?.stop())
      .then(() => process.exit(0));
  });
}
