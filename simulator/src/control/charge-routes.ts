import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import type { Payment } from '../charges/charge.ts';
import {
  type ChargeCommand,
  commandCharge,
  disputeCharge,
  payCharge,
  PLAIN_CHARGE_COMMANDS,
  reorganiseCharge,
} from '../charges/command-charge.ts';
import { plainId } from '../ids.ts';
import { MED_BODY, PAY_BODY, REORGANISE_BODY } from './schemas.ts';

interface OfCharge {
  readonly Params: { partner: string; id: string };
}

export function chargeRoutes(http: FastifyInstance, app: App): void {
  const run = async ({ partner, id }: OfCharge['Params'], command: ChargeCommand) => {
    await commandCharge(app, partner, plainId(id), command);
    return { accepted: true };
  };

  http.post<OfCharge & { Body: Payment }>(
    '/charges/:id/pay',
    { schema: { body: PAY_BODY } },
    async (request, reply) =>
      reply.code(202).send(await run(request.params, payCharge(request.body))),
  );

  http.post<OfCharge & { Body: { amountInCents?: number } }>(
    '/charges/:id/med',
    { schema: { body: MED_BODY } },
    async (request, reply) =>
      reply.code(202).send(await run(request.params, disputeCharge(request.body))),
  );

  http.post<OfCharge & { Body: { backAfterBlocks?: number } }>(
    '/charges/:id/reorganise',
    { schema: { body: REORGANISE_BODY } },
    async (request, reply) =>
      reply.code(202).send(await run(request.params, reorganiseCharge(request.body))),
  );

  for (const [name, command] of Object.entries(PLAIN_CHARGE_COMMANDS)) {
    http.post<OfCharge>(`/charges/:id/${name}`, async (request, reply) =>
      reply.code(202).send(await run(request.params, command)),
    );
  }
}
