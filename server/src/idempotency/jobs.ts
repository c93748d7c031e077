import type { Mode } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import { MINUTE_MS } from '../durations.ts';
import { type Bulkhead, bulkheadJob } from '../platform/bulkhead.ts';
import { failpoint } from '../platform/failpoint.ts';
import { inTrace } from '../platform/in-trace.ts';
import type { Job } from '../platform/job-loop.ts';
import { ApiError } from '../errors.ts';
import { readSafeMode, wasOffForADay } from '../installations/store.ts';
import { whileSteady } from '../queues/while-steady.ts';
import { type KnownKey, listDeadKeys, type OperationName, takeUpKey } from './claim.ts';
import { restPoisonedKeys, sweepKeys } from './end-key.ts';
import { deleteFailedAttempts } from './delete-failed-attempts.ts';
import { finish, type Operation } from './once.ts';

const BATCH = 16;
const MAX_ATTEMPTS = 8;

/** Finishes what dead processes left behind, and clears old keys. */
export function idempotencyJobs(app: App, operations: Record<OperationName, Operation>): Job[] {
  return [
    bulkheadJob<Mode>(app.log, { name: 'complete operations', everyMs: 1_000 }, (bulkhead) =>
      completeDead(app, operations, bulkhead),
    ),
    {
      name: 'sweep idempotency keys',
      everyMs: 10 * MINUTE_MS,
      // A key must not be closed for resting through a time in which it could not be resumed.
      turn: whileSteady(
        app.db,
        async () => (await wasOffForADay(app.db)) && sweepKeys(app.db, app.config.idempotencyDays),
      ),
    },
    {
      name: 'old attempts',
      everyMs: 10 * MINUTE_MS,
      turn: whileSteady(app.db, () => deleteFailedAttempts(app.db, app.config.retentionDays)),
    },
  ];
}

async function completeDead(
  app: App,
  operations: Record<OperationName, Operation>,
  bulkhead: Bulkhead<Mode>,
): Promise<boolean> {
  if ((await readSafeMode(app.db)).on) return false;
  await restPoisonedKeys(app.db, MAX_ATTEMPTS);
  const dead = await listDeadKeys(app.db, BATCH, bulkhead.full(BATCH));
  await bulkhead.run(dead.map((known) => [known.mode, () => completeOne(app, operations, known)]));
  return dead.length === BATCH;
}

async function completeOne(
  app: App,
  operations: Record<OperationName, Operation>,
  known: KnownKey,
): Promise<void> {
  const claim = await takeUpKey(app, known);
  if (!claim) return;
  failpoint('take-up.after-lease');
  const complete = () => finish(app, operations[claim.operation], claim);
  await inTrace('complete operation', complete).catch((error: unknown) => {
    // A refusal is kept in the key's row, where the client's next request reads it.
    if (!(error instanceof ApiError)) throw error;
  });
}
