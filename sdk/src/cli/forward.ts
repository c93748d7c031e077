import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import type { DeliveryResult, TakenDelivery } from '../index.ts';

type AttemptError = NonNullable<DeliveryResult['error']>;

/** The result of forwarding, in the gateway's format. */
export interface Forwarded extends Omit<DeliveryResult, 'deliveryId' | 'lease'> {
  /** Whether nobody listens at the receiver's address. */
  readonly isDown: boolean;
  /** Where the receiver redirects to; the gateway follows no redirects. */
  readonly location: string | undefined;
}

/** The same limits that the gateway applies to endpoints. */
const LIMIT_MS = 15_000;
const READ_BYTES = 64 * 1024;
const KEPT_CHARACTERS = 1_024;

/**
 * Sends a delivery to the receiver with exactly the headers that the gateway signed. Never throws;
 * undefined if it was aborted, so that the delivery is sent again later.
 */
export async function forward(
  { headers, body }: Pick<TakenDelivery, 'headers' | 'body'>,
  to: URL,
  signal: AbortSignal,
): Promise<Forwarded | undefined> {
  const startedAt = performance.now();
  const limit = AbortSignal.timeout(LIMIT_MS);
  const seen: Seen = { status: null, text: '', location: undefined };
  const fault = await exchange(to, headers, body, AbortSignal.any([signal, limit]), seen);
  if (signal.aborted && fault) return undefined;
  const { status, text, location } = seen;
  const error = fault && wordOf(fault, limit.aborted, status !== null);
  return {
    durationMs: Math.round(performance.now() - startedAt),
    responseStatus: status,
    responseBody: error === undefined ? whole(text) : null,
    error: error ?? null,
    isDown: fault !== undefined && codeOf(fault) === 'ECONNREFUSED',
    location,
  };
}

/** Removes half a surrogate pair that the limit may have left. */
function whole(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '');
}

interface Seen {
  status: number | null;
  text: string;
  location: string | undefined;
}

/** @returns the error if there was no complete answer; what was received is in `seen` */
function exchange(
  to: URL,
  headers: TakenDelivery['headers'],
  body: string,
  signal: AbortSignal,
  seen: Seen,
): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const request = begin(to, headers, Buffer.byteLength(body), signal);
    request.on('error', (error) => resolve(error));
    request.on('response', (response) => {
      seen.status = response.statusCode ?? null;
      seen.location = response.headers.location;
      void read(response, seen).then((fault) => {
        request.destroy();
        resolve(fault);
      });
    });
    request.end(body);
  });
}

function begin(
  to: URL,
  headers: TakenDelivery['headers'],
  length: number,
  signal: AbortSignal,
): ClientRequest {
  const send = to.protocol === 'https:' ? httpsRequest : httpRequest;
  const named = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
  return send(to, {
    method: 'POST',
    headers: { ...named, 'content-length': String(length) },
    agent: false,
    signal,
  });
}

/** Reads only the beginning, since a receiver may send any amount. */
async function read(response: IncomingMessage, seen: Seen): Promise<Error | undefined> {
  let bytes = 0;
  response.setEncoding('utf8');
  try {
    for await (const part of response as AsyncIterable<string>) {
      bytes += Buffer.byteLength(part);
      seen.text = (seen.text + part).slice(0, KEPT_CHARACTERS);
      if (bytes >= READ_BYTES) break;
    }
    return undefined;
  } catch (error) {
    // A receiver that closes the connection early has answered all the same.
    const isCut = codeOf(error) === 'ECONNRESET';
    return isCut || !(error instanceof Error) ? undefined : error;
  }
}

const TLS = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH)/;

function wordOf(fault: Error, wasLate: boolean, hasStatus: boolean): AttemptError {
  if (wasLate) return hasStatus ? 'response_too_slow' : 'timeout';
  const code = codeOf(fault);
  if (/^(ENOTFOUND|EAI_)/.test(code)) return 'dns_error';
  if (/^HPE_/.test(code)) return 'invalid_response';
  return TLS.test(code) ? 'tls_error' : 'connection_failed';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether something listens at the address. */
export function isReachable(to: URL, signal: AbortSignal): Promise<boolean> {
  const port = to.port === '' ? (to.protocol === 'https:' ? 443 : 80) : Number(to.port);
  return new Promise((resolve) => {
    const socket = connect({ host: to.hostname.replace(/^\[(.*)\]$/, '$1'), port, signal });
    const end = (isThere: boolean) => (): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.setTimeout(2_000, end(false));
    socket.once('connect', end(true)).once('error', end(false));
  });
}
