/** Replaces `webhooks/delivery-store.ts`. */
export * from '../../../src/webhooks/delivery-store.ts';
import type * as real from '../../../src/webhooks/delivery-store.ts';
import { statement } from './connection.ts';
import { isWaiting } from './lease-store.ts';
import { deliveries, type EndpointRow, endpoints, keyOf } from './tables.ts';
import { isDue } from './times.ts';

export const listWaitingEndpoints: typeof real.listWaitingEndpoints = (db, after, limit) =>
  statement(db, 'listWaitingEndpoints', (s) => {
    const pending = s.all(deliveries).filter(({ status }) => status === 'pending');
    return s
      .all(endpoints)
      .filter(({ id }) => pending.some(({ endpointId }) => endpointId === id))
      .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
      .filter(({ environmentId, id }) => {
        return (
          !after || nameOf({ environmentId, id }) > keyOf(after.environmentId, after.endpointId)
        );
      })
      .slice(0, limit)
      .map(({ environmentId, id: endpointId, slow, enabled }) => {
        const isDue = pending.some((row) => row.endpointId === endpointId && isWaiting(row, s.now));
        const place = { environmentId, endpointId };
        return { ...place, slow, isDue: enabled && isDue, isStopped: !enabled };
      });
  });

function nameOf({ environmentId, id }: Pick<EndpointRow, 'environmentId' | 'id'>): string {
  return keyOf(environmentId, id);
}

export const stopDeliveries: typeof real.stopDeliveries = (db, stopped) =>
  statement(db, 'stopDeliveries', (s) => {
    for (const row of s.all(deliveries)) {
      if (!stopped.some(({ endpointId }) => endpointId === row.endpointId)) continue;
      const isStranded = !s.find(endpoints, keyOf(row.environmentId, row.endpointId))?.enabled;
      const isLeased = row.leaseUntil !== null && !isDue(row.leaseUntil, s.now);
      if (row.status !== 'pending' || !isStranded || isLeased) continue;
      if (!s.isFree(deliveries, deliveries.keyOf(row))) continue;
      const ended = { nextAttemptAt: null, lease: null, leaseUntil: null };
      s.update(deliveries, row, { status: 'failed', failureReason: 'endpoint_disabled', ...ended });
    }
    return false;
  });
