import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const LIMITS = {
  /** How many requests may wait on a connection before no more of it is read. */
  ofConnection: 100,
  /** How many may wait on all of them: one packet can hold thousands. */
  all: 10_000,
};

/**
 * Handles pipelined requests of one connection one after the other, each in its own turn of the
 * event loop: one packet can hold two thousand requests, which would block everybody for seconds if
 * they were handled at once. Requests that are waiting when their client leaves are not begun.
 */
export function serializePipelined(server: Server, limits: Partial<typeof LIMITS> = {}): void {
  const queue = openQueue({ ...LIMITS, ...limits });
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const { socket } = request;
    const begin = (): void => {
      if (answer.destroyed || socket.destroyed) return;
      for (const handle of handlers) Reflect.apply(handle, server, [request, answer]);
    };
    if (answer.socket) begin();
    else if (!socket.destroyed) {
      queue.enter(socket);
      // It gets the connection when the answers before it have been sent, in the last one's async
      // context, whose contents, such as its trace, must not carry over.
      answer.once(
        'socket',
        AsyncLocalStorage.bind(() => {
          queue.leave(socket);
          setImmediate(begin);
        }),
      );
    }
  });
}

/** Counts the requests that wait, and reads no more of a connection on which too many do. */
function openQueue({ ofConnection, all }: typeof LIMITS) {
  const waiting = new Map<Socket, number>();
  let total = 0;
  const isFull = (socket: Socket): boolean => (waiting.get(socket) ?? 0) >= ofConnection;
  const watch = (socket: Socket): void => {
    // Node resumes it by itself, for the body of the request that is being handled.
    socket.on('resume', () => {
      if (isFull(socket)) socket.pause();
    });
    socket.once('close', () => {
      total -= waiting.get(socket) ?? 0;
      waiting.delete(socket);
    });
  };
  return {
    enter: (socket: Socket): void => {
      const before = waiting.get(socket);
      if (before === undefined) watch(socket);
      waiting.set(socket, (before ?? 0) + 1);
      total += 1;
      if (!isFull(socket)) return;
      if (total > all) socket.destroy();
      else socket.pause();
    },
    leave: (socket: Socket): void => {
      const before = waiting.get(socket);
      if (before === undefined) return;
      waiting.set(socket, before - 1);
      total -= 1;
      if (before === ofConnection) socket.resume();
    },
  };
}
