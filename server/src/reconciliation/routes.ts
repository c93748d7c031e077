import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdOf, Int32Of, ListOf, OneOf, PageQuery, TimestampOf } from '../platform/schema.ts';
import { SHOWN_AS } from './difference.ts';
import { listOpenOf } from './difference-store.ts';
import { listResults } from './result-store.ts';
import { SWEEP_NAMES } from './sweep.ts';
import { viewer } from './view.ts';

const Sweep = OneOf(SWEEP_NAMES, {
  description:
    'How far back it looked; `asked` is an extra one, for an operator or after the clock was moved.',
});

const DepositDifference = Type.Object(
  {
    depositId: IdOf('dep', 'The deposit.'),
    kind: OneOf(Object.values(SHOWN_AS), { description: 'How the three differ.' }),
  },
  { title: 'DepositDifference' },
);

const Result = Type.Object(
  {
    id: IdOf('rec', 'The comparison.'),
    sweep: Sweep,
    from: TimestampOf('The deposits made from then on were compared.'),
    to: TimestampOf('Deposits made until then.'),
    beganAt: TimestampOf("When it began, by Ponte's clock."),
    finishedAt: TimestampOf("When it ended, by Ponte's clock."),
    complete: Type.Boolean({
      description: 'False if part of it could not be compared; another comparison follows soon.',
      examples: [true],
    }),
    compared: Int32Of('Deposits compared: all the others together.', 128),
    matched: Int32Of('The provider and the chain agree with what is shown here.', 127),
    missingAtProvider: Int32Of('The provider does not know the deposit.', 0),
    missingOnChain: Int32Of('The chain does not know the transaction that the provider named.', 1),
    amountDiffers: Int32Of(
      'The provider or the chain shows a different amount, asset or address.',
      0,
    ),
    waiting: Int32Of('Not looked at yet on the chain, or no clear answer yet.', 0),
    differences: Type.Array(DepositDifference, {
      maxItems: 100,
      description: 'Which of its deposits still differ; empty once none does.',
    }),
  },
  {
    title: 'ReconciliationResult',
    description: 'The results of comparing deposits with the provider and the chain.',
  },
);

/** The results of reconciliation, for the merchant whose deposits were compared. */
export function registerReconciliationRoutes(http: Http, app: App): void {
  http.get(
    '/reconciliations',
    {
      config: { scope: 'read:transactions' },
      schema: {
        operationId: 'listReconciliations',
        summary: 'List reconciliations',
        description:
          'Each finished comparison of your deposits with the provider’s books and the Liquid chain.',
        tags: ['Transactions'],
        querystring: Type.Object({
          ...PageQuery,
          sweep: Type.Optional(
            OneOf(SWEEP_NAMES, { description: 'Only those that look back this far.' }),
          ),
        }),
        response: { 200: ListOf(Result) },
      },
    },
    async ({ query, caller }) => {
      const { limit, after } = readPage(query, 'rec');
      const { id } = caller.environment;
      const [results, open] = await Promise.all([
        listResults(app.db, id, { sweep: query.sweep ?? null, after, limit }),
        listOpenOf(app.db, id),
      ]);
      return pageOf(results, limit, viewer(open));
    },
  );
}
