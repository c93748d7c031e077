import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Driven } from './clients.ts';
import type { Evidence, OperationRow } from './evidence.ts';
import { findViolations, type Violation } from './invariants.ts';

const SECRET = 'whsec_c2VjcmV0';
const ROW: OperationRow = {
  id: 'dep_1',
  externalId: 'one',
  status: 'CONFIRMED',
  content: { id: 'dep_1', amountCents: 1_000 },
  providerRef: 'c1',
  cents: 1_000,
};
const CREATED = JSON.stringify({ id: 'dep_1', amountCents: 1_000, status: 'PENDING' });
const EVENT = {
  id: 'evt_1',
  sequence: 1,
  kind: 'deposit.confirmed',
  resourceId: 'dep_1',
  body: '{"event":"deposit.confirmed"}',
};
const STEP = {
  resourceId: 'dep_1',
  fromStatus: 'PENDING',
  toStatus: 'CONFIRMED',
  cause: 'poll',
  at: new Date(),
};
const CHARGE = { id: 'c1', nonce: 'n1', status: 'depix_sent', cents: 1_000, owner: 'dep_1' };
const ORPHAN = { ...CHARGE, id: 'c2', status: 'pending', owner: null };
const KEY = { key: 'one', state: 'done', nonce: 'n1', resourceId: 'dep_1', leaseSeconds: null };
const DELIVERY = {
  id: 'whd_1',
  eventId: 'evt_1',
  endpointId: 'whe_1',
  status: 'succeeded',
  attempts: 1,
  dueInSeconds: null,
  leaseSeconds: null,
};

const PAYER = { otherTaxId: '2', page: undefined };

function driven(created: string | undefined, complaint?: string): Driven {
  const timing = { key: 'one', startMs: 0, pauseMs: 0, copies: 1, awayMs: 0 };
  const order = { amountCents: 1_000, taxId: '1', externalId: 'one', passFeesToPayer: false };
  const operation = { ...timing, kind: 'deposit', order, fate: 'paid', ...PAYER } as const;
  return { operation, created, complaint };
}

