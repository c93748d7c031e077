import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { type Dispatcher, openDispatcher } from './deliver.ts';
import { stopDeliveries } from './delivery-store.ts';
import { disableDeadEndpoints } from './disable-dead-endpoints.ts';
import { numberEvents } from './number-events.ts';

/** @param dispatcher whose attempts under way the caller wants to wait for when it stops. */
export function webhookJobs(app: App, dispatcher: Dispatcher = openDispatcher(app)): Job[] {
  return [
    { name: 'number events', everyMs: 50, turn: () => numberEvents(app.db) },
    { name: 'deliver webhooks', everyMs: 100, turn: () => dispatcher.turn() },
    { name: 'stop deliveries', everyMs: 500, turn: () => stopDeliveries(app.db) },
    { name: 'disable dead endpoints', everyMs: 10_000, turn: () => disableDeadEndpoints(app) },
  ];
}
