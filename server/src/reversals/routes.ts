import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdFilter, Nullable, PageQuery, Timestamp } from '../platform/schema.ts';
import { REVERSAL_KINDS } from './reversal.ts';
import { listReversals, type Reversal } from './store.ts';

const Kind = Type.Enum([...REVERSAL_KINDS]);

const Alert = Type.Object({
  id: Type.String(),
  depositId: Type.String(),
  providerRef: Type.String(),
  blockchainTxId: Nullable(Type.String()),
  tipo: Kind,
  cpfDivergente: Type.Boolean(),
  amountCents: Type.Integer(),
  payerName: Nullable(Type.String()),
  cpfReal: Nullable(Type.String()),
  cpfRequisitado: Type.String(),
  status: Type.Enum(['PENDING']),
  deadline: Timestamp,
  createdAt: Timestamp,
});

export function registerReversalRoutes(http: Http, app: App): void {
  http.get(
    '/v1/api/meds',
    {
      config: { scope: 'read:transactions' },
      schema: {
        querystring: Type.Object({
          ...PageQuery,
          tipo: Type.Optional(Kind),
          depositId: IdFilter,
        }),
        response: {
          200: Type.Object({ alerts: Type.Array(Alert), nextCursor: Nullable(Type.String()) }),
        },
      },
    },
    async (request) => {
      const { limit, after } = readPage(request.query);
      const { tipo = null, depositId = null } = request.query;
      const filter = { kind: tipo, depositId, after, limit };
      const rows = await listReversals(app, request.caller.environment.id, filter);
      const { data, nextCursor } = pageOf(rows, limit, itemOf);
      return { alerts: data, nextCursor };
    },
  );
}

/** The wire's own words, some of them Portuguese, live here alone. */
function itemOf(reversal: Reversal) {
  return {
    id: reversal.id,
    depositId: reversal.depositId,
    providerRef: reversal.providerRef,
    blockchainTxId: reversal.blockchainTxId,
    tipo: reversal.kind,
    cpfDivergente: reversal.divergent,
    amountCents: reversal.amountCents,
    payerName: reversal.payerName,
    cpfReal: reversal.payerTaxId,
    cpfRequisitado: reversal.informedTaxId,
    status: 'PENDING' as const,
    deadline: reversal.deadline.toISOString(),
    createdAt: reversal.createdAt.toISOString(),
  };
}
