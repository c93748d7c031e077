/** Replaces `webhooks/delivery-store.ts`. */
export * from '../../../src/webhooks/delivery-store.ts';
import type * as real from '../../../src/webhooks/delivery-store.ts';
import type { LeasedDelivery } from '../../../src/webhooks/delivery.ts';
import { statement } from './connection.ts';
import type { Statement } from './database.ts';
import { modeOf } from './deposits.ts';
import { type DeliveryRow, deliveries, type EndpointRow, endpoints, keyOf } from './tables.ts';
import { byTime, isDue, later } from './times.ts';

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

export const leaseDueDeliveries: typeof real.leaseDueDeliveries = (db, lease, shares, room) =>
  statement(db, 'leaseDueDeliveries', (s) => {
    const left = { ...room };
    return shares
      .flatMap(({ endpointId, slow, most }) =>
        s
          .all(deliveries)
          .filter((row) => row.endpointId === endpointId && isWaiting(row, s.now))
          .sort(byTime(({ nextAttemptAt }) => nextAttemptAt))
          .slice(0, most)
          .map((row) => ({ row, slow })),
      )
      .sort((one, other) => byTime<DeliveryRow>((row) => row.nextAttemptAt)(one.row, other.row))
      .filter(({ slow }) => (left[slow ? 'slow' : 'quick'] -= 1) >= 0)
      .filter(({ row }) => s.isFree(deliveries, deliveries.keyOf(row)))
      .flatMap(({ row }) => {
        const endpoint = s.find(endpoints, keyOf(row.environmentId, row.endpointId));
        if (endpoint?.enabled !== true) return [];
        const { url, slow, secret } = endpoint;
        const taken = s.update(deliveries, row, { lease, leaseUntil: later(s.now, 60) });
        return [leasedOf(s, taken, { url, slow, sealedSecrets: [secret], lease })];
      });
  });

function isWaiting({ status, nextAttemptAt, leaseUntil }: DeliveryRow, now: Date): boolean {
  return (
    status === 'pending' && isDue(nextAttemptAt, now) && (!leaseUntil || isDue(leaseUntil, now))
  );
}

function leasedOf(
  s: Statement,
  row: DeliveryRow,
  endpoint: Pick<LeasedDelivery, 'url' | 'slow' | 'sealedSecrets' | 'lease'>,
): LeasedDelivery {
  const { environmentId, id, endpointId, eventId, event, body, attempts } = row;
  const mode = modeOf(s, environmentId);
  const times = { leasedAt: s.now, at: s.now };
  const named = { environmentId, id, endpointId, eventId, event, body, attempts, beside: 0 };
  return { ...named, ...endpoint, ...times, mode, sequence: null };
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
