import type { App } from '../app.ts';
import { HOUR_MS } from '../durations.ts';
import { connect, type Db } from '../platform/db.ts';
import { type Job, logFault } from '../platform/job-loop.ts';
import { faultOf } from '../platform/log.ts';
import { whileSteady } from '../queues/while-steady.ts';
import { REQUEST_DAYS, REQUEST_LOG } from '../requests/request.ts';
import { ATTEMPT_LOG } from '../webhooks/delivery.ts';
import { hasDeliveriesBefore } from '../webhooks/retention-store.ts';
import { createPartitions, MisdatedRowError } from './create-partitions.ts';
import { dropOldPartitions } from './drop-old-partitions.ts';
import type { Log } from './partition.ts';

/** Creates the logs' partitions ahead of time, and drops those that are old enough. */
export function partitionJobs(app: App): Job[] {
  const { config, db } = app;
  const dropAttempts = (slowDb: Db) =>
    dropOldPartitions(slowDb, ATTEMPT_LOG, config.retentionDays, async (before) => {
      // Attempts are shown with their delivery, which is kept while it has a recent attempt.
      return !(await hasDeliveriesBefore(db, before));
    });
  const dropRequests = (slowDb: Db) =>
    dropOldPartitions(slowDb, REQUEST_LOG, REQUEST_DAYS, () => Promise.resolve(true));
  const job = (name: string, work: (slowDb: Db) => Promise<boolean>): Job => ({
    name,
    everyMs: HOUR_MS,
    turn: whileSteady(db, () => onSlowConnection(app, work)),
  });
  const keep = (name: string, log: Log): Job =>
    job(name, (slowDb) =>
      createPartitions(slowDb, log).catch((error: unknown) => {
        if (!(error instanceof MisdatedRowError)) throw error;
        // Trying again at once, as after other faults, would fail for as long as that row exists.
        logFault(app.log, name, error);
        return false;
      }),
    );
  return [
    keep('keep partitions of requests', REQUEST_LOG),
    keep('keep partitions of attempts', ATTEMPT_LOG),
    job('forget requests', dropRequests),
    job('forget attempts', dropAttempts),
  ];
}

/** Uses a separate connection, since validating every row of a log may take minutes. */
async function onSlowConnection(
  { config, log }: App,
  work: (slowDb: Db) => Promise<boolean>,
): Promise<boolean> {
  const slowDb = connect({
    url: config.databaseDirectUrl ?? config.databaseUrl ?? '',
    connections: 1,
    answerMs: HOUR_MS,
    pooled: config.databasePooled && config.databaseDirectUrl === undefined,
    onError: (error) => log.warn(faultOf(error)),
  });
  return work(slowDb).finally(() => slowDb.end());
}
