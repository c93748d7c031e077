import type { App } from '../app.ts';
import { connect, type Db } from '../platform/db.ts';
import type { Job } from '../platform/job-loop.ts';
import { faultOf } from '../platform/log.ts';
import { REQUEST_DAYS, REQUEST_LOG } from '../requests/request.ts';
import { ATTEMPT_LOG } from '../webhooks/delivery.ts';
import { hasDeliveriesBefore } from '../webhooks/retention-store.ts';
import { forgetPartitions } from './forget-partitions.ts';
import { keepPartitions } from './keep-partitions.ts';

const HOUR_MS = 3_600_000;

/** Creates the logs' partitions ahead of time, and drops those that are old enough. */
export function partitionJobs(app: App): Job[] {
  const { config, db } = app;
  const forgetAttempts = (patient: Db) =>
    forgetPartitions(patient, ATTEMPT_LOG, config.retentionDays, async (before) => {
      // Attempts are shown with their delivery, which is kept while it has a recent attempt.
      return !(await hasDeliveriesBefore(db, before));
    });
  const forgetRequests = (patient: Db) =>
    forgetPartitions(patient, REQUEST_LOG, REQUEST_DAYS, () => Promise.resolve(true));
  const job = (name: string, work: (patient: Db) => Promise<boolean>): Job => ({
    name,
    everyMs: HOUR_MS,
    turn: () => withPatience(app, work),
  });
  return [
    job('keep partitions of requests', (patient) => keepPartitions(patient, REQUEST_LOG)),
    job('keep partitions of attempts', (patient) => keepPartitions(patient, ATTEMPT_LOG)),
    job('forget requests', forgetRequests),
    job('forget attempts', forgetAttempts),
  ];
}

/** Uses a separate connection, since validating every row of a log may take minutes. */
async function withPatience(
  { config, log }: App,
  work: (patient: Db) => Promise<boolean>,
): Promise<boolean> {
  const patient = connect({
    url: config.databaseDirectUrl ?? config.databaseUrl ?? '',
    connections: 1,
    answerMs: HOUR_MS,
    pooled: config.databasePooled && config.databaseDirectUrl === undefined,
    onError: (error) => log.warn(faultOf(error)),
  });
  return work(patient).finally(() => patient.end());
}
