import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import type { Dispatcher } from './deliver.ts';
import { stopDeliveries } from './delivery-store.ts';
import { disableDeadEndpoints } from './disable-dead-endpoints.ts';
import { numberEvents } from './number-events.ts';

export function webhookJobs(app: App, dispatcher: Dispatcher): Job[] {
  return [
    { name: 'number events', everyMs: 50, turn: () => numberEvents(app.db) },
    { name: 'deliver webhooks', everyMs: 100, turn: () => dispatcher.turn() },
    { name: 'stop deliveries', everyMs: 500, turn: () => stopDeliveries(app.db) },
    { name: 'disable dead endpoints', everyMs: 10_000, turn: () => disableDeadEndpoints(app) },
  ];
}
