import type { App } from '../app.ts';
import { HOUR_MS } from '../durations.ts';
import type { Job, Turn } from '../platform/job-loop.ts';
import { whileSteady } from '../queues/while-steady.ts';
import { advanceReplays } from './advance-replays.ts';
import type { Dispatcher } from './deliver.ts';
import { disableDeadEndpoints } from './disable-dead-endpoints.ts';
import { pruneHours } from './prune-hours.ts';
import { pruneEvents } from './prune-events.ts';
import { numberEvents } from './number-events.ts';
import type { Place } from './retention-store.ts';

export function webhookJobs(app: App, dispatcher: Dispatcher): Job[] {
  return [
    { name: 'number events', everyMs: 50, turn: () => numberEvents(app.db) },
    { name: 'deliver webhooks', everyMs: 100, turn: () => dispatcher.turn() },
    { name: 'advance replays', everyMs: 500, turn: () => advanceReplays(app) },
    { name: 'stop deliveries', everyMs: 500, turn: () => dispatcher.stopStranded() },
    {
      name: 'retry delivery writes',
      everyMs: 1_000,
      turn: () => dispatcher.retryWrites().then(() => false),
    },
    { name: 'disable dead endpoints', everyMs: 10_000, turn: () => disableDeadEndpoints(app) },
    {
      name: 'forget old hours',
      everyMs: HOUR_MS,
      turn: whileSteady(app.db, () => pruneHours(app.db)),
    },
    { name: 'forget old events', everyMs: HOUR_MS, turn: whileSteady(app.db, pruneRounds(app)) },
  ];
}

/** Goes through all environments turn by turn; after a restart it begins a new round. */
function pruneRounds({ db, config }: App): Turn {
  let place: Place | undefined;
  return async () => {
    place = await pruneEvents(db, config.retentionDays, place);
    return place !== undefined;
  };
}
