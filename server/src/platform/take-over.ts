import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/**
 * Tells that whoever asked sends no more, maybe before this: hardly anybody goes on listening then,
 * and nothing else is heard of those who have gone.
 */
export function onSaidAll(raw: ServerResponse, tell: () => void): void {
  const { socket } = raw;
  if (socket?.readableEnded) {
    tell();
    return;
  }
  socket?.once('end', tell);
  // The connection may ask for more.
  raw.once('close', () => socket?.off('end', tell));
}

/**
 * Begins an answer that is written piece by piece, and from here on is the caller's. The headers
 * set so far, such as the request's id, go with it.
 */
export function takeOver(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  raw.on('error', () => undefined);
  // The framework logs and counts only what finished or failed, and clients just leave.
  raw.once('close', () => {
    if (!raw.writableFinished) raw.emit('error', new Error('the client has gone'));
  });
  // Whoever left before this has closed it already: who listens from now on would never hear it.
  if (raw.destroyed) process.nextTick(() => raw.emit('close'));
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    // What stands between must neither keep it, nor pack it, nor wait for more of it.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // So that it closes as soon as the answer ends.
    connection: 'close',
    ...headers,
  });
  return raw;
}
