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
    // It is given the connection once the answers before it have left.
    if (answer.socket) begin();
    else answer.once('socket', () => setImmediate(begin));
  });
}
