import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { ProviderRefusal } from '../errors.ts';
import { plainId } from '../ids.ts';
import { createWithdrawal, type WithdrawalOrder } from '../withdrawals/create-withdrawal.ts';
import { findWithdrawal, type NewWithdrawal } from '../withdrawals/store.ts';
import { withdrawView } from '../withdrawals/wire.ts';
import { answerLater, refuseWhenBusy } from './asynchronous.ts';
import { admit, answerCall } from './call.ts';
import { STATUS_QUERY, WITHDRAW_BODY } from './schemas.ts';

/** The response to creating a withdrawal: neither a status nor an expiration. */
export const createdWithdrawal = (withdrawal: NewWithdrawal): object => ({
  withdrawalId: withdrawal.id,
  depositAddress: withdrawal.depositAddress,
  depositAmountInCents: withdrawal.depositAmountInCents,
  payoutAmountInCents: withdrawal.payoutAmountInCents,
});

export function withdrawRoutes(http: FastifyInstance, app: App): void {
  http.post<{ Body: WithdrawalOrder }>(
    '/withdraw',
    { onRequest: admit(app, 'withdraw', 'withdraw'), schema: { body: WITHDRAW_BODY } },
    (request, reply) =>
      answerCall(app, request, reply, async ({ partner, nonce }) => {
        refuseWhenBusy(partner, request);
        const { row, replayed } = await createWithdrawal(app, partner, nonce, request.body);
        if (!replayed && answerLater(app, partner, request, reply, row.id)) return { response: {} };
        return { response: createdWithdrawal(row), wrapped: partner.switches.wrapped };
      }),
  );

  http.get<{ Querystring: { id: string } }>(
    '/withdraw-status',
    { onRequest: admit(app, 'withdraw-status', 'withdraw'), schema: { querystring: STATUS_QUERY } },
    (request, reply) =>
      answerCall(app, request, reply, async ({ partner }) => {
        const id = plainId(request.query.id);
        const withdrawal = await findWithdrawal(app.db, partner.name, id);
        if (!withdrawal) throw new ProviderRefusal(404);
        return { response: withdrawView(withdrawal) };
      }),
  );
}
