import { isObject } from '../platform/json.ts';
import { DELIVERED_KINDS, PING } from '../webhooks/event.ts';

type Json = Record<string, unknown>;

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: name !== 'X-Webhook-Sequence' && name !== 'X-Webhook-Signature-Previous',
  description,
  schema: { type: 'string', maxLength: 500 },
  example,
});

const HEADERS = [
  header('X-Webhook-Event', 'The kind, as in the body.', 'deposit.confirmed'),
  header(
    'X-Webhook-Signature',
    '`sha256=` and the HMAC-SHA256 of the raw body in hex, keyed with the whole secret as text.',
    'sha256=5f1c0d4bd6f4a5a5f1b5a9e1a9d0b3c1f4d2e7a6c9b8d7e6f5a4b3c2d1e0f9a8',
  ),
  header(
    'X-Webhook-Signature-Previous',
    "The same with the previous secret, during a rotation's overlap.",
    'sha256=0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9',
  ),
  header('X-Webhook-Sequence', "The event's number in the journal, once it has one.", '42'),
  header(
    'webhook-id',
    'The id of the event, the same on every attempt and at every endpoint.',
    'evt_01kah3v5wze8br4hmsf2e8r0tv',
  ),
  header('webhook-timestamp', 'When this attempt was signed, in seconds.', '1795264496'),
  header(
    'webhook-signature',
    'As in Standard Webhooks: `v1,` and a base64 HMAC-SHA256, keyed with the decoded secret.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** What the gateway sends to merchants' endpoints, by kind. */
export function describeWebhooks(): Json {
  return Object.fromEntries(
    DELIVERED_KINDS.map((kind) => [
      kind,
      {
        post: {
          operationId: `receive.${kind}`,
          summary: kind,
          description:
            `${meaningOf(kind)} Answer with any 2xx within 15 seconds; otherwise it is sent again, ` +
            'so expect duplicates and recognise them by `data.id` and `event`.',
          tags: ['Webhooks'],
          security: [],
          parameters: HEADERS,
          requestBody: { required: true, content: { 'application/json': bodyOf(kind) } },
          responses: { '2XX': { description: 'Received.' } },
        },
      },
    ]),
  );
}

function meaningOf(kind: string): string {
  if (kind === PING) return 'Sent on demand to test an endpoint; nothing has happened.';
  const [noun = '', verb = ''] = kind.split('.');
  const note = kind === 'withdrawal.expired' ? ' Only endpoints that name this kind get it.' : '';
  return `A ${noun} has become ${verb.toUpperCase()}.${note}`;
}

function bodyOf(kind: string): Json {
  return {
    schema: {
      type: 'object',
      required: ['event', 'data'],
      properties: { event: { type: 'string', const: kind }, data: dataOf(kind) },
    },
  };
}

function dataOf(kind: string): Json {
  if (kind.startsWith('deposit.')) return { $ref: '#/components/schemas/DepositEventData' };
  if (kind.startsWith('withdrawal.')) return { $ref: '#/components/schemas/WithdrawalEventData' };
  return {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', maxLength: 64, description: 'The id of the endpoint.' } },
  };
}

/** The chain's data comes later than events; a receipt names the payee, and no event does. */
const ON_STATUS_ALONE = ['chain', 'receiptUrl'];

/** The resource as its status route returned it at that moment, without the fields above. */
export function describeEventData({ Deposit, Withdrawal }: Json): Json {
  return {
    DepositEventData: shownInEvents(Deposit, 'DepositEventData'),
    WithdrawalEventData: shownInEvents(Withdrawal, 'WithdrawalEventData'),
  };
}

function shownInEvents(schema: unknown, title: string): Json {
  if (!isObject(schema) || !isObject(schema['properties'])) throw new Error(`no ${title}`);
  const fields = Object.entries(schema['properties']).filter(
    ([name]) => !ON_STATUS_ALONE.includes(name),
  );
  const required = fields.map(([name]) => name);
  return { ...schema, title, properties: Object.fromEntries(fields), required };
}
