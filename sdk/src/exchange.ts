import type { LostCode } from './errors.ts';
import type { Fault } from './faults.ts';
import { messageOf } from './messages.ts';
import type { Settings } from './options.ts';
import { TimedOut, withTimeout } from './timeouts.ts';
import { type Answer, type ApiRequest, assertKey, assertPath } from './request.ts';

interface Limits {
  readonly signal: AbortSignal | undefined;
  readonly limitMs: number;
}

type Lose = (code: LostCode, facts: Partial<Fault>) => Fault;

/** The request, fixed for all attempts even if the caller changes the order object meanwhile. */
export interface Prepared {
  readonly url: string;
  readonly init: RequestInit;
  readonly isAnswer: (status: number, body: unknown) => boolean;
}

/** @throws TypeError for values that cannot be written as a URL, a header or JSON */
export function prepare(settings: Settings, request: ApiRequest): Prepared {
  assertPath(request.path);
  const { isAnswer = () => true } = request;
  return { url: urlOf(settings, request), init: initOf(settings, request), isAnswer };
}

/** Sends one request, and returns the response or why there is none. */
export async function exchange<Body>(
  settings: Settings,
  { url, init, isAnswer }: Prepared,
  { signal, limitMs }: Limits,
): Promise<Answer<Body> | Fault> {
  const lose: Lose = (code, facts) => ({
    ...facts,
    code,
    message: messageOf(code, settings.language),
  });
  try {
    return await withTimeout(limitMs, signal, async (limit) => {
      const response = await settings.fetch(url, { ...init, signal: limit });
      return read<Body>(response, await response.text(), { lose, isAnswer });
    });
  } catch (cause) {
    if (signal?.aborted) return lose('aborted', { cause: signal.reason });
    return lose(cause instanceof TimedOut ? 'timed_out' : 'connection_failed', { cause });
  }
}

function urlOf({ baseUrl }: Settings, { path, query = {} }: ApiRequest): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = value instanceof Date ? value.toISOString() : String(value);
    if (value !== undefined) search.append(name, text);
  }
  const mark = path.includes('?') ? '&' : '?';
  return `${baseUrl}${path}${search.size > 0 ? mark + search.toString() : ''}`;
}

function initOf({ headers }: Settings, { method, body, idempotencyKey }: ApiRequest): RequestInit {
  if (idempotencyKey !== undefined) assertKey(idempotencyKey);
  return {
    method,
    headers: {
      ...headers,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    // The key is sent to no other address than the one that was given.
    redirect: 'manual',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

function read<Body>(
  { status, ok, headers }: Response,
  text: string,
  { lose, isAnswer }: Pick<Prepared, 'isAnswer'> & { readonly lose: Lose },
): Answer<Body> | Fault {
  const body = status === 204 ? undefined : parse(text);
  const requestId = headers.get('x-request-id') ?? undefined;
  // A test compares these types with the API's description.
  if (ok && (status === 204 || body) && isAnswer(status, body)) {
    return { status, headers, requestId, body: body as Body };
  }
  const retryAfterMs = waitOf(headers.get('retry-after'));
  const { error: code, message } = body ?? {};
  if (ok || typeof code !== 'string' || typeof message !== 'string') {
    return lose('unreadable_answer', { status, requestId, retryAfterMs });
  }
  return { code, message, status, requestId, retryAfterMs };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Any object has properties of unknown types.
    return typeof value === 'object'
      ? ((value ?? undefined) as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Seconds, or a date as proxies write it. */
function waitOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const ms = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
