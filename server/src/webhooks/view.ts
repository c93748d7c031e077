import { type Static, type TSchemaOptions, Type } from 'typebox';
import {
  IdOf,
  Int32Of,
  LINES,
  MostlyNull,
  Nullable,
  OneOf,
  Timestamp,
  TimestampOf,
} from '../platform/schema.ts';
import {
  type Attempt,
  type Delivery,
  ATTEMPT_ERRORS,
  DELIVERY_STATUSES,
  FAILURE_REASONS,
  MAX_SHOWN_ATTEMPTS,
} from './delivery.ts';
import { DISABLED_REASONS, type Endpoint, MAX_DESCRIPTION } from './endpoint.ts';
import { DELIVERED_KINDS, EVENT_KINDS } from './event.ts';
import type { JournalEntry } from './list-events.ts';
import { MAX_URL_LENGTH } from './target.ts';

// Each schema whitelists the fields of an answer, so that no new column can leak.

export const Url = Type.String({
  maxLength: MAX_URL_LENGTH,
  description:
    'Where webhooks are sent. Live endpoints need https. For a listener, `listener://` and its name.',
  examples: ['https://shop.example/webhooks'],
});

/** Of any length, so that a URL that is too long is told apart from one that is not a string. */
export const SubmittedUrl = Type.String({
  ...Url,
  maxLength: 65_536,
  description: 'Where to send webhooks. Live endpoints need https.',
});

export function KindsOf(description: string, options: TSchemaOptions = {}) {
  const kind = OneOf(EVENT_KINDS, { description: 'A kind of event.' });
  return Type.Array(kind, {
    maxItems: 50,
    description,
    examples: [['deposit.confirmed', 'deposit.refunded']],
    ...options,
  });
}

// Without a pattern, since older ones may contain control characters.
const Description = Type.String({
  maxLength: MAX_DESCRIPTION,
  description: 'Your own description of it.',
  examples: ['Loja'],
});

export const SubmittedDescription = Type.String({ ...Description, pattern: LINES });

const ENDPOINT_FIELDS = {
  id: IdOf('whe', 'The endpoint.'),
  url: Url,
  events: KindsOf('The kinds of events that it gets.'),
  description: Description,
  enabled: Type.Boolean({ description: 'Whether anything is sent to it.', examples: [true] }),
  disabledReason: MostlyNull(
    OneOf(DISABLED_REASONS, {
      description:
        'Why nothing is sent: you disabled it, it answered 410, nothing succeeded for five days, or nobody ran the listener for three.',
    }),
  ),
  createdAt: TimestampOf('When it was registered.'),
  updatedAt: TimestampOf('When it last changed.'),
};
const Secret = Type.String({
  maxLength: 64,
  description: 'The secret that signs the webhooks. It is shown only in this response.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD2qD7FIMXh0s='],
});

export const EndpointView = Type.Object(ENDPOINT_FIELDS, { title: 'WebhookEndpoint' });
export const NewEndpointView = Type.Object(
  { ...ENDPOINT_FIELDS, secret: Secret },
  { title: 'NewWebhookEndpoint' },
);
export const RotatedEndpointView = Type.Object(
  {
    ...ENDPOINT_FIELDS,
    secret: Secret,
    previousSecretUntil: Nullable(
      TimestampOf(
        'When the previous secret stops signing; null if it has stopped already.',
        '2026-11-22T12:34:56.789Z',
      ),
    ),
  },
  { title: 'RotatedWebhookEndpoint' },
);

export const AttemptView = Type.Object(
  {
    at: TimestampOf('When it began.'),
    durationMs: Int32Of('How long it took, in milliseconds.', 84),
    responseStatus: Nullable(
      Type.Integer({
        format: 'int32',
        minimum: 0,
        maximum: 999,
        description: 'The HTTP status that came back; null if none did.',
        examples: [200],
      }),
    ),
    responseBody: Nullable(
      Type.String({
        maxLength: 1_024,
        description: 'The first 1 KiB of what came back.',
        examples: ['ok'],
      }),
    ),
    error: MostlyNull(
      OneOf(ATTEMPT_ERRORS, {
        description: 'Why there was no complete response; null if there was one.',
      }),
    ),
  },
  { title: 'WebhookAttempt' },
);

