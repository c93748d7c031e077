import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import type { Charge } from '../charges/charge.ts';
import type { ChargeOrder } from '../charges/charge-order.ts';
import { createCharge } from '../charges/create-charge.ts';
import { findCharge, listCharges } from '../charges/store.ts';
import { codeOf, depositView, qrUrlOf } from '../charges/wire.ts';
import { ProviderRefusal } from '../errors.ts';
import { plainId } from '../ids.ts';
import type { Partner } from '../partners/partner.ts';
import { readTime } from '../times.ts';
import { answerLater, refuseWhenBusy } from './asynchronous.ts';
import { admit, answerCall } from './call.ts';
import { DEPOSIT_BODY, LIST_QUERY, STATUS_QUERY } from './schemas.ts';

/** The response to creating a deposit. */
export function createdDeposit(
  app: App,
  partner: Partner,
  charge: Pick<Charge, 'id' | 'amountInCents' | 'delayHours'>,
): object {
  return {
    id: charge.id,
    qrCopyPaste: codeOf(charge),
    qrImageUrl: partner.switches.emptyQrImage ? '' : qrUrlOf(app.baseUrl(), charge.id),
    ...(charge.delayHours !== null && { delayInHours: charge.delayHours }),
  };
}

export function depositRoutes(http: FastifyInstance, app: App): void {
  http.post<{ Body: ChargeOrder }>(
    '/deposit',
    { onRequest: admit(app, 'deposit', 'deposit'), schema: { body: DEPOSIT_BODY } },
    (request, reply) =>
      answerCall(app, request, reply, async ({ partner, nonce }) => {
        refuseWhenBusy(partner, request);
        const { row, replayed } = await createCharge(app, partner, nonce, request.body);
        if (!replayed && answerLater(app, partner, request, reply, row.id)) return { response: {} };
        return { response: createdDeposit(app, partner, row) };
      }),
  );

  http.get<{ Querystring: { id: string } }>(
    '/deposit-status',
    { onRequest: admit(app, 'deposit-status', 'deposit'), schema: { querystring: STATUS_QUERY } },
    (request, reply) =>
      answerCall(app, request, reply, async ({ partner }) => {
        const charge = await findCharge(app.db, partner.name, plainId(request.query.id));
        if (!charge) throw new ProviderRefusal(404);
        const { wrapped } = partner.switches;
        return { response: depositView(charge, partner.now), wrapped };
      }),
  );

  http.get<{ Querystring: { start: string; end: string; status?: string } }>(
    '/deposits',
    { onRequest: admit(app, 'deposits', 'deposit'), schema: { querystring: LIST_QUERY } },
    (request, reply) =>
      answerCall(app, request, reply, async ({ partner }) => {
        const start = readTime(request.query.start);
        const end = readTime(request.query.end);
        if (!start || !end) throw new ProviderRefusal(400, 'start and end must be dates');
        const { name, now, switches } = partner;
        const status = request.query.status ?? null;
        const response = await listCharges(app.db, { partner: name, start, end, status, now });
        return { response, wrapped: switches.wrapped };
      }),
  );
}
