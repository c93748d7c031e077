import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { disableAwayListeners } from './disable-away-listeners.ts';

export function listenerJobs({ db }: App): Job[] {
  return [{ name: 'put away listeners', everyMs: 600_000, turn: () => disableAwayListeners(db) }];
}
