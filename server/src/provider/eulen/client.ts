import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { isObject } from '../../platform/json.ts';
import type { Log } from '../../platform/log.ts';
import type { CallGate } from '../budget.ts';
import { countCall, timeCall } from '../count-calls.ts';
import { ProviderFailure, unknownOutcome } from '../port.ts';
import { failureOf, type WireAnswer } from './outcome.ts';
import { sayable } from './sayable.ts';

export interface EulenConnection {
  readonly baseUrl: string;
  readonly token: () => string;
  readonly log: Log;
  /** Undefined where the provider counts no calls. */
  readonly gate?: CallGate | undefined;
}

export interface WireCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly nonce?: string;
  /** Calls that must follow this one, so that without room for them it is not made either. */
  readonly followedBy?: readonly string[];
  /** Whether room for it was taken with the call that it follows. */
  readonly hasRoom?: boolean;
}

/** A call is cut here; the lease of the operation that makes it is longer. */
const CALL_TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 512 * 1024;
const ASYNC_REPEATS = 5;
const ASYNC_PAUSE_MS = 1_500;
/** A client is not kept waiting longer for room in the provider's budget. */
const THROTTLE_PATIENCE_MS = 2_000;

const agent = new Agent({
  connections: 128,
  keepAliveTimeout: 30_000,
  connect: { timeout: 5_000 },
});

/** Makes one call. @returns the opened answer of status 200 or 404. @throws ProviderFailure */
export async function callEulen(connection: EulenConnection, call: WireCall): Promise<WireAnswer> {
  const patience = { leftMs: THROTTLE_PATIENCE_MS };
  if (call.hasRoom !== true) await enter(connection, call, patience, call.followedBy);
  const deadline = AbortSignal.timeout(CALL_TIMEOUT_MS);
  let deferred = false;
  for (let repeat = 0; repeat <= ASYNC_REPEATS; repeat += 1) {
    const answer = await send(connection, call, deadline);
    if (isDeferred(answer)) {
      deferred = true;
      countCall(nameOf(call), 'deferred');
      // The older contract may defer its answer; the same nonce then asks for the same operation.
      await pause(ASYNC_PAUSE_MS, deadline);
      await enter(connection, call, patience).catch(asUnknown);
      continue;
    }
    const fine = answer.status === 200 && answer.errorMessage === undefined;
    if (fine || (call.method === 'GET' && answer.status === 404)) {
      countCall(nameOf(call), 'answered');
      return answer;
    }
    const failure = failureOf(answer);
    countCall(nameOf(call), failure.outcome);
    logRefusal(connection, call, answer, failure.outcome);
    const { retryAfterSeconds } = failure.refusal;
    if (retryAfterSeconds !== undefined) {
      await connection.gate?.close(nameOf(call), retryAfterSeconds);
    }
    // What was deferred may have happened, whatever the asking for it meets.
    if (deferred) throw unknownOutcome();
    const waitMs = (retryAfterSeconds ?? Infinity) * 1_000;
    if (waitMs > patience.leftMs) throw failure;
    // What was throttled did not happen, and may be asked again as soon as there is room.
    if (connection.gate) {
      await enter(connection, call, patience);
    } else {
      patience.leftMs -= waitMs;
      await pause(waitMs, deadline);
    }
  }
  throw unknownOutcome();
}

/** Takes room for a call, and for those that must follow it, out of what the provider grants. */
async function enter(
  { gate }: EulenConnection,
  call: WireCall,
  patience: { leftMs: number },
  others: readonly string[] = [],
): Promise<void> {
  if (!gate) return;
  const startedAt = performance.now();
  await gate.enter([nameOf(call), ...others], patience.leftMs);
  patience.leftMs -= performance.now() - startedAt;
}

/** As budgets know a call: its path without the slash. */
function nameOf({ path }: WireCall): string {
  return path.slice(1);
}

function asUnknown(error: unknown): never {
  throw error instanceof ProviderFailure ? unknownOutcome() : error;
}

/** The provider's own words are for operators, without what may be somebody's. */
function logRefusal(
  { log }: EulenConnection,
  { path }: WireCall,
  { status, errorMessage = '' }: WireAnswer,
  outcome: string,
): void {
  log.warn({ provider: path, status, outcome, said: sayable(errorMessage) });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

function isDeferred({ status, body }: WireAnswer): boolean {
  return (
    status === 202 ||
    (isObject(body) && body['async'] === true && body['urlResponse'] !== undefined)
  );
}

async function send(
  connection: EulenConnection,
  call: WireCall,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const started = performance.now();
  const query = call.query ? `?${new URLSearchParams(call.query).toString()}` : '';
  let status = 0;
  try {
    const response = await request(`${connection.baseUrl}${call.path}${query}`, {
      dispatcher: agent,
      method: call.method,
      signal,
      headers: {
        authorization: `Bearer ${connection.token()}`,
        accept: 'application/json',
        ...(call.body && { 'content-type': 'application/json' }),
        ...(call.nonce !== undefined && { 'x-nonce': call.nonce }),
      },
      body: call.body ? JSON.stringify(call.body) : null,
    });
    status = response.statusCode;
    return open(response, await readCapped(response.body));
  } catch {
    countCall(nameOf(call), 'unknown');
    // Cut, timed out or unreadable: whether it happened, nobody knows.
    throw unknownOutcome();
  } finally {
    const ms = Math.round(performance.now() - started);
    timeCall(nameOf(call), ms);
    connection.log.info({ provider: call.path, status, ms });
  }
}

async function readCapped(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    // undici yields Buffers.
    const part = chunk as Buffer;
    bytes += part.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('answer too large');
    chunks.push(part);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function open(response: Dispatcher.ResponseData, text: string): WireAnswer {
  const retryAfter = response.headers['retry-after'];
  const outer = parse(text);
  // Documented bare, wrapped in practice: both are read.
  const body = isObject(outer) && outer['response'] !== undefined ? outer['response'] : outer;
  return {
    status: response.statusCode,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    body,
    errorMessage: textAt(body, 'errorMessage') ?? textAt(outer, 'errorMessage'),
    code: textAt(body, 'messageCode') ?? textAt(outer, 'messageCode') ?? textAt(body, 'denialCode'),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textAt(value: unknown, key: string): string | undefined {
  const text = isObject(value) ? value[key] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
