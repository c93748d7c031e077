import { Type } from 'typebox';
import type { App } from '../app.ts';
import type { Http } from '../platform/http.ts';
import { DEFAULT_LIMIT, pageOf, readPage } from '../platform/page.ts';
import { PeriodQuery, readPeriod } from '../platform/period.ts';
import { pageDb } from '../platform/replica.ts';
import { IdFilter, IdFilterOf, ListOf, PageQuery, SEQUENCE_PATTERN } from '../platform/schema.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listEvents } from './list-events.ts';
import {
  DeliveryView,
  deliveryView,
  EventView,
  eventView,
  Kind,
  SequenceOf,
  Status,
} from './view.ts';

/** Where a merchant reads which events happened, and whether they were delivered. */
export function registerNewsRoutes(http: Http, app: App): void {
  registerDeliveries(http, app);
  registerEvents(http, app);
}

const DeliveryQuery = Type.Object({
  ...PageQuery,
  ...PeriodQuery,
  endpointId: IdFilterOf('whe', 'Only those to this endpoint.'),
  resourceId: Type.Optional(
    Type.String({
      ...IdFilter,
      description: 'Those about this deposit or withdrawal; for pings, about this endpoint.',
      examples: ['dep_01kah3v5wze8br4hmsf2e8r0tv'],
    }),
  ),
  event: Type.Optional(Kind),
  status: Type.Optional(Status),
});

function registerDeliveries(http: Http, app: App): void {
  http.get(
    '/webhook-deliveries',
    {
      config: { scope: 'webhook:manage' },
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'List webhook deliveries',
        description:
          'What was sent or will be sent to your endpoints, with the responses. Filters can be combined.',
        tags: ['Webhooks'],
        querystring: DeliveryQuery,
        response: { 200: ListOf(DeliveryView) },
      },
    },
    async ({ query, caller }) => {
      const { endpointId, event, status, resourceId } = query;
      const { limit, after } = readPage(query, 'whd');
      const filter = { endpointId, event, status, resourceId, ...readPeriod(query) };
      const { keyId, environment } = caller;
      const db = pageDb(app.db, { keyId, after });
      const rows = await listDeliveries(db, environment.id, filter, after, limit);
      return pageOf(rows, limit, deliveryView);
    },
  );
}

const EventsQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: SEQUENCE_PATTERN,
      description:
        'The last number you have; without it, the journal starts at the oldest number kept.',
      examples: ['41'],
    }),
  ),
  limit: PageQuery.limit,
});
const EventsView = Type.Object(
  {
    data: Type.Array(EventView, { maxItems: 100, description: 'Oldest first.' }),
    nextAfter: SequenceOf('What to send as `after` next; unchanged if there is nothing new.', 42),
    oldestSequence: SequenceOf('The oldest number kept, or the next number if there is none.', 1),
  },
  { title: 'EventList' },
);

function registerEvents(http: Http, app: App): void {
  http.get(
    '/events',
    {
      config: { scope: 'read:transactions', errors: ['events_expired'] },
      schema: {
        operationId: 'listEvents',
        summary: 'Read the journal of events',
        description:
          'Every event of this mode in order, numbered without a gap: keep the last number, and you can prove that nothing is missing.',
        tags: ['Webhooks'],
        querystring: EventsQuery,
        response: { 200: EventsView },
      },
    },
    async ({ query, caller }) => {
      const after = query.after === undefined ? undefined : Number(query.after);
      const limit = Number(query.limit ?? DEFAULT_LIMIT);
      const { entries, ...rest } = await listEvents(app.db, caller.environment.id, after, limit);
      return { data: entries.map(eventView), ...rest };
    },
  );
}
