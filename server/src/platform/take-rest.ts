import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Lets a client finish sending a body that was refused, and read why; then the connection ends, as
 * the answer says. Closed at once, a client that is still sending would see a reset instead of the
 * answer. Kept open, a proxy whose client has gone could send another client's request on it, in
 * place of the missing rest. The rest is discarded, for no longer than any request may take.
 */
export function takeRest({ raw }: FastifyRequest, reply: FastifyReply, done: () => void): void {
  // Where we mean to close at once, it is said on the raw answer.
  if (reply.raw.hasHeader('connection')) {
    done();
    return;
  }
  // The framework's own, which says so of a body that is too long even when all of it has come.
  if (reply.hasHeader('connection')) void reply.removeHeader('connection');
  if (isWhole(raw)) {
    done();
    return;
  }
  // What came in one packet with its head is whole a moment later.
  setImmediate(() => {
    if (!isWhole(raw)) {
      void reply.header('connection', 'close');
      endAfter(raw, reply.raw);
    }
    done();
  });
}

/** A request without a body ends before it is known to be complete. */
function isWhole({ complete, readableEnded }: IncomingMessage): boolean {
  return complete || readableEnded;
}

/** Sends all of the answer, but does not end it before the request: Node closes with the answer. */
function endAfter(request: IncomingMessage, answer: ServerResponse): void {
  const end = answer.end.bind(answer);
  Object.assign(answer, {
    end: (body?: string | Buffer | null) => {
      answer.cork();
      answer.flushHeaders();
      if (body) answer.write(body);
      answer.uncork();
      finished(request, { writable: false }, () => end());
      request.resume();
      return answer;
    },
  });
}
