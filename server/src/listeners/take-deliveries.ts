import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findUsableKey } from '../api-keys/store.ts';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { ApiKeyId, EnvironmentId } from '../ids.ts';
import type { LeasedDelivery } from '../webhooks/delivery.ts';
import { leaseDueDeliveries } from '../webhooks/lease-store.ts';
import { findEndpoint } from '../webhooks/store.ts';
import type { ListenerId } from './listener.ts';
import { findEndpointOf, markSeen } from './store.ts';

export interface TakeOptions {
  readonly environmentId: EnvironmentId;
  /** The caller's key, if it has one. */
  readonly keyId?: ApiKeyId | undefined;
  readonly id: ListenerId;
  readonly most: number;
  readonly waitMs: number;
}

const POLL_MS = 250;
/** How often to check whether the waiting caller's key is still valid. */
const CHECK_MS = 500;

/**
 * Leases due deliveries for a listener, as workers do for other endpoints. If there are none, it
 * keeps looking until the time is up or the client disconnects.
 * @throws ApiError not_found; endpoint_disabled; unauthorized once the key is no longer valid
 */
export async function takeDeliveries(
  app: App,
  { environmentId, keyId, id, most, waitMs }: TakeOptions,
  gone: AbortSignal,
): Promise<LeasedDelivery[]> {
  const endpointId = await findEndpointOf(app.db, environmentId, id);
  const endpoint = endpointId && (await findEndpoint(app.db, environmentId, endpointId));
  if (!endpoint) throw new ApiError('not_found');
  if (!endpoint.enabled) throw new ApiError('endpoint_disabled');
  await markSeen(app.db, environmentId, id);
  const shares = [{ environmentId, endpointId: endpoint.id, slow: false, most }];
  const end = performance.now() + waitMs;
  let checkAt = performance.now() + CHECK_MS;
  // Deliveries leased for a client that has left would be blocked until the lease expires.
  while (!gone.aborted) {
    if (keyId !== undefined && performance.now() >= checkAt) {
      if (!(await findUsableKey(app.db, keyId))) throw new ApiError('unauthorized');
      checkAt = performance.now() + CHECK_MS;
    }
    const room = { quick: most, slow: 0 };
    const taken = await leaseDueDeliveries(app.db, randomUUID(), shares, room);
    if (taken.length > 0 || performance.now() >= end) return taken;
    await sleep(POLL_MS, undefined, { signal: gone }).catch(() => undefined);
  }
  return [];
}
