import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { openScheduleKeeper } from './keep-schedules.ts';

export function scheduleJobs(app: App): Job[] {
  return [{ name: 'schedules', everyMs: 10_000, turn: openScheduleKeeper(app) }];
}
