import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Lets a client finish sending a body that was refused, and read why; then the connection ends, as
 * the answer says. Closed at once, a client that is still sending would see a reset instead of the
 * answer. Kept open, a proxy whose client has gone could send another client's request on it, in
 * place of the missing rest. The rest is discarded, for no longer than any request may take.
 */
export function drainBody({ raw }: FastifyRequest, reply: FastifyReply, done: () => void): void {
  // If we mean to close at once, the header is already set on the raw response.
  if (reply.raw.hasHeader('connection')) {
    done();
    return;
  }
  // The framework's own header, which it sets for a body that is too long even if all has arrived.
  if (reply.hasHeader('connection')) void reply.removeHeader('connection');
  if (isWhole(raw)) {
    done();
    return;
  }
  // A body that arrived in the same packet as its head is complete a moment later.
  setImmediate(() => {
    if (!isWhole(raw)) {
      void reply.header('connection', 'close');
      endAfter(raw, reply.raw);
    }
    done();
  });
}

/** A request without a body has ended before `complete` is set. */
function isWhole({ complete, readableEnded }: IncomingMessage): boolean {
  return complete || readableEnded;
}

/** Sends the whole response, but ends it only after the request, since Node then closes. */
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
