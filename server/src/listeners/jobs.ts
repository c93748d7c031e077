import type { App } from '../app.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Job } from '../platform/job-loop.ts';
import { disableAwayListeners } from './disable-away-listeners.ts';

export function listenerJobs({ db }: App): Job[] {
  return [
    { name: 'put away listeners', everyMs: 10 * MINUTE_MS, turn: () => disableAwayListeners(db) },
  ];
}
