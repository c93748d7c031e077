import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Scope } from './database.ts';

export interface Trap {
  readonly port: number;
  /** How many connections arrived, on any address. */
  readonly caught: () => number;
}

/** Listens on every IPv4 address of this machine and on IPv6 loopback, on one port. */
export async function openTrap(scope: Scope): Promise<Trap> {
  let caught = 0;
  const listen = async (host: string, port: number): Promise<Server | undefined> => {
    const server = createServer((socket) => {
      caught += 1;
      socket.destroy();
    });
    server.listen({ port, host, exclusive: true });
    const isUp = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (isUp) scope.after(() => void server.close());
    return isUp ? server : undefined;
  };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const every = await listen('0.0.0.0', 0);
    const address = every?.address();
    if (typeof address !== 'object' || !address) continue;
    const { port } = address;
    if (!hasIpv6() || (await listen('::1', port))) return { port, caught: () => caught };
  }
  throw new Error('no port is free on 0.0.0.0 and ::1');
}

function hasIpv6(): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some(({ address }) => address === '::1');
}
