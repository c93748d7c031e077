import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { isObject } from '../../platform/json.ts';
import type { Log } from '../../platform/log.ts';
import { unknownOutcome } from '../port.ts';
import { failureOf, type WireAnswer } from './outcome.ts';

export interface EulenConnection {
  readonly baseUrl: string;
  readonly token: () => string;
  readonly log: Log;
}

export interface WireCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly nonce?: string;
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
  const deadline = AbortSignal.timeout(CALL_TIMEOUT_MS);
  let patienceMs = THROTTLE_PATIENCE_MS;
  let deferred = false;
  for (let repeat = 0; repeat <= ASYNC_REPEATS; repeat += 1) {
    const answer = await send(connection, call, deadline);
    if (isDeferred(answer)) {
      deferred = true;
      // The older contract may defer its answer; the same nonce then asks for the same operation.
      await pause(ASYNC_PAUSE_MS, deadline);
      continue;
    }
    const fine = answer.status === 200 && answer.errorMessage === undefined;
    if (fine || (call.method === 'GET' && answer.status === 404)) return answer;
    const failure = failureOf(answer);
    logRefusal(connection, call, answer, failure.outcome);
    // What was deferred may have happened, whatever the asking for it meets.
    if (deferred) throw unknownOutcome();
    const waitMs = (failure.refusal.retryAfterSeconds ?? Infinity) * 1_000;
    if (waitMs > patienceMs) throw failure;
    // What was throttled did not happen, and may be asked again as soon as there is room.
    patienceMs -= waitMs;
    await pause(waitMs, deadline);
  }
  throw unknownOutcome();
}

/**
 * The provider's own words are for operators; what may be a key, a mail or a tax id is left out.
 */
function logRefusal(
  { log }: EulenConnection,
  { path }: WireCall,
  { status, errorMessage = '' }: WireAnswer,
  outcome: string,
): void {
  const personal = /'[^']*'|\S+@\S+|\+?\b\d[\d./-]{8,}\b/g;
  const said = errorMessage.replaceAll(personal, '…').slice(0, 300);
  log.warn({ provider: path, status, outcome, said });
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
    // Cut, timed out or unreadable: whether it happened, nobody knows.
    throw unknownOutcome();
  } finally {
    const ms = Math.round(performance.now() - started);
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
