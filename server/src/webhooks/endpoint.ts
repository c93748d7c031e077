import { randomBytes } from 'node:crypto';
import type { EndpointId, EnvironmentId } from '../ids.ts';
import type { EventKind } from './event.ts';

/** How many an environment may have, disabled ones included. */
export const MAX_ENDPOINTS = 20;

/** `gone`: it answered 410; `dead`: nothing succeeded for five days; `away`: nobody fetched. */
export const DISABLED_REASONS = ['owner', 'gone', 'dead', 'away'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** How the address of an endpoint begins that fetches its deliveries. */
export const LISTENER_SCHEME = 'listener://';

export function isListener({ url }: Pick<Endpoint, 'url'>): boolean {
  return url.startsWith(LISTENER_SCHEME);
}

/** How long its owner's own words for it may be. */
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

/** Names an endpoint, and its place among all of them. */
export interface EndpointKey {
  readonly environmentId: EnvironmentId;
  readonly endpointId: EndpointId;
}

/** `whsec_` and 32 random bytes in base64, the form that Standard Webhooks libraries take. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Where the vault binds a signing secret. */
export const SECRET_PLACE = 'webhook_endpoints.secret';
