import type { FastifyReply } from 'fastify';
import type { OnceAnswer } from './once.ts';

/** What every route with an idempotency key can refuse, besides invalid fields. */
export const IDEMPOTENCY_ERRORS = [
  'missing_idempotency_key',
  'previous_error',
  'idempotency_mismatch',
  'in_progress',
  'payer_declined',
  'provider_error',
  'not_configured',
] as const;

/** Sends the stored bytes unchanged; a replay is marked by a header. */
export function sendOnce(reply: FastifyReply, answer: OnceAnswer): FastifyReply {
  if (answer.replayed) void reply.header('idempotent-replayed', 'true');
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
}
