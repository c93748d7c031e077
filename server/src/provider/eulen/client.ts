import { setTimeout as sleep } from 'node:timers/promises';
import { isObject, isWithinBounds, parseJson } from '../../platform/json.ts';
import { faultOf, type Log } from '../../platform/log.ts';
import type { CallGate } from '../budget.ts';
import { countCall, timeCall } from '../count-calls.ts';
import { ProviderFailure, unknownOutcome } from '../port.ts';
import { exchange, type WireRequest, type WireResponse } from './exchange.ts';
import { failureOf, isResult, reportsStatus, type WireAnswer } from './outcome.ts';
import { redactMessage } from './redact-message.ts';

export interface EulenConnection {
  readonly baseUrl: string;
  readonly token: () => string;
  readonly log: Log;
  /** Undefined if the provider does not limit calls. */
  readonly gate?: CallGate | undefined;
}

export interface WireCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly nonce?: string;
  /** Calls that must follow this one; if there is no room for them, this one is not made either. */
  readonly followedBy?: readonly string[];
  /** Whether room for it was already taken, together with the call that it follows. */
  readonly hasRoom?: boolean;
}

/** Must be shorter than the lease of the operation that makes the call. */
const CALL_TIMEOUT_MS = 20_000;
const ASYNC_REPEATS = 5;
const ASYNC_PAUSE_MS = 1_500;
/** The longest a client is kept waiting for room in the provider's budget. */
const MAX_THROTTLE_WAIT_MS = 2_000;

/** Makes one call. @returns the unwrapped answer, a result or a 404. @throws ProviderFailure */
export async function callEulen(connection: EulenConnection, call: WireCall): Promise<WireAnswer> {
  const patience = { leftMs: MAX_THROTTLE_WAIT_MS };
  if (call.hasRoom !== true) await enter(connection, call, patience, call.followedBy);
  const deadline = performance.now() + CALL_TIMEOUT_MS;
  let deferred = false;
  for (let repeat = 0; repeat <= ASYNC_REPEATS; repeat += 1) {
    const answer = await send(connection, call, deadline);
    if (isDeferred(answer)) {
      deferred = true;
      countCall(nameOf(call), 'deferred');
      // The older contract may defer its answer; repeating the nonce polls the same operation.
      await pause(ASYNC_PAUSE_MS, deadline);
      await enter(connection, call, patience).catch(asUnknown);
      continue;
    }
    if (isResult(answer) || (call.method === 'GET' && isAnswered(answer))) {
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
    // A deferred operation may have happened, whatever became of polling it.
    if (deferred) throw unknownOutcome();
    const waitMs = (retryAfterSeconds ?? Infinity) * 1_000;
    if (waitMs > patience.leftMs) throw failure;
    // A throttled call was not executed, so it may be repeated as soon as there is room.
    if (connection.gate) {
      await enter(connection, call, patience);
    } else {
      patience.leftMs -= waitMs;
      await pause(waitMs, deadline);
    }
  }
  throw unknownOutcome();
}

/** Whether a query was answered, even if by a denial. */
function isAnswered(answer: WireAnswer): boolean {
  return answer.status === 404 || reportsStatus(answer);
}

/** Takes room for a call, and for those that must follow it, from the provider's budgets. */
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

/** The name of a call in budgets: its path without the slash. */
function nameOf({ path }: WireCall): string {
  return path.slice(1);
}

function asUnknown(error: unknown): never {
  throw error instanceof ProviderFailure ? unknownOutcome() : error;
}

/** Logs the provider's message for operators, without words that may be personal data. */
function logRefusal(
  { log }: EulenConnection,
  { path }: WireCall,
  { status, errorMessage = '' }: WireAnswer,
  outcome: string,
): void {
  log.warn({ provider: path, status, outcome, said: redactMessage(errorMessage) });
}

function pause(ms: number, deadline: number): Promise<void> {
  return sleep(Math.min(ms, leftUntil(deadline)));
}

function leftUntil(deadline: number): number {
  return Math.max(0, Math.ceil(deadline - performance.now()));
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
  deadline: number,
): Promise<WireAnswer> {
  const started = performance.now();
  let response: WireResponse | undefined;
  let fault: ReturnType<typeof faultOf> | undefined;
  try {
    response = await exchange(requestOf(connection, call), leftUntil(deadline));
    return open(response, call.body);
  } catch (error) {
    fault = faultOf(error);
    countCall(nameOf(call), 'unknown');
    // Cut off, timed out or unreadable: nobody knows whether it happened.
    throw unknownOutcome();
  } finally {
    const ms = Math.round(performance.now() - started);
    timeCall(nameOf(call), ms);
    const { status = 0, requestId } = response ?? {};
    // Its support finds a call by either of the two names.
    connection.log.info({
      provider: call.path,
      nonce: call.nonce,
      requestId,
      status,
      ms,
      ...fault,
    });
  }
}

function requestOf({ baseUrl, token }: EulenConnection, call: WireCall): WireRequest {
  const { method, path, query, body, nonce } = call;
  const headers = ['authorization', `Bearer ${token()}`, 'accept', 'application/json'];
  if (body) headers.push('content-type', 'application/json');
  if (nonce !== undefined) headers.push('x-nonce', nonce);
  return {
    method,
    baseUrl,
    path: query ? `${path}?${new URLSearchParams(query).toString()}` : path,
    headers,
    body: body ? JSON.stringify(body) : null,
  };
}

/** How much of a message or code is searched for its meaning; none known is nearly as long. */
const MAX_MESSAGE_LENGTH = 1_000;

function open({ status, retryAfter, text }: WireResponse, sent: object = {}): WireAnswer {
  const outer = parse(text);
  // Documented as a bare object, but wrapped in practice: both are accepted.
  const body = isObject(outer) && outer['response'] !== undefined ? outer['response'] : outer;
  const message = textAt(body, 'errorMessage') ?? textAt(outer, 'errorMessage');
  return {
    status,
    retryAfter,
    body,
    errorMessage: message && withoutEcho(message, sent).slice(0, MAX_MESSAGE_LENGTH),
    codes: [body, outer].flatMap((place) =>
      ['messageCode', 'denialCode'].flatMap(
        (name) => textAt(place, name)?.slice(0, MAX_MESSAGE_LENGTH) ?? [],
      ),
    ),
  };
}

/**
 * What a message repeats from the order, such as a Pix key that contains words, explains nothing.
 */
function withoutEcho(message: string, sent: object): string {
  return Object.values(sent)
    .filter((value) => typeof value === 'string')
    .reduce((text, value) => text.replaceAll(value, '…'), message);
}

function parse(text: string): unknown {
  // Some servers send a byte order mark, which JSON allows parsers to ignore.
  const value = parseJson(text.replace(/^\ufeff/, ''));
  // What is nested too deeply could be read but not written again, as evidence or in an alert.
  return isWithinBounds(value, Infinity) ? value : undefined;
}

function textAt(value: unknown, key: string): string | undefined {
  const text = isObject(value) ? value[key] : undefined;
  return typeof text === 'string' && text !== '' ? text : undefined;
}
