import type { ServerResponse } from 'node:http';
import { connectionsOf } from './connections.ts';
import type { Http } from './http.ts';

/** Enough for the longest answer, even on a poor connection. */
const READING_MS = 60_000;
const SWEEP_MS = 5_000;

/**
 * Closes the connection of a client that reads its answer in trickles: as long as it reads a little
 * now and then, no inactivity timeout fires, and the whole answer stays in our memory.
 */
export function cutSlowReaders(http: Http, readingMs = READING_MS): void {
  const connections = connectionsOf(http.server);
  /** Since when each answer has been waiting to be read. Only the few sweeps write this. */
  const waiting = new WeakMap<ServerResponse, number>();
  const sweep = setInterval(
    () => {
      const now = performance.now();
      for (const [socket, answer] of connections) {
        if (!answer) continue;
        const since = waiting.get(answer) ?? now;
        if (socket.writableLength === 0) waiting.delete(answer);
        else if (now - since > readingMs) socket.destroy();
        else waiting.set(answer, since);
      }
    },
    Math.min(SWEEP_MS, readingMs / 5),
  ).unref();
  http.addHook('onClose', async () => clearInterval(sweep));
}
