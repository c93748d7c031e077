import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import type { Payment } from '../charges/charge.ts';
import {
  type ChargeCommand,
  commandCharge,
  endCharge,
  expireCharge,
  payCharge,
  refundCharge,
  releaseCharge,
  reverseCharge,
} from '../charges/command-charge.ts';
import { plainId } from '../ids.ts';
import { PAY_BODY } from './schemas.ts';

interface OfCharge {
  readonly Params: { partner: string; id: string };
}

const PLAIN_COMMANDS: Record<string, ChargeCommand> = {
  release: releaseCharge,
  expire: expireCharge,
  cancel: endCharge('canceled'),
  error: endCharge('error'),
  med: reverseCharge,
  refund: refundCharge,
};

export function chargeRoutes(http: FastifyInstance, app: App): void {
  const obey = async ({ partner, id }: OfCharge['Params'], command: ChargeCommand) => {
    await commandCharge(app, partner, plainId(id), command);
    return { accepted: true };
  };

  http.post<OfCharge & { Body: Payment }>(
    '/charges/:id/pay',
    { schema: { body: PAY_BODY } },
    async (request, reply) =>
      reply.code(202).send(await obey(request.params, payCharge(request.body))),
  );

  for (const [name, command] of Object.entries(PLAIN_COMMANDS)) {
    http.post<OfCharge>(`/charges/:id/${name}`, async (request, reply) =>
      reply.code(202).send(await obey(request.params, command)),
    );
  }
}
