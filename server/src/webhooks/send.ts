import { errors } from 'undici';
import type { Mode } from '../accounts/environment.ts';
import { memoize } from '../platform/memoize.ts';
import { Connections } from './connections.ts';
import {
  type AttemptError,
  type LeasedDelivery,
  type Outcome,
  requestedWaitMs,
} from './delivery.ts';
import { type Post, TimeUpError } from './exchange.ts';
import { type Lookup, lookupOf } from './lookup.ts';
import { signatureHeaders } from './signature.ts';
import { policyOf, type TargetPolicy, type TargetSettings } from './target.ts';
import { allowedUrl, guardedConnector, TargetError } from './target-guard.ts';

/** Makes one attempt. Never throws: every failure is an outcome. */
export type Send = (delivery: LeasedDelivery, secrets: readonly string[]) => Promise<Outcome>;

/** What is sent of a delivery, and where to. */
type Message = Pick<
  LeasedDelivery,
  'mode' | 'url' | 'eventId' | 'event' | 'sequence' | 'body' | 'leasedAt'
>;

/** `Send` for a message that need not be a delivery. */
export type SendMessage = (message: Message, secrets: readonly string[]) => Promise<Outcome>;

const TOTAL_TIMEOUT_MS = 15_000;
/** How long an idle connection is kept, whatever keep-alive the receiver asks for. */
const IDLE_MS = 4_000;

export interface SenderOptions {
  /** Replaces DNS. */
  readonly lookup?: Lookup;
  /** For the whole exchange; 15 s by default. */
  readonly timeoutMs?: number;
}

export function openSender(
  config: TargetSettings,
  { lookup, timeoutMs = TOTAL_TIMEOUT_MS }: SenderOptions = {},
): SendMessage {
  // One per mode, so that a connection only test endpoints may open is never used for live.
  const senders = {
    test: openSenderOf('test', config, lookup),
    live: openSenderOf('live', config, lookup),
  };
  return async (message, secrets) => {
    const startedAt = performance.now();
    const answer = await attempt(senders[message.mode], message, secrets, timeoutMs);
    return { ...answer, durationMs: Math.round(performance.now() - startedAt) };
  };
}

interface Sender {
  readonly connections: Connections;
  /** Where an endpoint's URL leads; undefined if sending there is not allowed. */
  readonly placeOf: (url: string) => Place | undefined;
}

type Place = Pick<Post, 'origin' | 'path'>;

/** How many parsed URLs are cached, so that a burst to one endpoint is judged once. */
const MAX_PLACES = 1_000;

function placeIn(text: string, policy: TargetPolicy): Place | undefined {
  const url = allowedUrl(text, policy);
  return url && { origin: url.origin, path: `${url.pathname}${url.search}` };
}

function openSenderOf(mode: Mode, config: TargetSettings, lookup: Lookup | undefined): Sender {
  const policy = policyOf(mode, config);
  const connections = new Connections({
    connect: guardedConnector(policy, lookup ?? lookupOf(policy)),
    allowH2: false,
    // `exchange` has a single timeout for everything.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
  const placeOf = memoize((url: string) => placeIn(url, policy), MAX_PLACES);
  return { connections, placeOf };
}

async function attempt(
  sender: Sender,
  message: Message,
  secrets: readonly string[],
  timeoutMs: number,
): Promise<Omit<Outcome, 'durationMs'>> {
  const place = sender.placeOf(message.url);
  if (!place) return { ...NO_ANSWER, error: 'forbidden_target' };
  const post = { ...place, headers: headersOf(message, secrets), body: message.body };
  const { status, retryAfter, text, failure } = await sender.connections.exchange(post, timeoutMs);
  const answered = {
    responseStatus: status,
    retryAfterMs:
      status === null || retryAfter === undefined
        ? null
        : requestedWaitMs(status, retryAfter, Date.now()),
  };
  if (!failure) return { ...answered, responseBody: text, error: null };
  const error = status === null ? attemptErrorOf(failure) : 'response_too_slow';
  return { ...answered, responseBody: null, error };
}

const NO_ANSWER = { responseStatus: null, responseBody: null, retryAfterMs: null };

/** The headers of an attempt. */
export function headersOf(message: Message, secrets: readonly string[]): Record<string, string> {
  const { eventId, body, sequence } = message;
  // The database's clock: receivers reject timestamps that are far from their own.
  const timestamp = Math.floor(message.leasedAt.getTime() / 1_000);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Ponte-Webhooks/1',
    'X-Webhook-Event': message.event,
    ...(sequence !== null && { 'X-Webhook-Sequence': String(sequence) }),
    ...signatureHeaders({ eventId, body, timestamp }, secrets),
  };
}

const TLS_CODES =
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_)/;

const INVALID = [
  errors.HTTPParserError,
  errors.HeadersOverflowError,
  errors.ResponseExceededMaxSizeError,
  // Two lengths, or a length together with chunked encoding.
  errors.ResponseContentLengthMismatchError,
];

function attemptErrorOf(error: unknown): AttemptError {
  if (error instanceof TargetError) return error.attemptError;
  if (error instanceof TimeUpError) return 'timeout';
  if (INVALID.some((kind) => error instanceof kind)) return 'invalid_response';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return TLS_CODES.test(code) ? 'tls_error' : 'connection_failed';
}
