import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
}

export interface Answer {
  readonly status: number;
  readonly replayed: boolean;
  readonly text: string;
  /** The code of an error; undefined in every other answer. */
  readonly error: string | undefined;
  /** How many tries before this one may have reached the server unheard. */
  readonly unheard: number;
}

/** A patient client of one gateway. */
export interface Client {
  /** Sends a call again and again until it is answered for good. @throws when the time is up */
  insist(call: Call): Promise<Answer>;
  /** How often each status came; 0 stands for no answer at all. */
  readonly statuses: ReadonlyMap<number, number>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 30_000;
const PAUSE_MS = 250;
/** Longer than the killing goes on: after it, one lease of 30 s is the longest wait. */
export const PATIENCE_MS = 200_000;

export interface ClientSettings {
  readonly url: string;
  readonly key: string;
  /** How many requests may be under way at once. */
  readonly concurrency: number;
}

export function openClient({ url, key, concurrency }: ClientSettings): Client {
  const agent = new Agent({ connections: concurrency });
  const statuses = new Map<number, number>();
  const gate = openGate(concurrency);
  const send = async (call: Call, unheard: number): Promise<Answer & { waitMs: number }> => {
    const response = await request(`${url}${call.path}`, {
      dispatcher: agent,
      method: call.method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: `Bearer ${key}`,
        ...(call.body && { 'content-type': 'application/json' }),
        ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
      },
      body: call.body ? JSON.stringify(call.body) : null,
    });
    const text = await response.body.text();
    const status = response.statusCode;
    const { headers } = response;
    const waitMs = Number(headers['retry-after'] ?? 0) * 1_000;
    const replayed = headers['idempotent-replayed'] === 'true';
    return { status, text, replayed, waitMs, unheard, error: errorIn(status, text) };
  };
  return {
    statuses,
    insist: async (call) => {
      const deadline = Date.now() + PATIENCE_MS;
      const tries = new Map<number, number>();
      for (let unheard = 0; Date.now() < deadline; unheard += 1) {
        const answer = await gate(() => send(call, unheard)).catch(() => undefined);
        for (const counts of [statuses, tries]) countUp(counts, answer?.status ?? 0);
        if (answer && isFinal(answer)) return answer;
        await pause(Math.max(PAUSE_MS, answer?.waitMs ?? 0));
      }
      const heard = [...tries].map(([status, count]) => `${count} times ${status}`).join(', ');
      throw new Error(`${call.method} ${call.path} was only answered ${heard}`);
    },
    close: () => agent.destroy(),
  };
}

function countUp(counts: Map<number, number>, status: number): void {
  counts.set(status, (counts.get(status) ?? 0) + 1);
}

function errorIn(status: number, text: string): string | undefined {
  if (status < 400) return undefined;
  // Every error of the API has this shape.
  return (JSON.parse(text) as { error: string }).error;
}

function isFinal({ status, error }: Answer): boolean {
  return status < 500 && status !== 429 && error !== 'in_progress';
}

/** Lets so many through at a time, in the order in which they came. */
function openGate(width: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = width;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
