import type { ServerResponse } from 'node:http';
import type { Http } from './http.ts';

/** Nobody needs longer for the longest answer, also on a poor line. */
const READING_MS = 60_000;
const SWEEP_MS = 5_000;

/**
 * Cuts a connection whose client takes its answer in by drops: as long as a drop is taken now and
 * then, no time-out of inactivity ends it, and the whole answer waits in our memory.
 */
export function cutSlowReaders(http: Http, readingMs = READING_MS): void {
  /** Since when each answer has been on its way: one list, for no timer an answer is so cheap. */
  const underWay = new Map<ServerResponse, number>();
  const sweep = setInterval(
    () => {
      const tooLongAgo = performance.now() - readingMs;
      for (const [answer, since] of underWay) {
        if (since < tooLongAgo) answer.socket?.destroy();
        // Also of clients that left in the middle, of whom no hook tells.
        if (answer.destroyed) underWay.delete(answer);
      }
    },
    Math.min(SWEEP_MS, readingMs / 5),
  ).unref();
  http.addHook('onClose', async () => clearInterval(sweep));
  http.addHook('onSend', (_request, reply, _payload, done) => {
    underWay.set(reply.raw, performance.now());
    done();
  });
  http.addHook('onResponse', (_request, reply, done) => {
    underWay.delete(reply.raw);
    done();
  });
}
