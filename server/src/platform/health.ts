import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { ApiError } from '../errors.ts';
import type { Db } from './db.ts';
import type { Http } from './http.ts';

/** Whether the process lives, whether it can serve, and how it does. */
export function registerHealthRoutes(http: Http, db: Db): void {
  http.get('/healthz', async () => ({ status: 'ok' }));

  http.get('/readyz', async () => {
    await db`select 1 as one`.catch(() => {
      throw new ApiError('unavailable');
    });
    return { status: 'ready' };
  });

  const registry = openMetrics(http);
  http.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

function openMetrics(http: Http): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'];
  const requests = new Counter({
    name: 'ponte_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'ponte_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['route'],
    registers: [registry],
  });
  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.inc({ method: request.method, route, status: String(reply.statusCode) });
    seconds.observe({ route }, reply.elapsedTime / 1_000);
  });
  return registry;
}
