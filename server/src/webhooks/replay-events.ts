import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { EndpointId, EnvironmentId } from '../ids.ts';
import { insertReplay } from './replay-store.ts';
import { findEndpoint } from './store.ts';

/**
 * Sends every event since a time again that the endpoint subscribes to, as far as events are kept.
 * This only counts them: the worker makes them due, a few at a time.
 * @returns how many there are
 * @throws ApiError not_found, endpoint_disabled
 */
export async function replayEvents(
  app: App,
  environmentId: EnvironmentId,
  endpointId: EndpointId,
  since: Date,
): Promise<number> {
  const endpoint = await findEndpoint(app.db, environmentId, endpointId);
  if (!endpoint) throw new ApiError('not_found');
  if (!endpoint.enabled) throw new ApiError('endpoint_disabled');
  const deliveries = await insertReplay(app.db, environmentId, endpointId, since);
  app.log.info({ endpoint: endpointId, deliveries }, 'replay asked for');
  return deliveries;
}
