import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Http } from './http.ts';

/** Nobody needs longer for the longest answer, also on a poor line. */
const READING_MS = 60_000;
const SWEEP_MS = 5_000;

/** What a connection's client is taking in, and since when it was on its way. */
interface Reading {
  answer: ServerResponse | undefined;
  since: number;
}

/**
 * Cuts a connection whose client takes its answer in by drops: as long as a drop is taken now and
 * then, no time-out of inactivity ends it, and the whole answer waits in our memory.
 */
export function cutSlowReaders(http: Http, readingMs = READING_MS): void {
  // By connection, and without a timer for each answer. A map that every answer came into and left
  // grew anew all the time, and its outgrown tables kept answers alive for many collections.
  const readings = new Map<Socket, Reading>();
  const sweep = setInterval(
    () => {
      const tooLongAgo = performance.now() - readingMs;
      for (const [socket, { answer, since }] of readings) {
        if (answer && since < tooLongAgo) socket.destroy();
      }
    },
    Math.min(SWEEP_MS, readingMs / 5),
  ).unref();
  http.server.on('connection', (socket: Socket) => {
    readings.set(socket, { answer: undefined, since: 0 });
    socket.once('close', () => readings.delete(socket));
  });
  http.addHook('onClose', async () => clearInterval(sweep));
  http.addHook('onSend', (request, reply, _payload, done) => {
    const reading = readings.get(request.raw.socket);
    if (reading) {
      reading.answer = reply.raw;
      reading.since = performance.now();
    }
    done();
  });
  http.addHook('onResponse', (request, reply, done) => {
    const reading = readings.get(request.raw.socket);
    if (reading?.answer === reply.raw) reading.answer = undefined;
    done();
  });
}
