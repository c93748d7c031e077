import { type Static, Type } from 'typebox';
import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { CentsOf, CountOf, IdOf, Nullable, OneOf, TimestampOf } from '../platform/schema.ts';
import { CHECKLIST_ITEMS } from './checklist.ts';
import { hideChecklist, readChecklist } from './read-checklist.ts';
import { MAX_MISMATCHES } from './list-mismatches.ts';
import { readOverview } from './read-overview.ts';
import { PERIODS, PROVIDER_HEALTH, readDayRange } from './overview.ts';

const TAGS = ['Dashboard'];

function DayOf(description: string) {
  const pattern = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
  return Type.String({ pattern, maxLength: 10, description, examples: ['2026-11-21'] });
}

const Figures = {
  receivedCents: CentsOf('The net of deposits confirmed then, and still CONFIRMED.', 57_612),
  feeCents: CentsOf('The fees of those.', 1_990),
  paidCount: CountOf('How many those are.', 11),
  createdCount: CountOf('How many deposits were made then.', 14),
};

const Overview = Type.Object(
  {
    from: TimestampOf('Where the period begins: a midnight in Brasília.'),
    to: TimestampOf('Where it ends, exclusive.'),
    ...Figures,
    pendingCount: CountOf('How many deposits are PENDING now.', 3),
    pendingCents: CentsOf('The net of those.', 15_000),
    previous: Type.Object(Figures, { description: 'The same of the period before, as long.' }),
    days: Type.Array(
      Type.Object({
        day: DayOf('A day in Brasília.'),
        receivedCents: CentsOf('The net of its deposits.', 5_000),
        count: CountOf('How many those are.', 1),
      }),
      { maxItems: 400, description: 'Each day of the period, the oldest first.' },
    ),
    mismatches: Type.Array(
      Type.Object({
        depositId: IdOf('dep', 'The deposit.'),
        amountCents: CentsOf('What was asked for.', 5_000),
        createdAt: TimestampOf('When it was created.'),
      }),
      {
        maxItems: MAX_MISMATCHES,
        description:
          'Deposits of which the Liquid network shows something else than the provider said, as far as that was seen in the last 30 days; the newest first.',
      },
    ),
    health: Type.Object({
      provider: OneOf(PROVIDER_HEALTH, {
        description: 'Whether charges can be made, as the last minutes went.',
      }),
      since: Nullable(TimestampOf('Since when it is unstable.')),
      webhookSuccess24h: Nullable(
        Type.Integer({
          format: 'int32',
          minimum: 0,
          maximum: 10_000,
          description:
            'Of the deliveries of the last 24 hours that were tried, how many arrived, in basis points.',
          examples: [9_920],
        }),
      ),
    }),
  },
  { title: 'Overview' },
);

const Checklist = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: OneOf(CHECKLIST_ITEMS, { description: 'What is to be done.' }),
        doneAt: Nullable(
          TimestampOf('When it was first done; of the provider, when it was first seen.'),
        ),
      }),
      { maxItems: 10, description: 'In the order in which to do them.' },
    ),
    isHidden: Type.Boolean({
      description: 'Whether the account does not want to see it in this mode any more.',
      examples: [false],
    }),
  },
  { title: 'Checklist' },
);

export function registerOverviewRoutes(http: Http, app: App): void {
  http.get(
    '/overview',
    {
      config: { scope: 'read:transactions' },
      schema: {
        operationId: 'getOverview',
        summary: 'Sum up a period',
        description: 'What came in, with the period before it and each of its days.',
        tags: TAGS,
        querystring: Type.Object({
          period: Type.Optional(OneOf(PERIODS, { description: 'Which period; 7d by default.' })),
          from: Type.Optional(DayOf('Of a custom period: its first day in Brasília.')),
          to: Type.Optional(DayOf('Of a custom period: its last day, inclusive.')),
        }),
        response: { 200: Overview },
      },
    },
    async ({ query, caller }) => readOverview(app, caller, (now) => readDayRange(query, now)),
  );

  registerChecklist(http, app);
}

function registerChecklist(http: Http, app: App): void {
  http.get(
    '/checklist',
    {
      config: { scope: 'any' },
      schema: {
        operationId: 'getChecklist',
        summary: 'Show what is left to set up',
        description: 'The steps of setting up this mode, ticked by what really happened in it.',
        tags: TAGS,
        response: { 200: Checklist },
      },
    },
    async ({ caller }): Promise<Static<typeof Checklist>> => readChecklist(app, caller.environment),
  );

  http.patch(
    '/checklist',
    {
      config: { action: 'account:manage' },
      schema: {
        operationId: 'changeChecklist',
        summary: 'Hide or show what is left to set up',
        description: 'In this mode, for everybody in the account.',
        tags: TAGS,
        body: Type.Object(
          {
            isHidden: Type.Boolean({ description: 'Whether to hide it.', examples: [true] }),
          },
          { title: 'ChecklistChange' },
        ),
        response: { 200: Checklist },
      },
    },
    async ({ body, caller }): Promise<Static<typeof Checklist>> => {
      await hideChecklist(app.db, caller.environment.id, body.isHidden);
      return readChecklist(app, caller.environment);
    },
  );
}
