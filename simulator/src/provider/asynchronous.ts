import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { ProviderRefusal } from '../errors.ts';
import type { Partner } from '../partners/partner.ts';
import { plusSeconds } from '../times.ts';

const MESSAGE_LIFETIME_SECONDS = 300;

const modeOf = (request: FastifyRequest): unknown => request.headers['x-async'] ?? 'auto';

/**
 * Legacy generation: a caller that insists on a synchronous response gets none while the queue is
 * full.
 */
export function refuseWhenBusy({ switches }: Partner, request: FastifyRequest): void {
  const busy = switches.generation === 'legacy' && switches.busy;
  if (busy && modeOf(request) === 'false') throw new ProviderRefusal(503);
}

/**
 * Legacy generation: accepts the call now and answers later, at a URL of its own or to the same
 * call with the same nonce. True when it did.
 */
export function answerLater(
  app: App,
  { switches, now }: Partner,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): boolean {
  if (switches.generation !== 'legacy') return false;
  if (!switches.busy && modeOf(request) !== 'true') return false;
  void reply.code(202).send({
    async: true,
    urlResponse: `${app.baseUrl()}/api-response/${id}`,
    expiration: plusSeconds(now, MESSAGE_LIFETIME_SECONDS).toISOString(),
  });
  return true;
}
