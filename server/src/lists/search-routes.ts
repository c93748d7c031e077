import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { CentsOf, Nullable, OneOf, Printable, TimestampOf } from '../platform/schema.ts';
import { HIT_KINDS, search } from './search.ts';

const Hits = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        kind: OneOf(HIT_KINDS, { description: 'What was found.' }),
        id: Type.String({
          maxLength: 30,
          description: 'Its id.',
          examples: ['dep_01kah3v5wze8br4hmsf2e8r0tv'],
        }),
        title: Type.String({
          maxLength: 2_048,
          description: 'What it is called, or what it is about.',
          examples: ['order-4711'],
        }),
        detail: Type.String({
          maxLength: 200,
          description: 'How it stands: a status, or the end of a link.',
          examples: ['CONFIRMED'],
        }),
        amountCents: Nullable(CentsOf('What it comes to, where it has an amount.', 5_000)),
        at: TimestampOf('When it was created.'),
      }),
      { maxItems: 20, description: 'The newest first.' },
    ),
  },
  { title: 'SearchHits' },
);

export function registerSearch(http: Http, app: App): void {
  http.get(
    '/search',
    {
      config: { scope: 'read:transactions' },
      schema: {
        operationId: 'search',
        summary: 'Find by a name',
        description:
          'What has this id, transaction, end-to-end id, order name, or end of a link: all of it, not a part.',
        tags: ['Dashboard'],
        querystring: Type.Object({
          q: Printable(1, 128, {
            description: 'What to look for.',
            examples: ['order-4711'],
          }),
        }),
        response: { 200: Hits },
      },
    },
    async ({ query, caller, role }) => ({
      data: (await search(app.db, caller.environment.id, query.q.trim(), role)).map((hit) => ({
        ...hit,
        at: hit.at.toISOString(),
      })),
    }),
  );
}
