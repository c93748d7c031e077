import type { Environment } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import { type Endpoint, MAX_ENDPOINTS, newSecret, SECRET_PLACE } from './endpoint.ts';
import { DEFAULT_KINDS, type EventKind } from './event.ts';
import { countEndpoints, insertEndpoint } from './store.ts';
import { refuseForbiddenUrl } from './target-guard.ts';

export interface EndpointOrder {
  readonly url: string;
  readonly events?: readonly EventKind[] | undefined;
  readonly description?: string | undefined;
}

/**
 * @returns the endpoint with its signing secret, which is never shown again
 * @throws ApiError invalid_url, too_many_endpoints
 */
export async function registerEndpoint(
  app: App,
  environment: Environment,
  order: EndpointOrder,
): Promise<Endpoint & { secret: string }> {
  await refuseForbiddenUrl(order.url, environment.mode, app.config);
  const secret = newSecret();
  const endpoint = {
    id: newId('whe'),
    url: order.url,
    events: [...new Set(order.events ?? DEFAULT_KINDS)],
    description: order.description ?? '',
    sealedSecret: app.vault.seal(SECRET_PLACE, secret),
  };
  const registered = await app.db.begin(async (tx) => {
    if ((await countEndpoints(tx, environment.id)) >= MAX_ENDPOINTS) {
      throw new ApiError('too_many_endpoints');
    }
    return insertEndpoint(tx, environment.id, endpoint);
  });
  return { ...registered, secret };
}
