import type { App } from '../app.ts';
import { localUrl } from '../network.ts';
import { aggregateMetrics } from '../platform/serve-metrics.ts';
import { openGauges } from './open-gauges.ts';

/** All metrics of a gateway except those of the process itself, as text. */
export function openMetrics(app: App): () => Promise<string> {
  const renderGauges = openGauges(app);
  const { workerMetrics } = app.config;
  const neighbour = workerMetrics && localUrl(workerMetrics);
  return async () => {
    const texts = await Promise.all([renderGauges(), aggregateMetrics(neighbour)]);
    return texts.join('\n');
  };
}
