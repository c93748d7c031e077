import { connect, createServer, type Socket } from 'node:net';
import type { Scope } from './database.ts';
import { listen } from './listen.ts';

/** The network between a program and its server. */
export interface Wire {
  /** The server's URL, by way of this network. */
  readonly url: string;
  /** Ends every connection, and each new one as soon as it is used, until `mend`. */
  cut(): void;
  /** Loses whatever is sent, unnoticed by either side; `mend` helps only new connections. */
  mute(): void;
  mend(): void;
}

/** @param isUp asked for each connection: whether it reaches the server */
export async function openWire(
  scope: Scope,
  to: string,
  isUp: () => boolean = () => true,
): Promise<Wire> {
  const url = new URL(to);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  let state: 'up' | 'cut' | 'mute' = 'up';
  const keep = (socket: Socket): Socket => {
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    sockets.add(socket);
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    if (state === 'mute') return void near.resume();
    if (state === 'cut' || !isUp()) return void near.once('data', () => near.destroy());
    const far = keep(connect(Number(port), hostname)).on('close', () => near.destroy());
    near
      .on('close', () => far.destroy())
      .pipe(far)
      .pipe(near);
  });
  const endAll = (): void => sockets.forEach((socket) => socket.destroy());
  url.port = String(await listen(server));
  scope.after(() => {
    endAll();
    server.close();
  });
  return {
    url: url.href,
    cut: () => {
      state = 'cut';
      endAll();
    },
    mute: () => {
      state = 'mute';
      sockets.forEach((socket) => socket.unpipe().resume());
    },
    mend: () => void (state = 'up'),
  };
}
