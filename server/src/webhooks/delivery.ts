import type { Mode } from '../accounts/environment.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../durations.ts';
import type { DeliveryId, EndpointId, EnvironmentId, EventId, OrderId } from '../ids.ts';
import { readRetryAfter } from '../platform/read-retry-after.ts';
import type { DeliveredKind } from './event.ts';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const FAILURE_REASONS = [
  'attempts_exhausted',
  'endpoint_disabled',
  'endpoint_deleted',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/**
 * What a client may know about a failed attempt: a closed port looks the same as a filtered one.
 */
export const ATTEMPT_ERRORS = [
  'timeout',
  'response_too_slow',
  'connection_failed',
  'tls_error',
  'dns_error',
  'forbidden_target',
  'invalid_response',
  'internal_error',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** How an attempt went, successful or not. */
export interface Outcome {
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** The first 1 KiB, printable. */
  readonly responseBody: string | null;
  readonly retryAfterMs: number | null;
  readonly error: AttemptError | null;
}

export interface Attempt extends Omit<Outcome, 'retryAfterMs'> {
  readonly at: Date;
}

/** The schedule has eleven attempts; redeliveries may add any number, and the last are shown. */
export const MAX_SHOWN_ATTEMPTS = 20;
/** Partitioned by the month of their delivery's creation: see `partitions/`. */
export const ATTEMPT_LOG = {
  table: 'webhook_attempts',
  column: 'delivery_id',
  prefix: 'whd',
  period: 'month',
} as const;

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly endpointId: EndpointId;
  readonly eventId: EventId;
  readonly event: DeliveredKind;
  /** Of a ping, the endpoint itself. */
  readonly resourceId: OrderId | EndpointId;
  readonly url: string;
  readonly status: DeliveryStatus;
  readonly failureReason: FailureReason | null;
  readonly attempts: readonly Attempt[];
  /** How many attempts were made, including those not shown. */
  readonly attemptCount: number;
  readonly nextAttemptAt: Date | null;
  readonly requestBody: string;
  readonly createdAt: Date;
}

/** A delivery that only this process may attempt until the lease ends. */
export interface LeasedDelivery {
  readonly environmentId: EnvironmentId;
  readonly id: DeliveryId;
  readonly endpointId: EndpointId;
  readonly lease: string;
  readonly mode: Mode;
  readonly url: string;
  /** Whether its endpoint failed or was slow last time. */
  readonly slow: boolean;
  readonly sealedSecrets: readonly string[];
  readonly eventId: EventId;
  readonly event: DeliveredKind;
  readonly sequence: number | null;
  readonly body: string;
  /** How many attempts were made before this one. */
  readonly attempts: number;
  /** How many of those were extra and do not count towards the schedule. */
  readonly beside: number;
  /** When this attempt is made, on the environment's clock. Below, on the database's. */
  readonly at: Date;
  readonly leasedAt: Date;
}

/** The waits between attempts: eleven attempts in two days. */
const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
];

const MAX_RETRY_AFTER_MS = HOUR_MS;

/** An endpoint whose attempt takes longer must not share slots with quick ones. */
export const SLOW_MS = SECOND_MS;
/** An attempt that takes longer gives up its quick slot, since it may take any time. */
export const DRAGGING_MS = SECOND_MS / 4;

export function isSuccess({ responseStatus, error }: Omit<Outcome, 'retryAfterMs'>): boolean {
  return error === null && responseStatus !== null && responseStatus >= 200 && responseStatus < 300;
}

/** The receiver says that the endpoint is gone for good. */
export function isGone({ responseStatus }: Outcome): boolean {
  return responseStatus === 410;
}

/**
 * How long to wait after failed attempt number `attempt` of the schedule (the first is 1); null if
 * it was the last. The ±20 % jitter keeps the deliveries of one outage from returning all at once.
 * @param random from 0 to 1
 */
export function waitMs(attempt: number, outcome: Outcome, random: number): number | null {
  const wait = WAITS_MS[attempt - 1];
  if (wait === undefined) return null;
  return Math.round(Math.max(wait * (0.8 + 0.4 * random), outcome.retryAfterMs ?? 0));
}

/** The `Retry-After` of a busy receiver, at most an hour; respected only with 429 and 503. */
export function requestedWaitMs(status: number, retryAfter: string, now: number): number | null {
  if (status !== 429 && status !== 503) return null;
  const requestedMs = readRetryAfter(retryAfter, now);
  return requestedMs === undefined ? null : Math.min(requestedMs, MAX_RETRY_AFTER_MS);
}
