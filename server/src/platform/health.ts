import type { FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { Type } from 'typebox';
import { ApiError } from '../errors.ts';
import type { Db } from './db.ts';
import type { Http } from './http.ts';
import { OneOf } from './schema.ts';
import { withTimeout } from './with-timeout.ts';

/** Liveness, readiness and metrics. */
export function registerHealthRoutes(http: Http, db: Db, more: () => Promise<string>): void {
  http.get(
    '/healthz',
    {
      ...FRESH,
      schema: {
        operationId: 'getHealth',
        summary: 'Check liveness',
        description: 'Answers as long as the process is alive.',
        tags: ['Operations'],
        response: { 200: StatusOf('ok') },
      },
    },
    async () => ({ status: 'ok' as const }),
  );

  const readiness = {
    operationId: 'getReadiness',
    summary: 'Check readiness',
    description:
      'Answers 503 while the database is unreachable, but not while it only takes no writes: reads are still served then.',
    tags: ['Operations'],
    response: { 200: StatusOf('ready') },
  };
  http.get('/readyz', { ...FRESH, schema: readiness }, async () => {
    if (!(await answersSoon(db))) throw new ApiError('unavailable');
    return { status: 'ready' as const };
  });

  const registry = openMetrics(http);
  const metrics = {
    operationId: 'getMetrics',
    summary: 'Read the metrics',
    description: 'Counters and gauges of this process, in the text format of Prometheus.',
    tags: ['Operations'],
    produces: ['text/plain'],
    response: { 200: Metrics },
  };
  let rendering: Promise<string> | undefined;
  const render = async (): Promise<string> =>
    (await Promise.all([registry.metrics(), more()])).join('\n');
  http.get('/metrics', { ...FRESH, schema: metrics }, async (_request, reply) => {
    // Rendering takes milliseconds; concurrent requests share one result.
    rendering ??= render().finally(() => (rendering = undefined));
    return reply.type(registry.contentType).send(await rendering);
  });
}

const FRESH = {
  config: { open: 'It is for monitoring, and reveals nothing about any account.' },
  // Some caches store any answer that does not forbid it, and would hide that we have stopped.
  onRequest: async (_request: FastifyRequest, reply: FastifyReply) => {
    void reply.header('cache-control', 'no-store');
  },
};

function StatusOf<Word extends string>(word: Word) {
  return Type.Object({ status: OneOf([word], { description: 'Always this word.' }) });
}

const Metrics = Type.String({
  maxLength: 10_000_000,
  description: 'Lines of names and numbers.',
  examples: ['ponte_http_requests_total{method="GET",route="/v1/api/fees",status="200"} 1'],
});

const READY_MS = 1_500;

/** Whether the database answers in time. */
async function answersSoon(db: Db): Promise<boolean> {
  const answer = db`select 1 as one`.then(
    () => true,
    () => false,
  );
  return withTimeout(answer, READY_MS, () => false);
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
  http.addHook('onResponse', (request, reply, done) => {
    const route = request.route.url ?? 'unknown';
    requests.inc({ method: request.method, route, status: reply.statusCode });
    seconds.observe({ route }, reply.elapsedTime / 1_000);
    done();
  });
  return registry;
}
