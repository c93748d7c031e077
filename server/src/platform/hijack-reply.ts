import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/**
 * Calls `listener` when the client has half-closed its connection, even if it did so earlier.
 * Hardly any client still listens then, and there is no other sign of a client that has gone.
 */
export function onHalfClosed(raw: ServerResponse, listener: () => void): void {
  const { socket } = raw;
  if (socket?.readableEnded) {
    listener();
    return;
  }
  socket?.once('end', listener);
  // The connection may be used for further requests.
  raw.once('close', () => socket?.off('end', listener));
}

/**
 * Begins an answer that is written piece by piece, and that belongs to the caller from here on. The
 * headers set so far, such as the request id, are sent with it.
 */
export function hijackReply(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  raw.on('error', () => undefined);
  // The framework only logs and counts answers that finish or fail, but clients just leave.
  raw.once('close', () => {
    if (!raw.writableFinished) raw.emit('error', new Error('the client has gone'));
  });
  // If the client has already left, `close` was emitted before anybody could listen for it.
  if (raw.destroyed) process.nextTick(() => raw.emit('close'));
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    // Proxies must not cache, compress or buffer it.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // Closes the connection as soon as the answer ends.
    connection: 'close',
    ...headers,
  });
  return raw;
}
