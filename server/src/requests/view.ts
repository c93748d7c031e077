import { type Static, Type } from 'typebox';
import { CountOf, IdOf, MostlyNull, Nullable, TimestampOf } from '../platform/schema.ts';
import type { ListedRequest } from './list-requests.ts';
import type { ErrorGroup } from './summarize-requests.ts';

const Text = (maxLength: number, description: string, example: string) =>
  Type.String({ maxLength, description, examples: [example] });

const Method = Text(10, 'Its method.', 'POST');
const Route = Text(200, 'The route, as the description of the API names it.', '/v1/api/deposit');

const SUMMARY_FIELDS = {
  id: IdOf('req', 'The request, here.'),
  at: TimestampOf('When it was answered.'),
  method: Method,
  path: Text(
    400,
    'The path that was called; whatever is not an id of this API is left out.',
    '/v1/api/deposit',
  ),
  route: Route,
  status: Type.Integer({
    format: 'int32',
    minimum: 100,
    maximum: 599,
    description: 'The status code of the response.',
    examples: [201],
  }),
  error: MostlyNull(Text(60, 'The code of the refusal.', 'invalid_tax_id')),
  durationMs: CountOf('How long it took, in milliseconds.', 84),
  keyId: IdOf('key', 'The key that called.'),
  keyName: Nullable(Text(200, 'Its name.', 'Loja virtual')),
  idempotencyKey: Nullable(
    Text(255, 'The order, in your own words, with people left out.', 'order-4711'),
  ),
  resourceId: Nullable(Text(40, 'What it was about.', 'dep_01kah3v5wze8br4hmsf2e8r0tv')),
  requestId: Text(
    64,
    'The X-Request-Id that the client was told.',
    '5b2f6e0c-6f0e-4f3d-9a58-5c1f7f0f3c11',
  ),
};

export const RequestView = Type.Object(SUMMARY_FIELDS, { title: 'ApiRequest' });
export const RequestDetailView = Type.Object(
  {
    ...SUMMARY_FIELDS,
    query: MostlyNull(Text(8_192, 'Its query, with people left out.', 'limit=20')),
    requestBody: Nullable(
      Text(65_536, 'Its body as JSON, with people left out.', '{"amountCents":5000,"taxId":"***"}'),
    ),
    responseBody: MostlyNull(
      Text(65_536, 'What it was refused with.', '{"error":"invalid_tax_id"}'),
    ),
  },
  { title: 'ApiRequestDetail' },
);

export const ErrorSummaryView = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          error: Nullable(Text(60, 'The code of the refusal.', 'insufficient_scope')),
          status: Type.Integer({
            format: 'int32',
            minimum: 400,
            maximum: 599,
            description: 'The status it comes with.',
            examples: [403],
          }),
          method: Method,
          route: Route,
          count24h: CountOf('How often in the last 24 hours.', 3),
          count7d: CountOf('How often in the last seven days.', 12),
          lastAt: TimestampOf('When it last came.'),
          lastRequestId: IdOf('req', 'The newest of them.'),
        },
        { title: 'ErrorGroup' },
      ),
      { maxItems: 100, description: 'The most frequent first.' },
    ),
    isComplete: Type.Boolean({
      description:
        'Whether all errors of seven days were counted, or only the newest of very many.',
      examples: [true],
    }),
  },
  { title: 'ErrorSummary' },
);

export function requestView(request: ListedRequest): Static<typeof RequestDetailView> {
  const { createdAt, ...rest } = request;
  return { ...rest, at: createdAt.toISOString() };
}

export function errorGroupView(group: ErrorGroup) {
  return { ...group, lastAt: group.lastAt.toISOString() };
}
