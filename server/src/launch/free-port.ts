import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of 127.0.0.1 that nobody listens on. It lies below the range from which systems number
 * outgoing connections: there, a client that retries against a server being restarted could take
 * its port, or meet itself.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if ((await tryToListen('127.0.0.1', port)) === undefined) return port;
  }
}

/** Listens for an instant; returns why it is impossible (`EADDRINUSE`, `EACCES`, …), or nothing. */
export async function tryToListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}
