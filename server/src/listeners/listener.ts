import type { EndpointId, Id } from '../ids.ts';
import { type Outcome, waitMs } from '../webhooks/delivery.ts';
import { LISTENER_SCHEME } from '../webhooks/endpoint.ts';

export type ListenerId = Id<'lsn'>;

/** A machine's name without what would be none in an address. */
export const NAME_PATTERN = '^[A-Za-z0-9]([A-Za-z0-9._-]{0,58}[A-Za-z0-9])?$';

/** Nothing is kept for one that nobody has run for so long. */
export const AWAY_DAYS = 3;

/** An endpoint that fetches: somebody's command line, which hands on what it gets. */
export interface Listener {
  readonly id: ListenerId;
  readonly name: string;
  readonly endpointId: EndpointId;
  /** When somebody last fetched, on the environment's clock. */
  readonly seenAt: Date;
}

/** The address that its endpoint and its deliveries show; nothing is ever sent there. */
export function addressOf(name: string): string {
  return `${LISTENER_SCHEME}${name}`;
}

const LONGEST_WAIT_MS = 30_000;

/**
 * How long to wait after failed attempt number `attempt`, or null when it was the last one. Whoever
 * listens sits in front of what failed, mends it and wants to see the next attempt.
 */
export function retryMs(attempt: number, outcome: Outcome): number | null {
  const wait = waitMs(attempt, outcome, 0.5);
  return wait === null ? null : Math.min(wait, LONGEST_WAIT_MS);
}
