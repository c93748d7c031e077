import type { FastifyReply } from 'fastify';
import { hijackReply, onHalfClosed } from './hijack-reply.ts';

/** Server-sent events to one page. */
export interface EventStream {
  write(text: string): void;
  end(): void;
}

/**
 * Begins an answer of server-sent events, which from here on is the caller's.
 * @param mostUnread how many bytes are buffered for a client that does not read
 */
export function beginEvents(
  reply: FastifyReply,
  mostUnread: number,
  headers: Readonly<Record<string, string>> = {},
): EventStream {
  const raw = hijackReply(reply, {
    'content-type': 'text/event-stream; charset=utf-8',
    ...headers,
  });
  onHalfClosed(raw, () => raw.destroy());
  const write = (text: string): void => {
    if (raw.writableEnded || raw.destroyed) return;
    if (raw.writableLength > mostUnread) raw.destroy();
    else raw.write(text);
  };
  // Clients of a node that went away must not all reconnect at the same instant.
  write(`retry: ${String(1_500 + Math.floor(Math.random() * 1_000))}\n\n`);
  return {
    write,
    end: () => {
      // Does not wait for a client that has fallen behind.
      if (raw.writableLength > mostUnread) raw.destroy();
      else raw.end();
    },
  };
}
