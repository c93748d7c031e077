import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { listenedOn } from '../network.ts';

/**
 * A port of 127.0.0.1 that nobody listens on, below the range of ephemeral ports: a client that
 * retries while the server restarts could otherwise be given its port, or connect to itself.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if ((await tryToListen('127.0.0.1', port)) === undefined) return port;
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
