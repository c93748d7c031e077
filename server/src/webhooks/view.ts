import { type Static, Type } from 'typebox';
import { DELIVERY_STATUSES, type Delivery } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';
import { EVENT_KINDS } from './event.ts';
import type { JournalEntry } from './list-events.ts';

// Each schema is the whitelist that answers pass through, so that no new column can leak.
const Text = Type.String();
const TextOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] });
const NumberOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

const ENDPOINT_FIELDS = {
  id: Text,
  url: Text,
  events: Type.Array(Type.Enum([...EVENT_KINDS])),
  description: Text,
  enabled: Type.Boolean(),
  disabledReason: TextOrNull,
  createdAt: Text,
  updatedAt: Text,
};
export const EndpointView = Type.Object(ENDPOINT_FIELDS);
export const NewEndpointView = Type.Object({ ...ENDPOINT_FIELDS, secret: Text });

const AttemptView = Type.Object({
  at: Text,
  durationMs: Type.Integer(),
  responseStatus: NumberOrNull,
  responseBody: TextOrNull,
  error: TextOrNull,
});

export const DeliveryView = Type.Object({
  id: Text,
  endpointId: Text,
  eventId: Text,
  event: Text,
  resourceId: Text,
  url: Text,
  status: Type.Enum([...DELIVERY_STATUSES]),
  failureReason: TextOrNull,
  attempts: Type.Array(AttemptView),
  nextAttemptAt: TextOrNull,
  requestBody: Text,
  createdAt: Text,
});

export const EventView = Type.Object({
  sequence: Type.Integer(),
  id: Text,
  event: Text,
  resourceId: Text,
  data: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }),
  createdAt: Text,
});

export function endpointView(endpoint: Endpoint): Static<typeof EndpointView> {
  return {
    ...endpoint,
    events: [...endpoint.events],
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}

export function deliveryView(delivery: Delivery): Static<typeof DeliveryView> {
  return {
    ...delivery,
    attempts: delivery.attempts.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() })),
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
  };
}

export function eventView({ body, ...entry }: JournalEntry): Static<typeof EventView> {
  // The body is the text that recordEvent wrote.
  const { data } = JSON.parse(body) as { data: unknown };
  return { ...entry, data, createdAt: entry.createdAt.toISOString() };
}
