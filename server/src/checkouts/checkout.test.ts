import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cents } from '../money.ts';
import { CHECKOUT_STATES, type CheckoutState, type Standing, stateOf } from './checkout.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const WAITING: Standing = {
  status: 'PENDING',
  providerStatus: null,
  failureReason: null,
  paidCents: null,
  totalCents: cents(5_000),
  expiresAt: new Date(NOW.getTime() + 60_000),
  confirmedAt: null,
  reversal: null,
  keyState: 'done',
  refusal: null,
  now: NOW,
};
const NO_DEPOSIT: Standing = { ...WAITING, status: null, totalCents: null, expiresAt: null };

const CASES: [CheckoutState | undefined, Partial<Standing>, base?: Standing][] = [
  [undefined, { keyState: null }, NO_DEPOSIT],
  ['creating', { keyState: 'running' }, NO_DEPOSIT],
  // Read between two commits that are one statement apart.
  ['creating', { keyState: 'done' }, NO_DEPOSIT],
  ['unstable', { keyState: 'resting' }, NO_DEPOSIT],
  ['declined', { keyState: 'failed', refusal: 'payer_declined' }, NO_DEPOSIT],
  ['capped', { keyState: 'failed', refusal: 'capped' }, NO_DEPOSIT],
  ['refused', { keyState: 'failed', refusal: 'invalid_amount' }, NO_DEPOSIT],
  ['refused', { keyState: 'failed' }, NO_DEPOSIT],
  ['waiting', {}],
  ['waiting', { providerStatus: 'pending' }],
  ['expired', { expiresAt: NOW }],
  ['review', { providerStatus: 'under_review' }],
  ['review', { providerStatus: 'under_review', expiresAt: NOW }],
  ['review', { providerStatus: 'delayed', paidCents: cents(5_000) }],
  ['review', { providerStatus: 'approved' }],
  ['short', { providerStatus: 'approved', paidCents: cents(4_999) }],
  ['checking', { providerStatus: 'error' }],
  ['checking', { providerStatus: 'unknown', expiresAt: NOW }],
  ['confirmed', { status: 'CONFIRMED' }],
  ['expired', { status: 'FAILED', failureReason: 'expired' }],
  ['canceled', { status: 'FAILED', failureReason: 'canceled' }],
  ['canceled', { status: 'FAILED', failureReason: 'provider_error' }],
  ['declined', { status: 'FAILED', failureReason: 'payer_declined' }],
  ['review', { status: 'FAILED', failureReason: 'expired', providerStatus: 'under_review' }],
  ['review', { status: 'FAILED', failureReason: 'canceled', providerStatus: 'approved' }],
  [
    'short',
    {
      status: 'FAILED',
      failureReason: 'expired',
      providerStatus: 'depix_sent',
      paidCents: cents(4_999),
    },
  ],
  ['expired', { status: 'FAILED', failureReason: 'expired', providerStatus: 'expired' }],
  ['canceled', { status: 'FAILED', failureReason: 'provider_error', providerStatus: 'error' }],
  ['returned', { status: 'REFUNDED' }],
  ['returned', { status: 'REFUNDED', reversal: 'med' }],
  ['returned', { status: 'REFUNDED', reversal: 'estorno', confirmedAt: NOW }],
  ['disputed', { status: 'REFUNDED', reversal: 'med', confirmedAt: NOW }],
  ['disputed', { status: 'REFUNDED', confirmedAt: NOW }],
];

describe('the state that a payer sees', () => {
  for (const [state, facts, base = WAITING] of CASES) {
    test(`${String(state)} after ${JSON.stringify(facts)}`, () => {
      assert.equal(stateOf({ ...base, ...facts }), state);
    });
  }

  test('is each of the known states in some case', () => {
    const reached = new Set(CASES.map(([state]) => state));
    assert.deepEqual(
      CHECKOUT_STATES.filter((state) => !reached.has(state)),
      [],
    );
  });
});
