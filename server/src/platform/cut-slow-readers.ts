import type { Http } from './http.ts';

/** Nobody needs longer for the longest answer, also on a poor line. */
const READING_MS = 60_000;

/**
 * Cuts a connection whose client takes its answer in by drops: as long as a drop is taken now and
 * then, no time-out of inactivity ends it, and the whole answer waits in our memory.
 */
export function cutSlowReaders(http: Http, readingMs = READING_MS): void {
  http.addHook('onSend', async (request, reply) => {
    const timer = setTimeout(() => request.raw.socket.destroy(), readingMs).unref();
    reply.raw.once('close', () => clearTimeout(timer));
  });
}
