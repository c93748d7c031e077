import { once } from 'node:events';
import type { Server } from 'node:net';

/** Makes a server listen on the loopback address. @returns the port, by default any free one */
export async function listen(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
