import type { DeliveredKind, DeliveryAttempt } from './deliveries.ts';
import type { EventKind } from './events.ts';
import { type CallOptions, type Client, type Named, path } from './request.ts';

export interface ListenerOrder {
  /** The same name finds the same listener again, with the same secret. */
  readonly name: string;
  /** By default all kinds. */
  readonly events?: readonly EventKind[];
}

/** An endpoint that fetches its deliveries instead of being called. */
export interface Listener {
  readonly id: string;
  readonly name: string;
  readonly endpointId: string;
  readonly events: readonly EventKind[];
  readonly secret: string;
  /** When it began to miss events; replay from then to get them. */
  readonly missedSince: string | null;
}

export interface DeliveryTaking {
  readonly limit?: number;
  /** How long the response may wait for something to be due, in seconds, 0 to 25. */
  readonly waitSeconds?: number;
}

export interface TakenDelivery {
  readonly id: string;
  readonly lease: string;
  readonly event: DeliveredKind;
  readonly attempt: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** The exact text that is signed. */
  readonly body: string;
}

export interface TakenDeliveries {
  readonly data: readonly TakenDelivery[];
}

export interface DeliveryResult extends Omit<DeliveryAttempt, 'at'> {
  readonly deliveryId: string;
  readonly lease: string;
}

export interface DeliveryResults {
  readonly results: readonly DeliveryResult[];
}

export interface RecordedResults {
  /** One for each result, in the same order. */
  readonly recorded: readonly boolean[];
}

export type Listeners = ReturnType<typeof openListeners>;

export function openListeners({ call }: Client) {
  return {
    open: (order: ListenerOrder, options?: CallOptions) =>
      call<Listener>({ method: 'POST', path: '/v1/api/listeners', body: order }, options),
    takeDeliveries: (listener: Named, taking: DeliveryTaking = {}, options?: CallOptions) =>
      call<TakenDeliveries>(
        { method: 'POST', path: path`/v1/api/listeners/${listener}/take-deliveries`, body: taking },
        options,
      ),
    recordResults: (listener: Named, results: DeliveryResults, options?: CallOptions) =>
      call<RecordedResults>(
        { method: 'POST', path: path`/v1/api/listeners/${listener}/results`, body: results },
        options,
      ),
  };
}
