import type { FastifyInstance } from 'fastify';
import type { App } from '../app.ts';
import { statusAt } from '../charges/charge.ts';
import { bookOfCharges } from '../charges/store.ts';
import { getPartner } from '../partners/store.ts';
import { bookOfWithdrawals } from '../withdrawals/store.ts';
import { BOOKS_QUERY } from './schemas.ts';

interface Books {
  readonly Params: { readonly partner: string };
  readonly Querystring: {
    readonly limit?: string;
    readonly beforeCharge?: string;
    readonly beforeWithdrawal?: string;
  };
}

/** The default number of each. */
const MAX_BOOKED = '10000';

/** What was booked for a partner, newest first. */
export function bookRoutes(http: FastifyInstance, app: App): void {
  http.get<Books>('/books', { schema: { querystring: BOOKS_QUERY } }, async (request) => {
    const { limit: most = MAX_BOOKED, beforeCharge, beforeWithdrawal } = request.query;
    const limit = Number(most);
    const { name, now } = await getPartner(app, app.db, request.params.partner);
    const charges = await bookOfCharges(app.db, name, { before: beforeCharge ?? null, limit });
    const before = beforeWithdrawal ?? null;
    const withdrawals = await bookOfWithdrawals(app.db, name, { before, limit });
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
