import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { putAwayListeners } from './put-away-listeners.ts';

export function listenerJobs({ db }: App): Job[] {
  return [{ name: 'put away listeners', everyMs: 600_000, turn: () => putAwayListeners(db) }];
}
