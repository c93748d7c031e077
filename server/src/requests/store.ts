import type { Db } from '../platform/db.ts';
import type { Vault } from '../platform/vault.ts';
import { maskKey } from './mask-people.ts';
import {
  type ApiRequest,
  CONTENT_PLACE,
  IDEMPOTENCY_PLACE,
  outcomeOf,
  type RequestContent,
} from './request.ts';

/**
 * Inserts all of them in one statement, which dates them by the database's clock, as all else is:
 * from this process's clock it takes only how long ago each was answered.
 */
export async function insertRequests(
  db: Db,
  vault: Vault,
  requests: readonly ApiRequest[],
): Promise<void> {
  const column = <Value>(of: (request: ApiRequest) => Value): Value[] => requests.map(of);
  const now = Date.now();
  const ageOf = ({ createdAt }: ApiRequest): number => Math.max(0, now - createdAt.getTime());
  const digest = ({ idempotencyKey }: ApiRequest): Buffer | null =>
    idempotencyKey === null ? null : vault.digest(IDEMPOTENCY_PLACE, idempotencyKey);
  await db`
    insert into api_requests (environment_id, id, request_id, key_id, method, route, path,
      resource_id, status, outcome, error, duration_ms, idempotency_digest, content, created_at)
    select environment_id, id, request_id, key_id, method, route, path, resource_id, status, outcome,
      error, duration_ms, idempotency_digest, content,
      -- No finer than a cursor, which continues a list after it.
      (now() - age_ms * interval '1 ms')::timestamptz(3)
    from unnest(${column(({ environmentId }) => environmentId)}::text[],
      ${column(({ id }) => id)}::text[], ${column(({ requestId }) => requestId)}::text[],
      ${column(({ keyId }) => keyId)}::text[], ${column(({ method }) => method)}::text[],
      ${column(({ route }) => route)}::text[], ${column(({ path }) => path)}::text[],
      ${column(({ resourceId }) => resourceId)}::text[],
      ${column(({ status }) => status)}::integer[],
      ${column(({ status }) => outcomeOf(status))}::text[],
      ${column(({ error }) => error)}::text[],
      ${column(({ durationMs }) => durationMs)}::integer[], ${column(digest)}::bytea[],
      ${column((request) => sealContent(vault, request))}::text[],
      ${column(ageOf)}::bigint[]) as answered (environment_id, id, request_id, key_id, method,
        route, path, resource_id, status, outcome, error, duration_ms, idempotency_digest, content,
        age_ms)
    -- Grouped by tenant, so that consecutive index writes hit the same pages.
    order by 1, 2`;
}

/** Null if there is nothing to seal. */
function sealContent(vault: Vault, request: RequestContent): string | null {
  const { query, idempotencyKey, requestBody, responseBody } = request;
  // Its digest is of the whole key, so that it is still found by it.
  const values = [query, maskKey(idempotencyKey), requestBody, responseBody];
  if (values.every((text) => text === null)) return null;
  return vault.seal(CONTENT_PLACE, JSON.stringify(values));
}

export function openContent(vault: Vault, sealed: string | null): RequestContent {
  // Written by the function above.
  const values = JSON.parse(sealed === null ? '[]' : vault.open(CONTENT_PLACE, sealed)) as (
    string | null
  )[];
  const [query = null, idempotencyKey = null, requestBody = null, responseBody = null] = values;
  return { query, idempotencyKey, requestBody, responseBody };
}
