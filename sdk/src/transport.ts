import { exchange, prepare } from './exchange.ts';
import { asksToWait, errorOf, type Fault, isUnsure, mayRepeat, pauseBefore } from './faults.ts';
import { messageOf } from './messages.ts';
import { type PonteOptions, settingsOf } from './options.ts';
import { pause } from './timeouts.ts';
import { type Answer, type ApiRequest, assertMs, type CallOptions, type Send } from './request.ts';

export function openTransport(options: PonteOptions): Send {
  const settings = settingsOf(options);
  const aborted = (cause: unknown): Fault => ({
    code: 'aborted',
    message: messageOf('aborted', settings.language),
    cause,
    wasSent: false,
  });
  return async <Body>(
    request: ApiRequest,
    { signal, timeoutMs = settings.timeoutMs }: CallOptions = {},
  ): Promise<Answer<Body>> => {
    assertMs('timeoutMs', timeoutMs);
    const deadline = performance.now() + timeoutMs;
    const prepared = prepare(settings, request);
    let inDoubt = false;
    for (let [attempt, troubles] = [0, 0]; ; attempt += 1) {
      const limitMs = Math.min(settings.attemptTimeoutMs, deadline - performance.now());
      const seen = signal?.aborted
        ? aborted(signal.reason)
        : await exchange<Body>(settings, prepared, { signal, limitMs });
      if ('body' in seen) return seen;
      if (isGone(request, seen, inDoubt)) return gone(seen);
      if (!asksToWait(seen)) troubles += 1;
      const pauseMs = pauseBefore(attempt, seen);
      const attempted = { ...request, inDoubt };
      const isOver = troubles >= settings.maxAttempts || performance.now() + pauseMs > deadline;
      if (isOver || !mayRepeat(seen, attempted)) throw errorOf(seen, attempted);
      inDoubt ||= isUnsure(seen);
      await pause(pauseMs, signal);
    }
  };
}

/** Whether an earlier attempt, whose answer was lost, has already deleted it. */
function isGone({ method }: ApiRequest, { code }: Fault, inDoubt: boolean): boolean {
  return method === 'DELETE' && inDoubt && code === 'not_found';
}

function gone<Body>({ requestId }: Fault): Answer<Body> {
  // A deletion has no response body, so its type is undefined.
  return { status: 204, headers: new Headers(), requestId, body: undefined as Body };
}
