import type { Env } from '../platform/read-setting.ts';
import { type Child, startChild } from './child.ts';
import { API_OPTIONS } from './entries.ts';
import { waitFor } from './wait-for.ts';

/** A child process that is kept running, and that signals when it first serves. */
export interface Part extends Child {
  ready(signal: AbortSignal): Promise<void>;
}

export function startApi(entry: string, env: Env, url: string): Part {
  const child = startChild({ name: 'API', entry, nodeOptions: API_OPTIONS, env });
  return {
    ...child,
    ready: (signal) => waitForAnswer(`${url}/readyz`, (answer) => answer.ok, signal),
  };
}

export function startSandbox(entry: string, env: Env, url: string): Part {
  const child = startChild({ name: 'sandbox', entry, env });
  // Any answer will do: it shows that the sandbox listens.
  return { ...child, ready: (signal) => waitForAnswer(url, () => true, signal) };
}

export function startWorker(entry: string, env: Env): Part {
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const awaited = { line: 'worker ready', onLine: resolve };
  const child = startChild({ name: 'worker', entry, env, awaited });
  return { ...child, ready: (signal) => untilAborted(ready, signal) };
}

async function waitForAnswer(
  url: string,
  isGood: (answer: Response) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const ask = async (): Promise<true | undefined> => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    return answer && isGood(answer) ? true : undefined;
  };
  // Without a limit: a part that does not serve logs why, and is restarted in the meantime.
  await waitFor(ask, { timeoutMs: Infinity, signal });
}

async function untilAborted(event: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  await Promise.race([event, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}