export const Kind = OneOf(DELIVERED_KINDS, {
  description: 'The kind of event; `test.ping` is sent on demand.',
});
export const Status = OneOf(DELIVERY_STATUSES, {
  description: 'Its status.',
  examples: ['succeeded'],
});
const ResourceId = IdOf(
  'dep',
  'The deposit or withdrawal that it is about; of a ping, the endpoint.',
  'wdr',
  'whe',
);
const EventId = IdOf('evt', 'The event: `webhook-id`, the same at every endpoint and attempt.');

export const DeliveryView = Type.Object(
  {
    id: IdOf('whd', 'The delivery.'),
    endpointId: IdOf('whe', 'The endpoint that it goes to.'),
    eventId: EventId,
    event: Kind,
    resourceId: ResourceId,
    url: Url,
    status: Status,
    failureReason: MostlyNull(
      OneOf(FAILURE_REASONS, { description: 'Why it is not tried again; null unless it failed.' }),
    ),
    attempts: Type.Array(AttemptView, {
      maxItems: MAX_SHOWN_ATTEMPTS,
      description: `The newest ${String(MAX_SHOWN_ATTEMPTS)} attempts, oldest first.`,
    }),
    attemptCount: Int32Of('How many attempts were made, shown or not.', 1),
    nextAttemptAt: MostlyNull(TimestampOf('When it is tried next; null if it is not.')),
    requestBody: Type.String({
      maxLength: 65_536,
      description: 'The exact text that is sent and signed.',
      examples: [
        '{"event":"deposit.confirmed","data":{"id":"dep_01kah3v5wze8br4hmsf2e8r0tv","status":"CONFIRMED"}}',
      ],
    }),
    createdAt: TimestampOf('When it was created.'),
  },
  { title: 'WebhookDelivery' },
);

const MAX_SEQUENCE = 999_999_999_999_999;

export function SequenceOf(description: string, example: number) {
  const bounds = { format: 'int64', minimum: 0, maximum: MAX_SEQUENCE };
  return Type.Integer({ ...bounds, description, examples: [example] });
}

export const EventView = Type.Object(
  {
    sequence: SequenceOf('Its number: 1, 2, 3 and so on in each environment, without a gap.', 42),
    id: EventId,
    event: OneOf(EVENT_KINDS, { description: 'The kind of event.' }),
    resourceId: ResourceId,
    data: Type.Unsafe<unknown>({
      type: 'object',
      additionalProperties: true,
      description: 'The resource as its status route showed it at the change.',
      examples: [{ id: 'dep_01kah3v5wze8br4hmsf2e8r0tv', status: 'CONFIRMED' }],
    }),
    createdAt: Timestamp,
  },
  { title: 'Event' },
);

export function endpointView(endpoint: Endpoint): Static<typeof EndpointView> {
  return {
    ...endpoint,
    events: [...endpoint.events],
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}

export function attemptView(attempt: Attempt): Static<typeof AttemptView> {
  return { ...attempt, at: attempt.at.toISOString() };
}

export function deliveryView(delivery: Delivery): Static<typeof DeliveryView> {
  return {
    ...delivery,
    attempts: delivery.attempts.map(attemptView),
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    createdAt: delivery.createdAt.toISOString(),
  };
}

export function eventView({ body, ...entry }: JournalEntry): Static<typeof EventView> {
  // `recordEvents` wrote this text.
  const { data } = JSON.parse(body) as { data: unknown };
  return { ...entry, data, createdAt: entry.createdAt.toISOString() };
}
