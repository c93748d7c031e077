import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { openClockFollower } from './follow-clock.ts';

export function queueJobs(app: App): Job[] {
  return [{ name: 'database clock', everyMs: 10_000, turn: openClockFollower(app) }];
}
