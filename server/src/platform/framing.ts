import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../errors.ts';
import type { Log } from './log.ts';

const STATUS: Readonly<Record<string, readonly [status: number, phrase: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/** Node refuses broken framing before any route sees it; the answer has our shape all the same. */
export function answerFramingError(
  log: Log,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, phrase] = STATUS[error.code ?? ''] ?? [400, 'Bad Request'];
  endWith(log, socket, status, phrase, new ApiError('invalid_request'));
}

/** Node would answer an unmet `Expect` with an empty 417, and `CONNECT` not at all. */
export function answerWhatNodeRefuses(log: Log, server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket: Socket) => {
    endWith(log, socket, 404, 'Not Found', new ApiError('not_found'));
  });
}

function endWith(
  log: Log,
  socket: Socket,
  status: number,
  phrase: string,
  refusal: ApiError,
): void {
  const requestId = randomUUID();
  log.info({ requestId, status });
  const body = JSON.stringify({ error: refusal.code, message: refusal.text.pt });
  socket.end(
    `HTTP/1.1 ${String(status)} ${phrase}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Request-Id: ${requestId}\r\nContent-Length: ${String(Buffer.byteLength(body))}\r\n` +
      'X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n' +
      `Connection: close\r\n\r\n${body}`,
  );
}
