import { isPonteError, type Listener } from '../index.ts';
import { ATTEMPT_MS, type Ponte } from './connect.ts';

export interface Opened {
  readonly listener: Listener;
  /** How far this machine's clock is ahead of the gateway's; undefined if that is unknown. */
  readonly aheadMs: number | undefined;
}

/** Uses `request` instead of the client's verb, since the response's date shows the clock skew. */
export async function openListener(
  ponte: Ponte,
  body: { readonly name: string; readonly events: readonly string[] | undefined },
  signal: AbortSignal,
): Promise<Opened> {
  const request = { method: 'POST', path: '/v1/api/listeners', body } as const;
  const answer = await ponte.request<Listener>(request, { signal, timeoutMs: ATTEMPT_MS });
  const serverTime = Date.parse(answer.headers.get('date') ?? '');
  return {
    listener: answer.body,
    aheadMs: Number.isNaN(serverTime) ? undefined : Date.now() - serverTime,
  };
}

/** Whether only a person can resolve it: the key, its scopes, or the listener itself. */
export function isFinal(error: unknown): boolean {
  return isPonteError(error) && error.status !== undefined && FINAL.has(error.status);
}

const FINAL = new Set([400, 401, 403, 404, 405, 409, 413, 415]);
