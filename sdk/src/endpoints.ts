import type { Delivery } from './deliveries.ts';
import type { EventKind } from './events.ts';
import { listOf, type PageQuery } from './lists.ts';
import { type CallOptions, type Client, type Named, path, type Timestamp } from './request.ts';

export interface EndpointOrder {
  readonly url: string;
  /** By default all kinds but `withdrawal.expired`. */
  readonly events?: readonly EventKind[];
  readonly description?: string;
}

export interface EndpointChange extends Partial<EndpointOrder> {
  readonly enabled?: boolean;
}

export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventKind[];
  readonly description: string;
  readonly enabled: boolean;
  readonly disabledReason: 'owner' | 'gone' | 'dead' | 'away' | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface NewEndpoint extends Endpoint {
  /** Shown only this once. */
  readonly secret: string;
}

export interface RotatedEndpoint extends NewEndpoint {
  /** Until when deliveries are also signed with the previous secret. */
  readonly previousSecretUntil: string | null;
}

export interface SecretRotation {
  /** 0 to 168, by default 24; 0 for a secret that has leaked. */
  readonly overlapHours?: number;
}

export interface Replay {
  readonly since: Timestamp;
}

export interface ReplayAccepted {
  readonly deliveries: number;
}

export type Endpoints = ReturnType<typeof openEndpoints>;

export function openEndpoints(client: Client) {
  const { call } = client;
  const post = <Body>(to: string, body: object | undefined, options?: CallOptions) =>
    call<Body>({ method: 'POST', path: to, body }, options);
  return {
    create: (order: EndpointOrder, options?: CallOptions) =>
      post<NewEndpoint>('/v1/api/webhook-endpoints', order, options),
    list: (query?: PageQuery, options?: CallOptions) =>
      listOf<Endpoint>(client, '/v1/api/webhook-endpoints', query, options),
    update: (endpoint: Named, change: EndpointChange, options?: CallOptions) =>
      call<Endpoint>(
        { method: 'PATCH', path: path`/v1/api/webhook-endpoints/${endpoint}`, body: change },
        options,
      ),
    delete: (endpoint: Named, options?: CallOptions) =>
      call<void>({ method: 'DELETE', path: path`/v1/api/webhook-endpoints/${endpoint}` }, options),
    rotateSecret: (endpoint: Named, rotation?: SecretRotation, options?: CallOptions) =>
      post<RotatedEndpoint>(
        path`/v1/api/webhook-endpoints/${endpoint}/rotate-secret`,
        rotation,
        options,
      ),
    /** Sends a `test.ping`. */
    test: (endpoint: Named, options?: CallOptions) =>
      post<Delivery>(path`/v1/api/webhook-endpoints/${endpoint}/test`, undefined, options),
    /** Sends every event since then again. */
    replay: (endpoint: Named, replay: Replay, options?: CallOptions) =>
      post<ReplayAccepted>(path`/v1/api/webhook-endpoints/${endpoint}/replay`, replay, options),
  };
}
