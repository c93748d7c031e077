import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { listenedOn } from '../network.ts';

/** The ports that somebody here has, who perhaps does not listen yet. */
const promised = new Set<number>();

/** Keeps a port, on which this process or a child is about to listen, from being given out. */
export function promisePort(port: number): void {
  promised.add(port);
}

/**
 * A port of 127.0.0.1 that nobody listens on and nobody else is given here, below the range of
 * ephemeral ports: a client that retries while the server restarts could otherwise be given its
 * port, or connect to itself.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if ((await tryToListen('127.0.0.1', port)) !== undefined || promised.has(port)) continue;
    promisePort(port);
    return port;
  }
}

/** Listens for an instant; returns the error code if that fails (`EADDRINUSE`, `EACCES`, …). */
export async function tryToListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host: listenedOn(host), port }, () => server.close(() => resolve(undefined)));
  });
}
