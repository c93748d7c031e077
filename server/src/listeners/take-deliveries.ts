import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { EnvironmentId } from '../ids.ts';
import type { LeasedDelivery } from '../webhooks/delivery.ts';
import { leaseDueDeliveries } from '../webhooks/delivery-store.ts';
import { findEndpoint } from '../webhooks/store.ts';
import type { ListenerId } from './listener.ts';
import { findEndpointOf, markSeen } from './store.ts';

export interface Wish {
  readonly environmentId: EnvironmentId;
  readonly id: ListenerId;
  readonly most: number;
  readonly waitMs: number;
}

const LOOK_MS = 250;

/**
 * Leases what is due for a listener, as workers lease it for endpoints; while nothing is, it looks
 * again until the time is up or nobody waits any more.
 * @throws ApiError not_found; endpoint_disabled
 */
export async function takeDeliveries(
  app: App,
  { environmentId, id, most, waitMs }: Wish,
  gone: AbortSignal,
): Promise<LeasedDelivery[]> {
  const endpointId = await findEndpointOf(app.db, environmentId, id);
  const endpoint = endpointId && (await findEndpoint(app.db, environmentId, endpointId));
  if (!endpoint) throw new ApiError('not_found');
  if (!endpoint.enabled) throw new ApiError('endpoint_disabled');
  await markSeen(app.db, environmentId, id);
  const shares = [{ environmentId, endpointId: endpoint.id, slow: false, most }];
  const end = performance.now() + waitMs;
  // What is leased for somebody who has left would wait for its lease to run out.
  while (!gone.aborted) {
    const room = { quick: most, slow: 0 };
    const taken = await leaseDueDeliveries(app.db, randomUUID(), shares, room);
    if (taken.length > 0 || performance.now() >= end) return taken;
    await sleep(LOOK_MS, undefined, { signal: gone }).catch(() => undefined);
  }
  return [];
}
