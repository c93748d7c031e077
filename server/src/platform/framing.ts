import { randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorCode } from '../errors.ts';
import { connectionsOf } from './connections.ts';
import type { Log } from './log.ts';

interface Broken {
  readonly status: number;
  readonly phrase: string;
  /** In one language, since the client's preference was not parsed. */
  readonly pt: string;
}

const BROKEN: Readonly<Record<string, Broken>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    phrase: 'Request Header Fields Too Large',
    pt: 'O endereço e os cabeçalhos passam de 16 KiB, ou são mais de 1.000 cabeçalhos. Envie menos.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    phrase: 'Request Timeout',
    pt: 'A requisição não chegou inteira a tempo. Envie-a de novo.',
  },
};

const OTHERWISE: Broken = {
  status: 400,
  phrase: 'Bad Request',
  pt: 'Isto não é uma requisição HTTP/1.1 válida. Confira o método, o endereço e os cabeçalhos.',
};

/** Connections that end with a refusal: whatever else arrives on them is ignored. */
const broken = new WeakSet<Socket>();

/**
 * Node refuses broken framing before any route sees it; the answer has the API's shape all the
 * same.
 * @param answer the response to the latest request on this connection
 */
export function answerFramingError(
  log: Log,
  error: Error & { code?: string },
  socket: Socket,
  answer: ServerResponse | undefined,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, phrase, pt } = BROKEN[error.code ?? ''] ?? OTHERWISE;
  endInTurn(log, socket, answer, [status, phrase], { error: 'invalid_request', message: pt });
}

/**
 * Ends a connection with a refusal, after the answers to the requests before it: a client would
 * take it for one of those, and a charge that was made for one that was not.
 */
function endInTurn(
  log: Log,
  socket: Socket,
  answer: ServerResponse | undefined,
  ...refusal: Refusal
): void {
  if (broken.has(socket)) return;
  broken.add(socket);
  if (answer?.headersSent && !(answer.req.complete && answer.writableEnded)) {
    // Nobody expects a second answer to a request that was answered before its end, nor one in the
    // middle of the first.
    socket.destroySoon();
    return;
  }
  const end = (): void => {
    // After some answers the connection closes.
    if (socket.writable) endWith(log, socket, ...refusal);
  };
  if (!answer || answer.writableFinished) end();
  else if (answer.req.complete) answer.once('finish', end);
  // The broken request is this one: it gets no other answer.
  else if (answer.socket) end();
  else answer.once('socket', end);
}

/** Keeps serving clients that half-close their connection; Node would close it. */
export function allowHalfOpen(server: Server): void {
  // Not in Node's types. Answers without an end must check whether the client is still there.
  Object.assign(server, { httpAllowHalfOpen: true });
}

/** By default, Node answers an unmet `Expect` with an empty 417, and `CONNECT` not at all. */
export function answerWhatNodeRefuses(log: Log, server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  const connections = connectionsOf(server);
  server.on('connect', (_request, socket: Socket) => {
    // Node has removed all its own listeners: an unhandled error would end the process, a client
    // that leaves would go unnoticed, and one that stays would keep the connection forever.
    socket.on('error', () => undefined).resume();
    socket.once('finish', () => socket.destroy());
    const { code, text } = new ApiError('not_found');
    const refusal = { error: code, message: text.pt };
    endInTurn(log, socket, connections.get(socket), [404, 'Not Found'], refusal);
  });
}

const CODING = {
  pt: 'Envie o corpo com Content-Length, ou em partes com Transfer-Encoding: chunked e nada além disso.',
  en: 'Send the body with Content-Length, or with Transfer-Encoding: chunked and nothing else.',
};

/**
 * Node only decodes `chunked` as the last coding of a body and ignores the others: what remains is
 * not what was meant, and a proxy in front of us may have seen the body end elsewhere.
 * @throws ApiError invalid_request
 */
export function refuseCodings({ raw }: FastifyRequest, reply: FastifyReply): void {
  const coding = raw.headers['transfer-encoding'];
  if (coding === undefined) return;
  // HTTP/1.0 has no transfer codings.
  if (raw.httpVersion === '1.1' && coding.toLowerCase() === 'chunked') return;
  reply.raw.setHeader('connection', 'close');
  throw new ApiError('invalid_request', { text: CODING });
}

/**
 * Node answers a request to upgrade as any other, but drops whatever it has read after it: clients
 * repeat on another connection what was not answered on one that closed.
 */
export function closeAfterUpgrade({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { upgrade, connection = '' } = raw.headers;
  if (upgrade === undefined || !/\bupgrade\b/i.test(connection)) return;
  reply.raw.setHeader('connection', 'close');
}

/** Headers that may occur only once, by the length of their name. */
const SINGLE_HEADERS: Readonly<Record<number, string>> = {
  4: 'host',
  12: 'content-type',
  13: 'authorization',
};

const ONCE = {
  pt: 'Envie os cabeçalhos Host, Content-Type e Authorization uma só vez cada um; Host não pode faltar nem ter mais que um nome ou endereço e uma porta.',
  en: 'Send the headers Host, Content-Type and Authorization once each; Host is required, and may have only a name or an address and a port.',
};

/** RFC 9112, 3.2. An empty host is valid, too. */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i;

/**
 * Of repeated headers Node takes the first; a proxy in front of us may have taken another.
 * @throws ApiError invalid_request
 */
export function refuseHeaders(request: FastifyRequest): void {
  if (!areValid(request)) throw new ApiError('invalid_request', { text: ONCE });
}

function areValid({ headers, raw: { httpVersion, rawHeaders } }: FastifyRequest): boolean {
  const { host } = headers;
  if (host === undefined ? httpVersion === '1.1' : !HOST.test(host)) return false;
  let seen = 0;
  // Alternating names and values, in a plain loop, since this runs on every request.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const once = SINGLE_HEADERS[name.length];
    if (once === undefined || name.toLowerCase() !== once) continue;
    const place = 1 << name.length;
    if ((seen & place) !== 0) return false;
    seen |= place;
  }
  return true;
}

type Refusal = readonly [
  head: readonly [status: number, phrase: string],
  body: { readonly error: ErrorCode; readonly message: string },
];

function endWith(log: Log, socket: Socket, ...[[status, phrase], refusal]: Refusal): void {
  const requestId = randomUUID();
  log.info({ requestId, status });
  const body = JSON.stringify(refusal);
  socket.end(
    `HTTP/1.1 ${String(status)} ${phrase}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Request-Id: ${requestId}\r\nContent-Length: ${String(Buffer.byteLength(body))}\r\n` +
      `Date: ${new Date().toUTCString()}\r\n` +
      'X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n' +
      `Connection: close\r\n\r\n${body}`,
  );
}
