import type { EndpointId, Id } from '../ids.ts';
import { type Outcome, waitMs } from '../webhooks/delivery.ts';
import { LISTENER_SCHEME } from '../webhooks/endpoint.ts';

export type ListenerId = Id<'lsn'>;

/** A machine's name, without characters that are not valid in a URL. */
export const NAME_PATTERN = '^[A-Za-z0-9]([A-Za-z0-9._-]{0,58}[A-Za-z0-9])?$';

/** After this many days without a fetch, nothing more is kept for a listener. */
export const AWAY_DAYS = 3;

/** An endpoint that fetches its deliveries: a command line that forwards them. */
export interface Listener {
  readonly id: ListenerId;
  readonly name: string;
  readonly endpointId: EndpointId;
  /** When it last fetched, on the environment's clock. */
  readonly seenAt: Date;
}

/** The URL shown for its endpoint and deliveries; nothing is ever sent there. */
export function addressOf(name: string): string {
  return `${LISTENER_SCHEME}${name}`;
}

const MAX_WAIT_MS = 30_000;

/**
 * How long to wait after failed attempt number `attempt`; null if it was the last. A developer who
 * runs a listener fixes the failure at once, and wants to see the next attempt.
 */
export function retryMs(attempt: number, outcome: Outcome): number | null {
  const wait = waitMs(attempt, outcome, 0.5);
  return wait === null ? null : Math.min(wait, MAX_WAIT_MS);
}
