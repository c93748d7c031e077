import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer as Whole } from '../platform/exchange.ts';
import { readRetryAfter } from '../platform/read-retry-after.ts';
import { openBudget } from './budget.ts';
import { type CircuitBreaker, openCircuitBreaker } from './circuit-breaker.ts';
import { type CallOutcome, countCall, recordStopped, timeCall } from './count-calls.ts';
import { exchange } from './exchange.ts';
import { ChainFailure } from './port.ts';

/** A server that is called within its budget, and not while it is down. */
export interface Server {
  /** @throws ChainFailure unless a complete answer came, of the kind that a working server gives */
  get(path: string, maxBytes: number): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface ServerOptions {
  /** Undefined if calls are not limited. */
  readonly callsPerMinute: number | undefined;
  /** The longest time until the next trial, however often the server failed. */
  readonly longestBackOffMs: number;
  /** For one complete answer. */
  readonly timeoutMs: number;
}

/** @param trialPath answered quickly and with few bytes by any working server */
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
      return interpret(answer, base.host, breaker);
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
    onChange: (isStopped) => recordStopped(base.host, isStopped),
  });
  const enter = async (): Promise<void> => {
    if (breaker.secondsLeft() > 0) countCall(base.host, 'closed');
    await breaker.enter();
  };
  return {
    get: async (path, maxBytes) => {
      await enter();
      await takeRoom();
      // The server may have failed while this call waited for room.
      await enter();
      return ask(path, maxBytes);
    },
  };
}

const TRIAL_BYTES = 1_024;

/** About what was asked; any other status is about the server, or a proxy in front of it. */
const CONCLUSIVE: readonly number[] = [200, 400, 404];

function interpret(
  { status, retryAfter, contentType, text }: Whole,
  server: string,
  breaker: CircuitBreaker,
): Answer {
  if (!CONCLUSIVE.includes(status)) {
    const message = status === 429 ? 'it grants no call' : `it answers ${String(status)}`;
    const outcome = status === 429 ? 'throttled' : status >= 500 ? 'failed' : 'refused';
    const waitMs = readRetryAfter(retryAfter ?? '', Date.now());
    return fail(breaker, server, outcome, { message, seconds: waitMs && waitMs / 1_000 });
  }
  // A proxy or a sign-in page answers in place of the server.
  if (contentType.startsWith('text/html')) {
    return fail(breaker, server, 'nonsense', { message: 'it answers with a page' });
  }
  breaker.succeeded();
  // Data that others can put at one address must not stop lookups of all addresses.
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
