import type { Environment } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { EndpointId } from '../ids.ts';
import { type Endpoint, isListener } from './endpoint.ts';
import { type EndpointChange, findEndpoint, updateEndpoint } from './store.ts';
import { refuseForbiddenUrl } from './target-guard.ts';

/** @throws ApiError invalid_url, not_found */
export async function changeEndpoint(
  app: App,
  environment: Environment,
  id: EndpointId,
  change: EndpointChange,
): Promise<Endpoint> {
  if (change.url !== undefined) {
    const known = await findEndpoint(app.db, environment.id, id);
    if (!known) throw new ApiError('not_found');
    if (isListener(known)) throw new ApiError('invalid_url', { text: IS_LISTENER });
    await refuseForbiddenUrl(change.url, environment.mode, app.config);
  }
  const events = change.events && [...new Set(change.events)];
  const endpoint = await updateEndpoint(app.db, environment.id, id, { ...change, events });
  if (!endpoint) throw new ApiError('not_found');
  return endpoint;
}

const IS_LISTENER = {
  pt: 'Este endpoint é de um ponte listen, que busca os eventos e não tem endereço para trocar.',
  en: 'This endpoint belongs to ponte listen, which fetches events and has no address to change.',
};
