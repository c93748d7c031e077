import type { Environment } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { type EnvironmentId, newId } from '../ids.ts';
import type { Tx } from '../platform/db.ts';
import { type Endpoint, MAX_ENDPOINTS, newSecret, SECRET_PLACE } from '../webhooks/endpoint.ts';
import { EVENT_KINDS, type EventKind } from '../webhooks/event.ts';
import {
  countEndpoints,
  findEndpoint,
  findSealedSecret,
  insertEndpoint,
  markDeleted,
  updateEndpoint,
} from '../webhooks/store.ts';
import { addressOf, type ListenerId } from './listener.ts';
import { findListenerNamed, findLongestAway, upsertListener, wasAway } from './store.ts';

export interface ListenerOrder {
  readonly name: string;
  readonly events?: readonly EventKind[] | undefined;
}

export interface OpenedListener {
  readonly id: ListenerId;
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly secret: string;
  /** Since when nothing was kept for it because it was away too long; otherwise null. */
  readonly missedSince: Date | null;
}

/**
 * Creates a listener of that name, or finds it. The id and the secret stay the same, so that
 * signature verification needs no new settings after a restart.
 * @throws ApiError endpoint_disabled if its owner disabled it; too_many_endpoints
 */
export async function openListener(
  app: App,
  { id: environmentId }: Environment,
  { name, events = EVENT_KINDS }: ListenerOrder,
): Promise<OpenedListener> {
  return app.db.begin(async (tx) => {
    // Counting locks the environment, so that two callers with one name find a single listener.
    const endpoints = await countEndpoints(tx, environmentId);
    const known = await findListenerNamed(tx, environmentId, name);
    const found = known && (await findEndpoint(tx, environmentId, known.endpointId));
    const isBack = known && (await wasAway(tx, environmentId, known.endpointId));
    const missedSince = isBack ? known.seenAt : null;
    const id = known?.id ?? newId('lsn');
    const kinds = [...new Set(events)];
    if (known && found) {
      const endpoint = await wake(tx, environmentId, found, kinds);
      await upsertListener(tx, environmentId, known);
      const secret = await secretOf(app, tx, environmentId, endpoint);
      return { id, name, endpoint, secret, missedSince };
    }
    if (endpoints >= MAX_ENDPOINTS) await makeRoom(tx, environmentId);
    const secret = newSecret();
    const endpoint = await insertEndpoint(tx, environmentId, {
      id: newId('whe'),
      url: addressOf(name),
      events: kinds,
      description: '',
      sealedSecret: app.vault.seal(SECRET_PLACE, secret),
    });
    await upsertListener(tx, environmentId, { id, name, endpointId: endpoint.id });
    return { id, name, endpoint, secret, missedSince };
  });
}

/** Short-lived machines leave listeners behind that nobody would clean up. */
async function makeRoom(tx: Tx, environmentId: EnvironmentId): Promise<void> {
  const endpointId = await findLongestAway(tx, environmentId);
  if (!endpointId) throw new ApiError('too_many_endpoints');
  await markDeleted(tx, environmentId, endpointId);
}

/** Only reenables a listener that was away: one that its owner disabled stays disabled. */
async function wake(
  tx: Tx,
  environmentId: EnvironmentId,
  endpoint: Endpoint,
  events: readonly EventKind[],
): Promise<Endpoint> {
  const { id, enabled, disabledReason } = endpoint;
  if (!enabled && disabledReason !== 'away') throw new ApiError('endpoint_disabled');
  const isSame = enabled && String(endpoint.events) === String(events);
  if (isSame) return endpoint;
  return (await updateEndpoint(tx, environmentId, id, { events, enabled: true })) ?? endpoint;
}

async function secretOf(
  app: App,
  tx: Tx,
  environmentId: EnvironmentId,
  { id }: Endpoint,
): Promise<string> {
  const sealed = await findSealedSecret(tx, environmentId, id);
  if (sealed === undefined) throw new Error('an endpoint lost its secret');
  return app.vault.open(SECRET_PLACE, sealed);
}
