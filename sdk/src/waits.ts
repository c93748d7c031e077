import { PonteError } from './errors.ts';
import { type Language, messageOf } from './messages.ts';
import { pause } from './timeouts.ts';
import { type ApiRequest, assertMs, type CallOptions, type Client } from './request.ts';

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
const TIMEOUT_MS = 30 * 60_000;

/**
 * Polls, less and less often, until the state is final. Waits out temporary failures and used-up
 * rate limits.
 * @throws PonteError `still_pending` after the timeout, with the last failure as its cause, or any
 *   error that waiting cannot resolve; TypeError or RangeError for a `timeoutMs` that no timer can
 *   hold
 */
export async function waitUntilFinal<Seen, Final extends Seen>(
  { request, language }: Client,
  look: ApiRequest,
  isFinal: (seen: Seen) => seen is Final,
  { signal, timeoutMs = TIMEOUT_MS }: CallOptions = {},
): Promise<Final> {
  assertMs('timeoutMs', timeoutMs);
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 1.5)) {
    const leftMs = Math.max(FIRST_PAUSE_MS, deadline - performance.now());
    const answer = await request<Seen>(look, { signal, timeoutMs: leftMs }).catch(
      (error: unknown) => {
        if (error instanceof PonteError && error.advice === 'wait' && !signal?.aborted)
          return error;
        throw error;
      },
    );
    if (!(answer instanceof PonteError) && isFinal(answer.body)) return answer.body;
    const retryAfterMs =
      answer instanceof PonteError ? answer.retryAfterMs : untilRoom(answer.headers);
    const spread = pauseMs * (0.75 + Math.random() / 2);
    const restMs = deadline - performance.now();
    if (restMs <= 0) throw stillPending(language, answer);
    await pause(Math.min(restMs, Math.max(spread, retryAfterMs ?? 0)), signal);
  }
}

/** How long until the key has requests left, by the headers of the last response. */
function untilRoom(headers: Headers): number {
  if (headers.get('ratelimit-remaining') !== '0') return 0;
  return Number(headers.get('ratelimit-reset')) * 1_000 || 0;
}

function stillPending(language: Language, seen: unknown): PonteError {
  const code = 'still_pending';
  return new PonteError({
    code,
    message: messageOf(code, language),
    outcome: 'none',
    advice: 'wait',
    cause: seen instanceof PonteError ? seen : undefined,
  });
}
