import { listOf, type PageQuery } from './lists.ts';
import type { CallOptions, Client } from './request.ts';

/** A recent request of one of your keys, and the response. */
export interface LoggedRequest {
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly status: number;
  readonly error: string | null;
  readonly durationMs: number;
  readonly keyId: string;
  readonly keyName: string | null;
  readonly idempotencyKey: string | null;
  readonly resourceId: string | null;
  readonly requestId: string;
}

export interface RequestQuery extends PageQuery {
  readonly status?: 'ok' | 'client_error' | 'server_error' | undefined;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | undefined;
  readonly keyId?: string | undefined;
  readonly route?: string | undefined;
  /** An id, an idempotency key or a request id. */
  readonly q?: string | undefined;
}

export type Requests = ReturnType<typeof openRequests>;

export function openRequests(client: Client) {
  return {
    /** Newest first. */
    list: (query?: RequestQuery, options?: CallOptions) =>
      listOf<LoggedRequest>(client, '/v1/api/requests', query, options),
  };
}
