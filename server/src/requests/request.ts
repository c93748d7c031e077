import type { ApiKeyId, EnvironmentId, Id } from '../ids.ts';

export const OUTCOMES = ['ok', 'client_error', 'server_error'] as const;
export type RequestOutcome = (typeof OUTCOMES)[number];

/** How long requests are kept, at least. */
export const REQUEST_DAYS = 30;
/** They go by the week, as `partitions/` keeps them. */
export const REQUEST_LOG = {
  table: 'api_requests',
  column: 'id',
  prefix: 'req',
  period: 'week',
} as const;

/** Where the vault binds what a request is found by, and what was said in it. */
export const IDEMPOTENCY_PLACE = 'api_requests.idempotency_key';
export const CONTENT_PLACE = 'api_requests.content';

/** What was said in a request and in its refusal, with people left out. */
export interface RequestContent {
  readonly query: string | null;
  readonly idempotencyKey: string | null;
  readonly requestBody: string | null;
  /** Of refusals only. */
  readonly responseBody: string | null;
}

/** One request that a key made, as it is written down. */
export interface ApiRequest extends RequestContent {
  readonly environmentId: EnvironmentId;
  readonly id: Id<'req'>;
  readonly requestId: string;
  readonly keyId: ApiKeyId;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly resourceId: string | null;
  readonly status: number;
  readonly error: string | null;
  readonly durationMs: number;
  readonly createdAt: Date;
}

export function outcomeOf(status: number): RequestOutcome {
  if (status < 400) return 'ok';
  return status < 500 ? 'client_error' : 'server_error';
}
