import { createServer } from 'node:http';
import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { faultOf, type Log } from './log.ts';
import { counted } from './metrics.ts';

const NEIGHBOUR_MS = 500;

/** The metrics of this process and of the one at `neighbour`, aggregated. */
export async function aggregateMetrics(neighbour: string | undefined): Promise<string> {
  const ours: unknown[] = [await counted.getMetricsAsJSON()];
  if (neighbour !== undefined) {
    const theirs: unknown = await fetch(`${neighbour}/counted`, {
      signal: AbortSignal.timeout(NEIGHBOUR_MS),
    })
      .then((answer) => answer.json())
      .catch(() => undefined);
    if (Array.isArray(theirs)) ours.push(theirs);
  }
  // The library types its own JSON as an array of plain objects.
  return AggregatorRegistry.aggregate(ours as object[]).metrics();
}

/** Serves metrics for a process without routes. If the port is taken, only metrics are missing. */
export function serveMetrics(place: { host: string; port: number }, log: Log): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const all = Registry.merge([registry, counted]);
  const server = createServer((request, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    const isJson = request.url === '/counted';
    if (!isJson && request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const text = isJson
      ? counted.getMetricsAsJSON().then((metrics) => JSON.stringify(metrics))
      : all.metrics();
    const type = isJson ? 'application/json' : all.contentType;
    text.then(
      (body) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  server.on('error', (error) => log.warn(faultOf(error), 'metrics are not served'));
  // The server must not keep the process alive.
  server.listen(place).unref();
}
