import { randomBytes } from 'node:crypto';
import type { EndpointId, EnvironmentId } from '../ids.ts';
import type { EventKind } from './event.ts';

/** How many endpoints an environment may have, including disabled ones. */
export const MAX_ENDPOINTS = 20;

/**
 * `gone`: it answered 410; `dead`: no success in five days; `away`: its listener stopped fetching.
 */
export const DISABLED_REASONS = ['owner', 'gone', 'dead', 'away'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** The scheme of endpoints whose deliveries are fetched by a listener. */
export const LISTENER_SCHEME = 'listener://';

export function isListener({ url }: Pick<Endpoint, 'url'>): boolean {
  return url.startsWith(LISTENER_SCHEME);
}

/** The maximum length of the owner's description. */
export const MAX_DESCRIPTION = 500;

export interface Endpoint {
  readonly id: EndpointId;
  readonly url: string;
  readonly events: readonly EventKind[];
  readonly description: string;
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Identifies an endpoint; also the order in which endpoints are visited. */
export interface EndpointKey {
  readonly environmentId: EnvironmentId;
  readonly endpointId: EndpointId;
}

/** `whsec_` and 32 random bytes in base64, the format that Standard Webhooks libraries expect. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The context that the vault binds a signing secret to. */
export const SECRET_PLACE = 'webhook_endpoints.secret';
