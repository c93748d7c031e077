/** Replaces `webhooks/attempt-store.ts`. */
export * from '../../../src/webhooks/attempt-store.ts';
import { batched } from '../../../src/platform/batch.ts';
import type * as real from '../../../src/webhooks/attempt-store.ts';
import type { MadeAttempt } from '../../../src/webhooks/attempt-store.ts';
import { statement } from './connection.ts';
import type { Statement } from './database.ts';
import { deliveries, endpoints, keyOf, sendings } from './tables.ts';
import { later } from './times.ts';

export const recordAttempts: typeof real.recordAttempts = (db, made) =>
  statement(db, `recordAttempts ${made.map(({ status }) => status).join()}`, (s) =>
    made.map((one) => record(s, one)),
  );

export const recordAttempt: typeof real.recordAttempt = batched(recordAttempts);

function record(
  s: Statement,
  { delivery, outcome, status, waitMs, endpoint }: MadeAttempt,
): boolean {
  const row = s.find(deliveries, keyOf(delivery.environmentId, delivery.id));
  if (row?.lease !== delivery.lease) return false;
  const nextAttemptAt = waitMs === null ? null : later(s.now, waitMs / 1_000);
  const failureReason = status === 'failed' ? 'attempts_exhausted' : null;
  const attempt = row.attempts + 1;
  const ended = { lease: null, leaseUntil: null, attempts: attempt };
  s.update(deliveries, row, { status, failureReason, nextAttemptAt, ...ended });
  const { environmentId, id: deliveryId, endpointId } = row;
  const { responseStatus, error } = outcome;
  s.insert(sendings, { environmentId, deliveryId, attempt, responseStatus, error });
  if (endpoint) judge(s, keyOf(environmentId, endpointId), delivery.url, endpoint);
  return true;
}

function judge(
  s: Statement,
  key: string,
  url: string,
  { works, slow }: NonNullable<MadeAttempt['endpoint']>,
): void {
  const row = s.find(endpoints, key);
  if (row?.url !== url) return;
  if (slow === row.slow && works === (row.failingSince === null)) return;
  s.update(endpoints, row, { failingSince: works ? null : (row.failingSince ?? s.now), slow });
}
