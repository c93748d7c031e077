import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import {
  BlockchainTxId,
  CentsOf,
  IdFilterOf,
  IdOf,
  NextCursor,
  Nullable,
  OneOf,
  PageQuery,
  TimestampOf,
} from '../platform/schema.ts';
import { REVERSAL_KINDS } from './reversal.ts';
import { listReversals, type Reversal } from './store.ts';

const Kind = OneOf(REVERSAL_KINDS, {
  examples: ['med'],
  description:
    '`estorno`: paid by another person than announced. `med`: paid by the right one, and disputed.',
});

const TaxId = (description: string) =>
  Type.String({ maxLength: 14, description, examples: ['12345678909'] });

const Alert = Type.Object(
  {
    id: IdOf('med', 'The alert.'),
    depositId: IdOf('dep', 'The deposit that was taken back.'),
    providerRef: Type.String({
      maxLength: 64,
      description: "The bank's id of the payment, where the provider tells it; else the charge's.",
      examples: ['fitbank_E18236120202611211234s0123456789'],
    }),
    blockchainTxId: Nullable(BlockchainTxId),
    tipo: Kind,
    cpfDivergente: Type.Boolean({
      description: 'Whether somebody else paid than announced.',
      examples: [false],
    }),
    amountCents: CentsOf('How much was taken back.', 5_199),
    payerName: Nullable(
      Type.String({
        maxLength: 1_000,
        description: 'Who paid, where it is known.',
        examples: ['Maria Souza'],
      }),
    ),
    cpfReal: Nullable(TaxId('The tax id that paid, where it is known.')),
    cpfRequisitado: TaxId('The tax id that was announced.'),
    status: OneOf(['PENDING'], { description: 'Always PENDING.' }),
    deadline: TimestampOf('Until when it can be contested.', '2026-11-28T12:34:56.789Z'),
    createdAt: TimestampOf('When it was reported.'),
  },
  { title: 'ReversalAlert' },
);

export function registerReversalRoutes(http: Http, app: App): void {
  http.get(
    '/meds',
    {
      config: { scope: 'read:transactions' },
      schema: {
        operationId: 'listReversals',
        summary: 'List reversed deposits',
        description: 'An alert for each deposit that was taken back, with who paid it.',
        tags: ['Reversals'],
        querystring: Type.Object({
          ...PageQuery,
          tipo: Type.Optional(Kind),
          depositId: IdFilterOf('dep', 'Only the alert about this deposit.'),
        }),
        response: {
          200: Type.Object(
            {
              alerts: Type.Array(Alert, { maxItems: 100, description: 'Newest first.' }),
              nextCursor: NextCursor,
            },
            { title: 'ReversalAlertList' },
          ),
        },
      },
    },
    async (request) => {
      const { limit, after } = readPage(request.query, 'med');
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
