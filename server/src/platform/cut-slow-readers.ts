import type { ServerResponse } from 'node:http';
import { connectionsOf } from './connections.ts';
import type { Http } from './http.ts';

/** Nobody needs longer for the longest answer, also on a poor line. */
const READING_MS = 60_000;
const SWEEP_MS = 5_000;

/**
 * Cuts a connection whose client takes its answer in by drops: as long as a drop is taken now and
 * then, no time-out of inactivity ends it, and the whole answer waits in our memory.
 */
export function cutSlowReaders(http: Http, readingMs = READING_MS): void {
  const connections = connectionsOf(http.server);
  /** Since when an answer waits to be taken in. Only sweeps write it, and they are few. */
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
