import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { plainId } from '../ids.ts';
import {
  commandWithdrawal,
  fundWithdrawal,
  PLAIN_WITHDRAWAL_COMMANDS,
  type WithdrawalCommand,
} from '../withdrawals/command-withdrawal.ts';
import type { Funding } from '../withdrawals/withdrawal.ts';
import { FUND_BODY } from './schemas.ts';

interface OfWithdrawal {
  readonly Params: { partner: string; id: string };
}

export function withdrawalRoutes(http: FastifyInstance, app: App): void {
  const run = async ({ partner, id }: OfWithdrawal['Params'], command: WithdrawalCommand) => {
    await commandWithdrawal(app, partner, plainId(id), command);
    return { accepted: true };
  };

  http.post<OfWithdrawal & { Body: Funding }>(
    '/withdrawals/:id/fund',
    { schema: { body: FUND_BODY } },
    async (request, reply) =>
      reply.code(202).send(await run(request.params, fundWithdrawal(request.body))),
  );

  for (const [name, command] of Object.entries(PLAIN_WITHDRAWAL_COMMANDS)) {
    http.post<OfWithdrawal>(`/withdrawals/:id/${name}`, async (request, reply) =>
      reply.code(202).send(await run(request.params, command)),
    );
  }
}
