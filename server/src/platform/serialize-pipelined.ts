import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Handles pipelined requests of one connection one after the other, each in its own turn of the
 * event loop: one packet can hold two thousand requests, which would block everybody for seconds if
 * they were handled at once. Requests that are waiting when their client leaves are not begun.
 */
export function serializePipelined(server: Server): void {
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const begin = (): void => {
      if (answer.destroyed || request.socket.destroyed) return;
      for (const handle of handlers) Reflect.apply(handle, server, [request, answer]);
    };
    if (answer.socket) begin();
    else {
      // It gets the connection when the answers before it have been sent, in the last one's async
      // context, whose contents, such as its trace, must not carry over.
      answer.once(
        'socket',
        AsyncLocalStorage.bind(() => setImmediate(begin)),
      );
    }
  });
}
