import assert from 'node:assert/strict';
import { isObject } from '../../src/platform/json.ts';
import { type Operation, openSessionReference } from '../openapi.ts';
import { sampleRequest, type SampleRequest } from '../sample-request.ts';

export const sessionReference = openSessionReference();

export interface Told {
  readonly status: number;
  readonly error: string | undefined;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** A valid request, under this account's test mode. */
export function sampleOf(operation: Operation, accountId: string, path?: string): SampleRequest {
  const request = sampleRequest(sessionReference, operation, undefined);
  const own = (path ?? request.path).replace(
    /^\/app\/api\/accounts\/[^/?]+/,
    `/app/api/accounts/${accountId}`,
  );
  return { ...request, path: own };
}

/**
 * Makes a request as the dashboard does, and fails unless the description names the response, with
 * the shape that it gives. A stream is left as soon as it begins.
 */
export async function askSession(
  url: string,
  operation: Operation,
  { method, path, body, takesIdempotencyKey }: SampleRequest,
  cookie: string | undefined,
): Promise<Told> {
  const leaving = new AbortController();
  const answer = await fetch(url + path, {
    method,
    redirect: 'manual',
    signal: leaving.signal,
    headers: {
      ...(cookie !== undefined && { cookie }),
      ...(method !== 'GET' && { origin: url, 'sec-fetch-site': 'same-origin' }),
      ...(body && { 'content-type': 'application/json' }),
      ...(takesIdempotencyKey && { 'idempotency-key': crypto.randomUUID() }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  if (type === 'text/event-stream') {
    leaving.abort();
    return { status: answer.status, error: undefined, text: '', body: {} };
  }
  const text = await answer.text();
  const parsed: unknown = type === 'application/json' ? JSON.parse(text) : {};
  const read = isObject(parsed) ? parsed : {};
  check(operation, answer.status, type, read);
  const error = typeof read['error'] === 'string' ? read['error'] : undefined;
  return { status: answer.status, error, text, body: read };
}

function check(
  operation: Operation,
  status: number,
  type: string,
  body: Record<string, unknown>,
): void {
  const what = `${operation.method} ${operation.path} answered ${String(status)}`;
  const { responses } = operation.content;
  const response = sessionReference.resolve(
    isObject(responses) ? responses[String(status)] : undefined,
  );
  assert.notDeepEqual(response, {}, `${what} ${JSON.stringify(body)}, which is not described`);
  if (type !== 'application/json') return;
  const at = typeof response['$at'] === 'string' ? response['$at'] : undefined;
  const pointer = at ?? `${operation.pointer}/responses/${String(status)}`;
  sessionReference.validate(`${pointer}/content/application~1json/schema`, body, what);
}
