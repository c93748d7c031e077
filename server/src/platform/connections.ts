import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is open, each with the answer to what came last on it. */
export type Connections = ReadonlyMap<Socket, ServerResponse | undefined>;

const known = new WeakMap<Server, Connections>();

/** Those of a server, whoever asks: each request is noted once. */
export function connectionsOf(server: Server): Connections {
  const connections = known.get(server) ?? watch(server);
  known.set(server, connections);
  return connections;
}

function watch(server: Server): Connections {
  const open = new Map<Socket, ServerResponse | undefined>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
  });
  // Before anybody answers: the answer may be asked for at once.
  server.prependListener('request', ({ socket }, answer) => {
    if (open.has(socket)) open.set(socket, answer);
  });
  return open;
}
