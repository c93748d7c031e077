/** The kinds an endpoint receives unless it names its own. */
export const DEFAULT_KINDS = [
  'deposit.confirmed',
  'deposit.refunded',
  'deposit.failed',
  'withdrawal.completed',
  'withdrawal.failed',
] as const;

/** Every kind that an endpoint can subscribe to. */
export const EVENT_KINDS = [...DEFAULT_KINDS, 'withdrawal.expired'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Sent on demand to one endpoint; it reports no real change, so it is not in the journal. */
export const PING = 'test.ping';
export const DELIVERED_KINDS = [...EVENT_KINDS, PING] as const;
export type DeliveredKind = (typeof DELIVERED_KINDS)[number];

/** The text whose bytes are stored once, then signed and sent on every attempt. */
export function eventBody(kind: DeliveredKind, data: object): string {
  return JSON.stringify({ event: kind, data });
}
