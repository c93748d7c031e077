import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Has what a client sends ahead on one connection worked on one after the other, each in a turn of
 * the event loop of its own: one packet holds two thousand requests, which all at once would keep
 * everybody waiting for seconds. What is still to come when its client has gone is not begun.
 */
export function takeTurns(server: Server): void {
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const begin = (): void => {
      if (answer.destroyed || request.socket.destroyed) return;
      for (const handle of handlers) Reflect.apply(handle, server, [request, answer]);
    };
    if (answer.socket) begin();
    else {
      // It is given the connection once the answers before it have left, by the last of them: what
      // that one carried with it, such as its trace, is not this one's.
      answer.once(
        'socket',
        AsyncLocalStorage.bind(() => setImmediate(begin)),
      );
    }
  });
}
