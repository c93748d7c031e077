import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { App } from './app.ts';
import { authorize } from './control/authorize.ts';
import { bookRoutes } from './control/book-routes.ts';
import { chargeRoutes } from './control/charge-routes.ts';
import { faultRoutes } from './control/fault-routes.ts';
import { partnerRoutes } from './control/partner-routes.ts';
import { withdrawalRoutes } from './control/withdrawal-routes.ts';
import { ControlError, ProviderRefusal } from './errors.ts';
import { esploraRoutes } from './esplora/routes.ts';
import { isConnectionLoss } from './platform/database.ts';
import { accountRoutes } from './provider/account-routes.ts';
import { envelope, nameCall } from './provider/call.ts';
import { depositRoutes } from './provider/deposit-routes.ts';
import { publicRoutes } from './provider/public-routes.ts';
import { withdrawRoutes } from './provider/withdraw-routes.ts';

/**
 * The provider under /api, the chain it pays on under /esplora, the control of both under /control.
 */
export function buildHttp(app: App): FastifyInstance {
  const http = fastify({
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  acceptEmptyBodies(http);
  http.setErrorHandler(sendProviderError);
  http.setNotFoundHandler((request, reply) => {
    nameCall(request, reply);
    return reply.code(404).send({});
  });

  http.get('/healthz', async () => {
    await app.db<{ one: number }>`select 1 as one`;
    return { ok: true };
  });
  publicRoutes(http, app);
  http.register(async (api) => provider(api, app), { prefix: '/api' });
  http.register(async (api) => esploraRoutes(api, app), { prefix: '/esplora' });
  http.register(async (api) => control(api, app), { prefix: '/control/partners/:partner' });
  return http;
}

function provider(api: FastifyInstance, app: App): void {
  api.decorateRequest('call');
  accountRoutes(api, app);
  depositRoutes(api, app);
  withdrawRoutes(api, app);
}

function control(api: FastifyInstance, app: App): void {
  api.addHook('onRequest', authorize(app.config.secret));
  api.addHook('preValidation', async (request) => {
    request.body ??= {};
  });
  api.setErrorHandler(sendControlError);
  api.setNotFoundHandler(() => {
    throw new ControlError('not_found', 'There is no such command.');
  });
  partnerRoutes(api, app);
  faultRoutes(api, app);
  bookRoutes(api, app);
  chargeRoutes(api, app);
  withdrawalRoutes(api, app);
}

/** Commands without arguments may come with a JSON content type and no body. */
function acceptEmptyBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error');
  void http.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined);
      else void parse(request, body.toString(), done);
    },
  );
}

function sendProviderError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (!reply.hasHeader('x-request-id')) nameCall(request, reply);
  if (error instanceof ProviderRefusal) {
    const body = error.message === '' ? {} : envelope({ errorMessage: error.message });
    return reply.code(error.status).headers(error.headers).send(body);
  }
  const status = statusOf(error);
  return reply.code(status).send(status < 500 ? envelope({ errorMessage: error.message }) : {});
}

function sendControlError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ControlError) {
    return reply.code(error.status).send({ error: error.code, message: error.message });
  }
  const status = statusOf(error);
  if (status < 500) {
    return reply.code(400).send({ error: 'invalid_request', message: error.message });
  }
  const code = status === 503 ? 'unavailable' : 'internal';
  return reply.code(status).send({ error: code, message: 'The sandbox cannot answer now.' });
}

/** PostgreSQL's code for a text that it cannot store, such as one with a zero byte. */
const NO_TEXT = '22021';

/** 503 while the database is away; any other unexpected error is a bug and logged as one. */
function statusOf(error: FastifyError): number {
  if (isConnectionLoss(error)) return 503;
  if (error.code === NO_TEXT) return 400;
  if (error.statusCode !== undefined && error.statusCode < 500) return error.statusCode;
  process.stderr.write(`${error.stack ?? error.message}\n`);
  return 500;
}
