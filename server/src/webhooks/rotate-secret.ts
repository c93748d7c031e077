import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { EndpointId, EnvironmentId } from '../ids.ts';
import { newSecret, SECRET_PLACE } from './endpoint.ts';
import { findEndpoint, replaceSecret, type RotatedEndpoint } from './store.ts';

export const DEFAULT_OVERLAP_HOURS = 24;
export const MAX_OVERLAP_HOURS = 168;

/**
 * Gives an endpoint a new signing secret. The old one also signs for `overlapHours` more; with 0,
 * it and any earlier one end at once.
 * @throws ApiError not_found, rotation_in_progress
 */
export async function rotateSecret(
  app: App,
  environmentId: EnvironmentId,
  id: EndpointId,
  overlapHours: number = DEFAULT_OVERLAP_HOURS,
): Promise<RotatedEndpoint & { readonly secret: string }> {
  const secret = newSecret();
  const order = { sealedSecret: app.vault.seal(SECRET_PLACE, secret), overlapHours };
  const rotated = await replaceSecret(app.db, environmentId, id, order);
  if (rotated) return { ...rotated, secret };
  const endpoint = await findEndpoint(app.db, environmentId, id);
  throw new ApiError(endpoint ? 'rotation_in_progress' : 'not_found');
}
