import type { FastifyReply } from 'fastify';
import { MINUTE_MS } from '../durations.ts';
import { ApiError } from '../errors.ts';
import { beginEvents, type EventStream } from '../platform/event-stream.ts';
import { gauge } from '../platform/metrics.ts';

/** How many bytes are buffered for a client that does not read; a state takes forty. */
const MAX_UNREAD = 16 * 1024;
const HEADERS = { 'x-robots-tag': 'noindex, nofollow' };
const BUSY_SECONDS = 10;

const LIMITS = {
  /** Per process; clients for which there is no room poll instead. */
  streams: 10_000,
  /** All customers of a mobile network may share a few addresses. */
  streamsOfNetwork: 2_500,
  heartbeatMs: 15_000,
  /** After this the browser reconnects by itself, perhaps to a node with more room. */
  lifeMs: 30 * MINUTE_MS,
};
export type StreamLimits = Partial<typeof LIMITS>;

/** Heartbeats are sent in this many parts, so that thousands at once delay nobody. */
const PARTS = 15;

export interface Stream {
  /** Sends an event. When the browser reconnects, it sends back the `data` of the last one. */
  send(event: string, data: string): void;
  end(): void;
}

export interface Streams {
  /** @throws ApiError unavailable or rate_limited if there is no room for another stream */
  admit(network: string): void;
  /** Begins the answer and takes it over. `onClose` is called once, however the stream ends. */
  open(reply: FastifyReply, network: string, onClose: () => void): Stream;
  endAll(): void;
}

interface Open extends EventStream {
  readonly part: number;
  readonly endsAt: number;
}

const openPages = gauge('ponte_open_pages', 'Pages that are told of changes as they happen.');

export function openStreams(limits: StreamLimits): Streams {
  const { streams, streamsOfNetwork, heartbeatMs, lifeMs } = { ...LIMITS, ...limits };
  const open = new Set<Open>();
  const ofNetwork = new Map<string, number>();
  let opened = 0;
  let turn = 0;
  let stopped = false;
  let beating: NodeJS.Timeout | undefined;

  const count = (network: string, by: 1 | -1): void => {
    const now = (ofNetwork.get(network) ?? 0) + by;
    if (now === 0) ofNetwork.delete(network);
    else ofNetwork.set(network, now);
    openPages.inc(by);
  };
  const beat = (): void => {
    turn = (turn + 1) % PARTS;
    const now = performance.now();
    for (const stream of open) {
      if (stream.part !== turn) continue;
      if (now < stream.endsAt) stream.write(':\n\n');
      else stream.end();
    }
  };

  return {
    admit: (network) => {
      if (stopped) throw new ApiError('unavailable');
      const retry = { retryAfterSeconds: BUSY_SECONDS };
      if (open.size >= streams) throw new ApiError('unavailable', retry);
      const theirs = ofNetwork.get(network) ?? 0;
      if (theirs >= streamsOfNetwork) throw new ApiError('rate_limited', retry);
    },
    open: (reply, network, onClose) => {
      const events = beginEvents(reply, MAX_UNREAD, HEADERS);
      opened += 1;
      const part = opened % PARTS;
      const endsAt = performance.now() + lifeMs;
      const send: Stream['send'] = (event, data) =>
        events.write(`id: ${data}\nevent: ${event}\ndata: ${data}\n\n`);
      const stream = { ...events, send, part, endsAt };
      open.add(stream);
      count(network, 1);
      beating ??= setInterval(beat, heartbeatMs / PARTS).unref();
      reply.raw.once('close', () => {
        open.delete(stream);
        count(network, -1);
        if (open.size === 0) {
          clearInterval(beating);
          beating = undefined;
        }
        onClose();
      });
      return stream;
    },
    endAll: () => {
      stopped = true;
      for (const stream of open) stream.end();
    },
  };
}
