/** Replaces `webhooks/lease-store.ts`. */
export * from '../../../src/webhooks/lease-store.ts';
import type * as real from '../../../src/webhooks/lease-store.ts';
import type { LeasedDelivery } from '../../../src/webhooks/delivery.ts';
import { statement } from './connection.ts';
import type { Statement } from './database.ts';
import { modeOf } from './deposits.ts';
import { type DeliveryRow, deliveries, endpoints, keyOf } from './tables.ts';
import { byTime, isDue, later } from './times.ts';

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

export const giveBackLease: typeof real.giveBackLease = (db, lease, among) =>
  statement(db, 'giveBackLease', (s) => {
    const held = s
      .all(deliveries)
      .filter((row) => row.status === 'pending' && row.lease === lease)
      .filter((row) => among.some(({ endpointId }) => endpointId === row.endpointId));
    for (const row of held) s.update(deliveries, row, { lease: null, leaseUntil: null });
    return held.length > 0;
  });

export function isWaiting({ status, nextAttemptAt, leaseUntil }: DeliveryRow, now: Date): boolean {
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
