import { findFreePort, promisePort, tryToListen } from './free-port.ts';
import { waitFor } from './wait-for.ts';

/** The children of a predecessor that was just killed need a moment to release their port. */
const PREDECESSOR_TIMEOUT_MS = 3_000;

/** The port to listen on; 0 means any. @throws Error if somebody else has it */
export async function findListeningPort(
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<number> {
  if (port === 0) return findFreePort();
  let obstacle: string | undefined;
  await waitFor(
    async () => {
      obstacle = await tryToListen(host, port);
      return obstacle === 'EADDRINUSE' ? undefined : true;
    },
    { timeoutMs: PREDECESSOR_TIMEOUT_MS, everyMs: 100, signal },
  );
  if (obstacle === 'EADDRINUSE') {
    throw new Error(
      `Port ${port} of ${host} is in use by another program. Set PORT to a free one.`,
    );
  }
  if (obstacle) {
    throw new Error(
      `Cannot listen on port ${port} of ${host} (${obstacle}). ${adviceOn(obstacle)}`,
    );
  }
  promisePort(port);
  return port;
}

function adviceOn(obstacle: string): string {
  return obstacle === 'EACCES'
    ? 'Set PORT to 1024 or more, and let a proxy have the lower ones.'
    : 'Set PONTE_HOST to an address of this machine, such as 127.0.0.1, without a port.';
}
