import { type Static, Type } from 'typebox';
import { HOUR_MS } from '../durations.ts';
import { parseId } from '../ids.ts';
import { ApiError } from '../errors.ts';
import { IdOf, MostlyNull, Nullable, TimestampOf } from '../platform/schema.ts';
import type { LeasedDelivery } from '../webhooks/delivery.ts';
import { headersOf } from '../webhooks/send.ts';
import { AttemptView, Kind, KindsOf } from '../webhooks/view.ts';
import { NAME_PATTERN } from './listener.ts';
import type { OpenedListener } from './open-listener.ts';
import type { Result } from './record-results.ts';

/** The number of deliveries in one answer, each with a body of up to 64 KiB. */
export const MAX_TAKEN = 16;
const MAX_WAIT_SECONDS = 25;
const MAX_RESULTS = 20;
const MAX_MS = HOUR_MS;

const Name = Type.String({
  maxLength: 60,
  pattern: NAME_PATTERN,
  description: 'Its name among those of this mode: letters, digits, dots and dashes.',
  examples: ['notebook-da-ana'],
});

export const ListenerBody = Type.Object(
  {
    name: Name,
    events: Type.Optional(
      KindsOf('The kinds of events that it gets from now on; all by default.', { minItems: 1 }),
    ),
  },
  { title: 'ListenerOrder' },
);

export const ListenerView = Type.Object(
  {
    id: IdOf('lsn', 'The listener.'),
    name: Name,
    endpointId: IdOf('whe', 'Its endpoint, as lists of deliveries name it.'),
    events: KindsOf('The kinds of events that it gets.'),
    secret: Type.String({
      maxLength: 64,
      description: 'The secret that signs its deliveries.',
      examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD2qD7FIMXh0s='],
    }),
    missedSince: MostlyNull(
      TimestampOf(
        'When it began to miss events because nobody ran it for three days or more; replay from then to get them. Null otherwise.',
      ),
    ),
  },
  { title: 'Listener' },
);

export function listenerView(opened: OpenedListener): Static<typeof ListenerView> {
  const { id, name, endpoint, secret, missedSince } = opened;
  const events = [...endpoint.events];
  const missed = missedSince?.toISOString() ?? null;
  return { id, name, endpointId: endpoint.id, events, secret, missedSince: missed };
}

export const TakingBody = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 1,
        maximum: MAX_TAKEN,
        description: `How many at most; ${String(MAX_TAKEN)} by default.`,
        examples: [4],
      }),
    ),
    waitSeconds: Type.Optional(
      Type.Integer({
        format: 'int32',
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        description: 'How long the response may wait for something to be due; 0 by default.',
        examples: [1],
      }),
    ),
  },
  { title: 'DeliveryTaking' },
);

const Lease = Type.String({
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  maxLength: 36,
  description: 'The lease under which it was taken.',
  examples: ['5b2f6e0c-6f0e-4f3d-9a58-5c1f7f0f3c11'],
});

const HeaderView = Type.Object(
  {
    name: Type.String({
      maxLength: 64,
      description: 'As it is to be sent.',
      examples: ['X-Webhook-Event'],
    }),
    value: Type.String({
      maxLength: 512,
      description: 'As it is to be sent.',
      examples: ['deposit.confirmed'],
    }),
  },
  { title: 'WebhookHeader' },
);

export const TakenView = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          id: IdOf('whd', 'The delivery.'),
          lease: Lease,
          event: Kind,
          attempt: Type.Integer({
            format: 'int32',
            minimum: 1,
            maximum: 2_147_483_647,
            description: 'Which attempt of it this is.',
            examples: [1],
          }),
          headers: Type.Array(HeaderView, {
            maxItems: 20,
            description: 'What the request carries, signatures included.',
          }),
          body: Type.String({
            maxLength: 65_536,
            description: 'The exact text that is signed.',
            examples: [
              '{"event":"deposit.confirmed","data":{"id":"dep_01kah3v5wze8br4hmsf2e8r0tv","status":"CONFIRMED"}}',
            ],
          }),
        },
        { title: 'TakenDelivery' },
      ),
      { maxItems: MAX_TAKEN, description: 'Those that have waited longest.' },
    ),
  },
  { title: 'TakenDeliveries' },
);

export function takenView(delivery: LeasedDelivery, secrets: readonly string[]) {
  const { id, lease, event, attempts, body } = delivery;
  const headers = Object.entries(headersOf(delivery, secrets)).map(([name, value]) => {
    return { name, value };
  });
  return { id, lease, event, attempt: attempts + 1, headers, body };
}

const ResultBody = Type.Object(
  {
    deliveryId: IdOf('whd', 'The delivery.'),
    lease: Lease,
    durationMs: Type.Integer({
      format: 'int32',
      minimum: 0,
      maximum: MAX_MS,
      description: 'How long it took, in milliseconds.',
      examples: [84],
    }),
    responseStatus: Nullable(
      Type.Integer({
        format: 'int32',
        minimum: 100,
        maximum: 999,
        description: "The status code of the receiver's response; null if there was none.",
        examples: [200],
      }),
    ),
    responseBody: Nullable(
      Type.String({
        maxLength: 1_024,
        description: 'The beginning of what it answered.',
        examples: ['ok'],
      }),
    ),
    error: AttemptView.properties.error,
  },
  { title: 'DeliveryResult' },
);

export const ResultsBody = Type.Object(
  {
    results: Type.Array(ResultBody, {
      minItems: 1,
      maxItems: MAX_RESULTS,
      description: 'The result of each.',
    }),
  },
  { title: 'DeliveryResults' },
);

export const RecordedView = Type.Object(
  {
    recorded: Type.Array(
      Type.Boolean({
        description: 'False if the lease had run out, so that the result did not count.',
        examples: [true],
      }),
      { maxItems: MAX_RESULTS, description: 'For each result, whether it counted.' },
    ),
  },
  { title: 'RecordedResults' },
);

/** @throws ApiError invalid_request for an invalid id, or a result without an outcome */
export function readResult(reported: Static<typeof ResultBody>): Result {
  const { deliveryId: text, lease, durationMs, responseStatus, responseBody, error } = reported;
  const deliveryId = parseId('whd', text);
  if (!deliveryId || (responseStatus === null && error === null)) {
    throw new ApiError('invalid_request');
  }
  return { deliveryId, lease, outcome: { durationMs, responseStatus, responseBody, error } };
}
