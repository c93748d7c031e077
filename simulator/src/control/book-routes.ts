import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { statusAt } from '../charges/charge.ts';
import { bookOfCharges } from '../charges/store.ts';
import { getPartner } from '../partners/store.ts';
import { bookOfWithdrawals } from '../withdrawals/store.ts';

/** Everything ever booked for a partner, oldest first. */
export function bookRoutes(http: FastifyInstance, app: App): void {
  http.get<{ Params: { partner: string } }>('/books', async ({ params }) => {
    const { name, now } = await getPartner(app, app.db, params.partner);
    const charges = await bookOfCharges(app.db, name);
    const withdrawals = await bookOfWithdrawals(app.db, name);
    return {
      charges: charges.map((charge) => ({
        id: charge.id,
        nonce: charge.nonce,
        amountInCents: charge.amountInCents,
        status: statusAt(charge, now),
      })),
      withdrawals: withdrawals.map(({ id, nonce, payoutAmountInCents, status, mishap }) => ({
        id,
        nonce,
        payoutAmountInCents,
        status,
        ...(mishap && { mishap }),
      })),
    };
  });
}