function copy(body: string, secret = SECRET) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`evt_1.1700000000.${body}`).digest('base64');
  const plain = createHmac('sha256', secret).update(body).digest('hex');
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${signature}`,
    'x-webhook-signature': `sha256=${plain}`,
  };
  return { path: '/', headers, body };
}

const ENDPOINT = {
  id: 'whe_1',
  secret: SECRET,
  isGood: true,
  received: [copy(EVENT.body)],
  took: new Set(['evt_1']),
};

/** One deposit: paid, reported and delivered. */
const SOUND: Evidence = {
  name: 'current-1',
  generation: 'current',
  driven: [driven(CREATED)],
  repeated: new Map([['one', { text: CREATED, replayed: true }]]),
  endpoints: [ENDPOINT],
  deposits: [ROW],
  withdrawals: [],
  keys: [KEY],
  doubtful: new Map(),
  transitions: [STEP],
  events: [EVENT],
  deliveries: [DELIVERY],
  orphanRefs: [],
  wrongSums: [],
  charges: [CHARGE],
  payouts: [],
  leaks: [],
  outside: [],
};

const REFUND = { ...STEP, fromStatus: 'CONFIRMED', toStatus: 'REFUNDED' };

/** What is wrong, the invariant that says so, and the evidence. */
const BREACHES: readonly (readonly [string, Violation['invariant'], Partial<Evidence>])[] = [
  ['a 201 without a row', 'I1', { deposits: [] }],
  ['two rows for one request', 'I1', { deposits: [ROW, { ...ROW, id: 'dep_2' }] }],
  ['a row unlike the response', 'I1', { deposits: [{ ...ROW, content: { amountCents: 999 } }] }],
  ['a replay with other bytes', 'I1', { repeated: new Map() }],
  [
    'a replay that is not marked as one',
    'I1',
    { repeated: new Map([['one', { text: CREATED, replayed: false }]]) },
  ],
  ['an orphan that no attempt explains', 'I2', { charges: [CHARGE, ORPHAN] }],
  [
    'a second charge for an honoured nonce',
    'I2',
    { generation: 'legacy', charges: [CHARGE, ORPHAN], doubtful: new Map([['dep_1', 1]]) },
  ],
  ['a charge without an operation', 'I2', { charges: [CHARGE, { ...ORPHAN, nonce: 'n9' }] }],
  [
    'a paid orphan',
    'I2',
    { charges: [CHARGE, { ...ORPHAN, status: 'approved' }], doubtful: new Map([['dep_1', 1]]) },
  ],
  ['a shown charge filed as an orphan', 'I2', { orphanRefs: ['c1'] }],
  ['a status without its event', 'I3', { events: [] }],
  ['an event without its status', 'I3', { transitions: [] }],
  ['a duplicate event', 'I3', { events: [EVENT, { ...EVENT, id: 'evt_2', sequence: 2 }] }],
  ['a gap in the journal', 'I3', { events: [{ ...EVENT, sequence: 2 }] }],
  ['an event without a sequence number', 'I3', { events: [{ ...EVENT, sequence: null }] }],
  ['an event without a delivery', 'I4', { deliveries: [] }],
  ['two deliveries of one event', 'I4', { deliveries: [DELIVERY, { ...DELIVERY, id: 'whd_2' }] }],
  ['a success without a received copy', 'I4', { endpoints: [{ ...ENDPOINT, took: new Set() }] }],
  [
    'a pending delivery to a sound receiver',
    'I4',
    { deliveries: [{ ...DELIVERY, status: 'pending' }] },
  ],
  ['a copy with other bytes', 'I4', { endpoints: [{ ...ENDPOINT, received: [copy('{}')] }] }],
  [
    'a copy signed with another secret',
    'I4',
    { endpoints: [{ ...ENDPOINT, received: [copy(EVENT.body, 'whsec_b3RoZXI=')] }] },
  ],
  ['a forbidden transition', 'I5', { transitions: [STEP, { ...REFUND, toStatus: 'FAILED' }] }],
  ['a status without a transition', 'I5', { deposits: [{ ...ROW, status: 'REFUNDED' }] }],
  ['a status unlike the provider’s', 'I5', { charges: [{ ...CHARGE, status: 'refunded' }] }],
  ['a total unlike the ledger’s', 'I6', { charges: [{ ...CHARGE, status: 'pending' }] }],
  ['a balance unlike its deposits', 'I6', { wrongSums: ['wal_1: 1 2 3 is not 0 0 0'] }],
  ['a key still running', 'I7', { keys: [{ ...KEY, state: 'running', leaseSeconds: 5 }] }],
  ['an overlong lease', 'I7', { keys: [{ ...KEY, leaseSeconds: 100 }] }],
  ['personal data in a log', 'I8', { leaks: ['the tax id 1 in a line'] }],
  ['a connection to another machine', 'I9', { outside: ['93.184.216.34'] }],
  ['a client without a response', 'I7', { driven: [driven(undefined, 'no answer')] }],
];

describe('the invariants', () => {
  test('hold for a deposit that was paid, reported and delivered', () => {
    assert.deepEqual(findViolations(SOUND), []);
  });

  test('hold for an orphan explained by an attempt of unknown outcome', () => {
    const orphan = { charges: [CHARGE, ORPHAN], doubtful: new Map([['dep_1', 1]]) };
    assert.deepEqual(findViolations({ ...SOUND, ...orphan }), []);
  });

  for (const [name, invariant, breach] of BREACHES) {
    test(`${invariant} detects ${name}`, () => {
      const violated = findViolations({ ...SOUND, ...breach }).map((one) => one.invariant);
      assert.ok(violated.includes(invariant), violated.join());
    });
  }
});
