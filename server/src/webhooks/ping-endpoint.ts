import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { type EndpointId, type EnvironmentId, newId } from '../ids.ts';
import type { Delivery } from './delivery.ts';
import { insertPing } from './delivery-store.ts';
import { eventBody, PING } from './event.ts';
import { findDelivery } from './list-deliveries.ts';
import { findEndpoint } from './store.ts';

/**
 * Sends an endpoint a test event, whatever kinds it subscribes to.
 * @throws ApiError not_found, endpoint_disabled
 */
export async function pingEndpoint(
  app: App,
  environmentId: EnvironmentId,
  endpointId: EndpointId,
): Promise<Delivery> {
  const endpoint = await findEndpoint(app.db, environmentId, endpointId);
  if (!endpoint) throw new ApiError('not_found');
  if (!endpoint.enabled) throw new ApiError('endpoint_disabled');
  const id = newId('whd');
  const body = eventBody(PING, { id: endpointId });
  const eventId = newId('evt');
  await insertPing(app.db, { environmentId, id, endpointId, eventId, body });
  const delivery = await findDelivery(app.db, environmentId, id);
  if (!delivery) throw new Error('a delivery vanished');
  return delivery;
}
