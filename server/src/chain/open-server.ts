import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer as Whole } from '../platform/exchange.ts';
import { readRetryAfter } from '../platform/read-retry-after.ts';
import { openBudget } from './budget.ts';
import { type CircuitBreaker, openCircuitBreaker } from './circuit-breaker.ts';
import { type CallOutcome, countCall, tellClosed, timeCall } from './count-calls.ts';
import { exchange } from './exchange.ts';
import { ChainFailure } from './port.ts';

/** A server that is asked within its budget, and left alone while it is down. */
export interface Server {
  /** @throws ChainFailure unless an answer came, whole, that a server which is well gives */
  get(path: string, maxBytes: number): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface ServerOptions {
  /** Undefined where nobody counts. */
  readonly callsPerMinute: number | undefined;
  /** However often it failed, it is tried again so soon. */
  readonly longestBackOffMs: number;
  /** For one answer, whole. */
  readonly timeoutMs: number;
}

/** @param trialPath what any server that is well answers soon, and with few bytes */
export function openServer(url: string, trialPath: string, options: ServerOptions): Server {
  const base = new URL(url);
  const { callsPerMinute, longestBackOffMs, timeoutMs } = options;
  const budget = callsPerMinute === undefined ? undefined : openBudget(callsPerMinute, sleep);

  const takeRoom = async (): Promise<void> => {
    await budget?.enter().catch((error: unknown) => {
      countCall(base.host, 'no_room');
      throw error;
    });
  };
  const ask = async (path: string, maxBytes: number): Promise<Answer> => {
    const startedAt = performance.now();
    try {
      const answer = await exchange({ base, path, maxBytes, timeoutMs });
      return judge(answer, base.host, breaker);
    } catch (error) {
      if (error instanceof ChainFailure) throw error;
      return fail(breaker, base.host, 'unreachable', { message: 'it does not answer', error });
    } finally {
      timeCall(base.host, performance.now() - startedAt);
    }
  };
  const breaker = openCircuitBreaker({
    trial: async () => {
      await takeRoom();
      await ask(trialPath, TRIAL_BYTES);
    },
    longestMs: longestBackOffMs,
    onChange: (closed) => tellClosed(base.host, closed),
  });
  const enter = async (): Promise<void> => {
    if (breaker.secondsLeft() > 0) countCall(base.host, 'closed');
    await breaker.enter();
  };
  return {
    get: async (path, maxBytes) => {
      await enter();
      await takeRoom();
      // It may have failed while this one waited for room.
      await enter();
      return ask(path, maxBytes);
    },
  };
}

const TRIAL_BYTES = 1_024;

/** Of what was asked; any other status is of the server itself, or of what stands before it. */
const TOLD: readonly number[] = [200, 400, 404];

function judge(
  { status, retryAfter, contentType, text }: Whole,
  server: string,
  breaker: CircuitBreaker,
): Answer {
  if (!TOLD.includes(status)) {
    const message = status === 429 ? 'it grants no call' : `it answers ${String(status)}`;
    const outcome = status === 429 ? 'throttled' : status >= 500 ? 'failed' : 'refused';
    const waitMs = readRetryAfter(retryAfter ?? '', Date.now());
    return fail(breaker, server, outcome, { message, seconds: waitMs && waitMs / 1_000 });
  }
  // Some proxy, or a page that asks for a sign-in, stands where the server should.
  if (contentType.startsWith('text/html')) {
    return fail(breaker, server, 'nonsense', { message: 'it answers with a page' });
  }
  breaker.succeeded();
  // What others can put at an address must not keep everybody from asking about theirs.
  if (text === undefined) {
    countCall(server, 'nonsense');
    throw new ChainFailure('it answers with more than is read');
  }
  countCall(server, status === 400 ? 'refused' : 'answered');
  return { status, text };
}

interface Failing {
  readonly message: string;
  readonly seconds?: number | undefined;
  readonly error?: unknown;
}

function fail(
  breaker: CircuitBreaker,
  server: string,
  outcome: CallOutcome,
  { message, seconds, error: cause }: Failing,
): never {
  countCall(server, outcome);
  breaker.failed(seconds);
  throw new ChainFailure(message, breaker.secondsLeft(), { cause });
}
