import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Open connections, each with the response to its latest request. */
export type Connections = ReadonlyMap<Socket, ServerResponse | undefined>;

const known = new WeakMap<Server, Connections>();

/** The connections of a server. Callers share one map, so that each request is recorded once. */
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
  // Runs before any handler, which may need the response at once.
  server.prependListener('request', ({ socket }, answer) => {
    if (open.has(socket)) open.set(socket, answer);
  });
  return open;
}
