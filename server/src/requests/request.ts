import type { ApiKeyId, EnvironmentId, Id } from '../ids.ts';

export const OUTCOMES = ['ok', 'client_error', 'server_error'] as const;
export type RequestOutcome = (typeof OUTCOMES)[number];

/** How long requests are kept at least. */
export const REQUEST_DAYS = 30;
/** Partitioned by week: see `partitions/`. */
export const REQUEST_LOG = {
  table: 'api_requests',
  column: 'id',
  prefix: 'req',
  period: 'week',
} as const;

/** What a request may be about: an id of this installation, of any kind. */
export const ID = /^[a-z]{3}_[0-9a-z]{26}$/;

/** The contexts that the vault binds a request's key and contents to. */
export const IDEMPOTENCY_PLACE = 'api_requests.idempotency_key';
export const CONTENT_PLACE = 'api_requests.content';

/** The contents of a request and its refusal, with personal data masked. */
export interface RequestContent {
  readonly query: string | null;
  /** Whole until it is stored. */
  readonly idempotencyKey: string | null;
  readonly requestBody: string | null;
  /** For refusals only. */
  readonly responseBody: string | null;
}

/** One request made with a key, as it is recorded. */
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
