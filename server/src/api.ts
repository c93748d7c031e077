import { registerAccountRoutes } from './accounts/routes.ts';
import { openAuthenticator } from './api-keys/authenticate.ts';
import { guardRoutes } from './api-keys/guard.ts';
import { readConfig } from './config.ts';
import { registerDepositRoutes } from './deposits/routes.ts';
import { type OpenedApp, openApp } from './open-app.ts';
import { registerHealthRoutes } from './platform/health.ts';
import { type Http, openHttp } from './platform/http.ts';
import { endWithParent } from './platform/parent.ts';
import { proveKeys } from './platform/prove-keys.ts';
import { registerProviderRoutes } from './provider/routes.ts';
import { registerReversalRoutes } from './reversals/routes.ts';
import { registerSandboxRoutes } from './sandbox/routes.ts';
import { registerTransactionRoutes } from './transactions/routes.ts';
import { registerWalletRoutes } from './wallets/routes.ts';
import { registerWebhookRoutes } from './webhooks/routes.ts';
import { registerWithdrawalRoutes } from './withdrawals/routes.ts';

/** The only place where routes are registered. */
export function openApi(app: OpenedApp): Http {
  return openHttp(app.log, (http) => {
    guardRoutes(http, openAuthenticator(app.db));
    registerHealthRoutes(http, app.db);
    registerAccountRoutes(http);
    registerWalletRoutes(http, app);
    registerDepositRoutes(http, app);
    registerWithdrawalRoutes(http, app);
    registerTransactionRoutes(http, app);
    registerReversalRoutes(http, app);
    registerWebhookRoutes(http, app);
    registerProviderRoutes(http, app);
    registerSandboxRoutes(http, app, app.sandbox);
  });
}

if (import.meta.main) {
  const config = readConfig();
  if (config.parentPipe) endWithParent();
  const app = openApp(config, 'api');
  await proveKeys(app.db, app.vault);
  const http = openApi(app);
  await http.listen({ host: config.host, port: config.port });
  process.once('SIGTERM', () => {
    // Requests under way are answered; new ones find the port closed.
    void http.close().then(() => process.exit(0));
  });
}
