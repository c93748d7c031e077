import { registerAccountRoutes } from './accounts/routes.ts';
import { bindTools } from './agents/bind-tools.ts';
import type { AgentCaller, Dispatch } from './agents/call-tool.ts';
import { registerExplainRoutes } from './agents/explain-routes.ts';
import { keySpaceOf } from './agents/name-order.ts';
import { refuseForeignPages, registerMcpRoute } from './agents/routes.ts';
import type { ServeMcp, Verbs } from './agents/serve-mcp.ts';
import { TOOLS } from './agents/tool.ts';
import type { Authenticate } from './api-keys/authenticate.ts';
import { type AccessRule, guardRoutes } from './api-keys/guard.ts';
import type { Limiter } from './api-keys/rate-limit.ts';
import { registerDepositRoutes } from './deposits/routes.ts';
import { ApiError } from './errors.ts';
import type { OpenedApp } from './open-app.ts';
import { registerPaymentLinkRoutes } from './payment-links/routes.ts';
import { cachePromise } from './platform/cache-promise.ts';
import { type Http, openHttp, within } from './platform/http.ts';
import type { Recorder } from './requests/open-recorder.ts';
import { recordRequests } from './requests/record-requests.ts';
import { registerReversalRoutes } from './reversals/routes.ts';
import { registerSandboxRoutes } from './sandbox/routes.ts';
import { registerTransactionRoutes } from './transactions/routes.ts';
import { registerWalletRoutes } from './wallets/routes.ts';
import { registerWebhookRoutes } from './webhooks/routes.ts';
import { registerAgentRequestRoutes } from './withdrawal-requests/agent-routes.ts';
import { registerWithdrawalRoutes } from './withdrawals/routes.ts';

interface Guards {
  readonly authenticate: Authenticate;
  readonly limit: Limiter;
  readonly recorder: Recorder;
}

interface OpenedVerbs {
  readonly http: Http;
  readonly ready: Promise<Verbs>;
}

/**
 * The endpoint for agents. Their tools are the API's own routes, registered again on an instance
 * without a port, so no rule about money is written twice and no tool does what no route does.
 */
export function registerAgentApi(http: Http, app: OpenedApp, guards: Guards): void {
  const { authenticate, limit, recorder } = guards;
  // Both wait for the first agent: most installations have none.
  let verbs: OpenedVerbs | undefined;
  http.addHook('onClose', () => verbs?.http.close());
  const load = cachePromise(async (): Promise<ServeMcp> => {
    const { serveMcp } = await import('./agents/serve-mcp.ts');
    return serveMcp(app, () => (verbs ??= openVerbs(app, guards)).ready);
  });
  const serve: ServeMcp = async (...message) => (await load())(...message);
  within(http, '', (mcp) => {
    refuseForeignPages(mcp, app.config.baseUrl);
    guardRoutes(mcp, authenticate, limit, forAll);
    recordRequests(mcp, recorder);
    registerMcpRoute(mcp, authenticate, serve);
  });
}

/** A program's key reads here, too. */
const forAll: AccessRule = (holder) => holder;

/** The routes behind the tools: reads for every key with the scope, the rest only with caps. */
const forAgents: AccessRule = (holder, request) => {
  const { schema } = request.routeOptions;
  const { operationId } = { operationId: undefined, ...schema };
  if (TOOLS[String(operationId)] === undefined) throw new ApiError('not_found');
  if (request.method !== 'GET' && !holder.hasCaps) throw new ApiError('insufficient_scope');
  return { ...holder, keySpace: keySpaceOf(holder.keyId) };
};

function openVerbs(app: OpenedApp, { authenticate, limit, recorder }: Guards): OpenedVerbs {
  let tools: Verbs['tools'] = new Map();
  const http = openHttp(app.log, (routes) => {
    tools = bindTools(routes);
    guardRoutes(routes, authenticate, limit, forAgents);
    recordRequests(routes, recorder);
    within(routes, '/v1/api', (api) => {
      registerAccountRoutes(api);
      registerWalletRoutes(api, app);
      registerDepositRoutes(api, app);
      registerWithdrawalRoutes(api, app);
      registerTransactionRoutes(api, app);
      registerPaymentLinkRoutes(api, app);
      registerReversalRoutes(api, app);
      registerWebhookRoutes(api, app);
      registerAgentRequestRoutes(api, app);
      registerExplainRoutes(api);
    });
    within(routes, '/v1/sandbox', (sandbox) => registerSandboxRoutes(sandbox, app, app.sandbox));
  });
  const open = async (): Promise<Verbs> => {
    await http.ready();
    return { tools, dispatch: dispatchTo(http) };
  };
  return { http, ready: open() };
}

function dispatchTo(http: Http): Dispatch {
  return async (caller, { method, url, query, body, idempotencyKey }) => {
    const response = await http.inject({
      method,
      url,
      query: { ...query },
      headers: headersOf(caller, idempotencyKey),
      remoteAddress: caller.address,
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const wait = response.headers['retry-after'];
    return {
      status: response.statusCode,
      body: response.body,
      replayed: response.headers['idempotent-replayed'] !== undefined,
      retryAfterSeconds: typeof wait === 'string' ? Number(wait) : undefined,
    };
  };
}

function headersOf({ authorization, language }: AgentCaller, idempotencyKey: string | undefined) {
  return {
    authorization,
    'accept-language': language,
    'content-type': 'application/json',
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
}
