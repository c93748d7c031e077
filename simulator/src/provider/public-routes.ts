import type { FastifyInstance } from 'fastify';
import QRCode from 'qrcode';
import type { App } from '../app.ts';
import { findAnyCharge } from '../charges/store.ts';
import { codeOf } from '../charges/wire.ts';
import { ProviderRefusal } from '../errors.ts';
import { getPartner } from '../partners/store.ts';
import { receiptPage } from '../withdrawals/receipt-page.ts';
import { findAnyWithdrawal } from '../withdrawals/store.ts';
import { createdDeposit } from './deposit-routes.ts';
import { createdWithdrawal } from './withdraw-routes.ts';

/** What the provider serves to anybody who knows an id. */
export function publicRoutes(http: FastifyInstance, app: App): void {
  http.get<{ Params: { id: string } }>('/qr/:id.png', async (request, reply) => {
    const charge = await findAnyCharge(app.db, request.params.id);
    if (!charge) throw new ProviderRefusal(404);
    const code = codeOf(charge);
    return reply.type('image/png').send(await QRCode.toBuffer(code, { errorCorrectionLevel: 'M' }));
  });

  http.get<{ Params: { id: string } }>('/receipts/:id', async (request, reply) => {
    const withdrawal = await findAnyWithdrawal(app.db, request.params.id);
    const page = withdrawal && receiptPage(withdrawal);
    if (page === undefined) throw new ProviderRefusal(404);
    return reply
      .type('text/html; charset=utf-8')
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
      .header('Cache-Control', 'no-store')
      .send(page);
  });

  // The response to an asynchronous call is documented without the envelope.
  http.get<{ Params: { id: string } }>('/api-response/:id', async (request) => {
    const { id } = request.params;
    const charge = await findAnyCharge(app.db, id);
    if (charge) return createdDeposit(app, await getPartner(app, app.db, charge.partner), charge);
    const withdrawal = await findAnyWithdrawal(app.db, id);
    if (!withdrawal) throw new ProviderRefusal(404);
    return createdWithdrawal(withdrawal);
  });
}
