import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { DeliveryId, EnvironmentId } from '../ids.ts';
import type { Delivery } from './delivery.ts';
import { markDue } from './delivery-store.ts';
import { findDelivery } from './list-deliveries.ts';
import { findEndpoint } from './store.ts';

/**
 * Sends a delivery once more, now, whatever its outcome so far. If this attempt fails, a schedule
 * in progress continues where it was, and a delivery that had succeeded stays so.
 * @throws ApiError not_found, endpoint_disabled
 */
export async function redeliver(
  app: App,
  environmentId: EnvironmentId,
  id: DeliveryId,
): Promise<Delivery> {
  const known = await findDelivery(app.db, environmentId, id);
  if (!known) throw new ApiError('not_found');
  const endpoint = await findEndpoint(app.db, environmentId, known.endpointId);
  if (!endpoint?.enabled) throw new ApiError('endpoint_disabled');
  await markDue(app.db, environmentId, id);
  return (await findDelivery(app.db, environmentId, id)) ?? known;
}
