import type { EventKind } from './events.ts';
import { listOf, type PageQuery } from './lists.ts';
import { type CallOptions, type Client, type Named, path, type Timestamp } from './request.ts';

/** A ping is sent on demand, and is not in the journal. */
export type DeliveredKind = EventKind | 'test.ping';

export type DeliveryStatus = 'pending' | 'succeeded' | 'failed';

export interface DeliveryAttempt {
  readonly at: string;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** The first 1 KiB of it. */
  readonly responseBody: string | null;
  readonly error:
    | 'timeout'
    | 'response_too_slow'
    | 'connection_failed'
    | 'tls_error'
    | 'dns_error'
    | 'forbidden_target'
    | 'invalid_response'
    | 'internal_error'
    | null;
}

export interface Delivery {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly event: DeliveredKind;
  readonly resourceId: string;
  readonly url: string;
  readonly status: DeliveryStatus;
  readonly failureReason: 'attempts_exhausted' | 'endpoint_disabled' | 'endpoint_deleted' | null;
  readonly attempts: readonly DeliveryAttempt[];
  readonly attemptCount: number;
  readonly nextAttemptAt: string | null;
  readonly requestBody: string;
  readonly createdAt: string;
}

export interface DeliveryQuery extends PageQuery {
  readonly endpointId?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly event?: DeliveredKind | undefined;
  readonly status?: DeliveryStatus | undefined;
  /** When it was created, inclusive. */
  readonly from?: Timestamp | undefined;
  /** Exclusive. */
  readonly to?: Timestamp | undefined;
}

export type Deliveries = ReturnType<typeof openDeliveries>;

export function openDeliveries(client: Client) {
  return {
    list: (query?: DeliveryQuery, options?: CallOptions) =>
      listOf<Delivery>(client, '/v1/api/webhook-deliveries', query, options),
    /** Sends it once more, now. */
    redeliver: (delivery: Named, options?: CallOptions) =>
      client.call<Delivery>(
        { method: 'POST', path: path`/v1/api/webhook-deliveries/${delivery}/redeliver` },
        options,
      ),
  };
}
