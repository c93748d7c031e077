import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Lets whoever still sends a body that was refused go on, and read why. The framework closes the
 * connection at once, and a client that is closed upon while it sends meets a reset instead of the
 * answer. What still comes is thrown away, for no longer than any request may take.
 */
export function takeRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  // Where we mean to close, it is said on the raw answer, or after this: that stays.
  if (!reply.hasHeader('connection') || reply.raw.hasHeader('connection')) return;
  void reply.removeHeader('connection');
  raw.resume();
}
