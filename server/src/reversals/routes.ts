import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { pageOf, readPage } from '../platform/page.ts';
import { IdFilterOf, NextCursor, PageQuery } from '../platform/schema.ts';
import { listReversals } from './store.ts';
import { itemOf, Kind, REVERSAL_FIELDS } from './view.ts';

const Reversal = Type.Object(REVERSAL_FIELDS, { title: 'ReversalAlert' });

export function registerReversalRoutes(http: Http, app: App): void {
  http.get(
    '/meds',
    {
      config: { scope: 'read:transactions' },
      schema: {
        operationId: 'listReversals',
        summary: 'List reversed deposits',
        description: 'An alert for each deposit whose money went back, with who paid it.',
        tags: ['Reversals'],
        querystring: Type.Object({
          ...PageQuery,
          tipo: Type.Optional(Kind),
          depositId: IdFilterOf('dep', 'Only the alert about this deposit.'),
        }),
        response: {
          200: Type.Object(
            {
              alerts: Type.Array(Reversal, { maxItems: 100, description: 'Newest first.' }),
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
