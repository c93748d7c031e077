import { Agent, errors, request } from 'undici';
import type { Mode } from '../accounts/environment.ts';
import type { Config } from '../config.ts';
import {
  type AttemptError,
  type LeasedDelivery,
  type Outcome,
  readRetryAfter,
} from './delivery.ts';
import { type Lookup, lookupOf } from './lookup.ts';
import { readAnswer } from './read-answer.ts';
import { signatureHeaders } from './signature.ts';
import { policyOf, type TargetPolicy } from './target.ts';
import { guardedConnector, refuseForbiddenUrl, TargetError } from './target-guard.ts';

/** Makes one attempt. It never throws: whatever happens is an outcome. */
export type Send = (delivery: LeasedDelivery, secrets: readonly string[]) => Promise<Outcome>;

const TOTAL_TIMEOUT_MS = 15_000;

export interface SenderOptions {
  /** Instead of the name servers. */
  readonly lookup?: Lookup;
  /** For the whole exchange; 15 s unless stated. */
  readonly timeoutMs?: number;
}

export function openSender(
  config: Pick<Config, 'baseUrl' | 'webhooks'>,
  { lookup, timeoutMs = TOTAL_TIMEOUT_MS }: SenderOptions = {},
): Send {
  // Two, so that a connection which only test endpoints may open is never used by a live one.
  const lines = { test: openLine('test', config, lookup), live: openLine('live', config, lookup) };
  return async (delivery, secrets) => {
    const startedAt = performance.now();
    const answer = await exchange(lines[delivery.mode], delivery, secrets, timeoutMs);
    return { ...answer, durationMs: Math.round(performance.now() - startedAt) };
  };
}

interface Line {
  readonly agent: Agent;
  readonly policy: TargetPolicy;
}

function openLine(
  mode: Mode,
  config: Pick<Config, 'baseUrl' | 'webhooks'>,
  lookup: Lookup | undefined,
): Line {
  const policy = policyOf(mode, config);
  const agent = new Agent({
    connect: guardedConnector(policy, lookup ?? lookupOf(policy)),
    // One clock for all, below.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { agent, policy };
}

async function exchange(
  { agent, policy }: Line,
  delivery: LeasedDelivery,
  secrets: readonly string[],
  timeoutMs: number,
): Promise<Omit<Outcome, 'durationMs'>> {
  const signal = AbortSignal.timeout(timeoutMs);
  let responseStatus: number | null = null;
  let retryAfterMs: number | null = null;
  try {
    refuseForbiddenUrl(delivery.url, policy);
    const response = await request(delivery.url, {
      dispatcher: agent,
      method: 'POST',
      headers: headersOf(delivery, secrets),
      body: delivery.body,
      signal,
    });
    responseStatus = response.statusCode;
    const retryAfter = response.headers['retry-after'];
    if (typeof retryAfter === 'string') {
      retryAfterMs = readRetryAfter(responseStatus, retryAfter, Date.now());
    }
    const responseBody = await readAnswer(response.body, signal);
    return { responseStatus, responseBody, retryAfterMs, error: null };
  } catch (error) {
    const word = signal.aborted && responseStatus !== null ? 'response_too_slow' : wordOf(error);
    return { responseStatus, responseBody: null, retryAfterMs, error: word };
  }
}

function headersOf(delivery: LeasedDelivery, secrets: readonly string[]): Record<string, string> {
  const { eventId, body, sequence } = delivery;
  // The database's clock: receivers refuse a time that is far from theirs.
  const timestamp = Math.floor(delivery.leasedAt.getTime() / 1_000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Ponte-Webhooks/1',
    'x-webhook-event': delivery.event,
    ...(sequence !== null && { 'x-webhook-sequence': String(sequence) }),
    ...signatureHeaders({ eventId, body, timestamp }, secrets),
  };
}

const TLS_CODES =
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_)/;

function wordOf(error: unknown): AttemptError {
  if (error instanceof TargetError) return error.word;
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout';
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError) {
    return 'invalid_response';
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return TLS_CODES.test(code) ? 'tls_error' : 'connection_failed';
}
