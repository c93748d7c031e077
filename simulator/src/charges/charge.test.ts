import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ControlError } from '../errors.ts';
import { euidOf } from '../ids.ts';
import {
  advance,
  type Charge,
  type ChargeStatus,
  force,
  MAY_BECOME,
  receivePayment,
  statusAt,
  repeatSequence,
  sequenceOf,
} from './charge.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const LATER = new Date('2026-11-21T12:20:00Z');
// Its own keys are exactly the statuses.
const STATUSES = Object.keys(MAY_BECOME) as ChargeStatus[];

const charge = (change: Partial<Charge> = {}): Charge => ({
  id: '019f00000000700080000000000000aa',
  partner: 'env_a',
  nonce: 'n',
  amountInCents: 5000,
  status: 'pending',
  createdAt: NOW,
  expiresAt: LATER,
  informedTaxNumber: '01234567890',
  informedName: null,
  informedEuid: null,
  depixAddress: null,
  splitAddress: null,
  splitFee: null,
  delayHours: null,
  merchantId: null,
  paidAt: null,
  paidInCents: null,
  payerTaxNumber: null,
  payerEuid: null,
  payerName: null,
  bankTxId: null,
  blockchainTxId: null,
  delayUntil: null,
  rejectionReasons: [],
  notices: {},
  chainFault: null,
  ...change,
});

test('a status changes only as the transition table allows', () => {
  for (const from of STATUSES) {
    for (const to of STATUSES) {
      const allowed = MAY_BECOME[from].includes(to);
      assert.equal(advance(charge({ status: from }), to).status, allowed ? to : from);
      if (allowed) assert.equal(force(charge({ status: from }), to, NOW).status, to);
      else assert.throws(() => force(charge({ status: from }), to, NOW), ControlError);
    }
  }
});

test('the status sequence of a payment runs from pending to its final status', () => {
  const ends = [
    { payment: {}, end: 'depix_sent' },
    { payment: { payerTaxNumber: '98765432100' }, end: 'refunded' },
    { payment: { hold: 'HIGH_VELOCITY' }, end: 'under_review' },
    { payment: { hold: 'PAST_DAILY_LIMIT', payerTaxNumber: '98765432100' }, end: 'refunded' },
  ] as const;
  for (const { payment, end } of ends) {
    const paid = receivePayment(charge(), payment, NOW);
    assert.equal(sequenceOf(paid).reduce(advance, paid).status, end);
  }
});

test('applying the status sequence twice changes nothing the second time', () => {
  const paid = receivePayment(charge(), {}, NOW);
  const once = sequenceOf(paid).reduce(advance, paid);
  assert.deepEqual(sequenceOf(once).reduce(advance, once), once);
});

test('an error is resolved only by a retry, not by replaying the status sequence', () => {
  for (const status of STATUSES) {
    const paid = charge({ status, paidAt: NOW });
    assert.deepEqual(repeatSequence(paid).reduce(advance, paid), paid);
    assert.equal(repeatSequence(paid).length, 3);
  }
  assert.equal(
    advance(charge({ status: 'error', paidAt: NOW }), 'depix_sent').status,
    'depix_sent',
  );
});

test('a pending charge is expired from its expiration time on, a paid one never', () => {
  assert.equal(statusAt(charge(), new Date(LATER.getTime() - 1)), 'pending');
  assert.equal(statusAt(charge(), LATER), 'expired');
  assert.equal(statusAt(receivePayment(charge(), {}, NOW), LATER), 'pending');
  assert.throws(() => force(charge(), 'canceled', LATER), ControlError);
});

test('an expired charge accepts only a late payment, and a final one accepts none', () => {
  assert.throws(() => receivePayment(charge(), {}, LATER), ControlError);
  assert.deepEqual(receivePayment(charge(), { late: true }, LATER).paidAt, LATER);
  for (const status of STATUSES.filter((other) => other !== 'pending')) {
    assert.throws(() => receivePayment(charge({ status }), { late: true }, NOW), ControlError);
  }
});

test('a payer other than the informed one is a mismatch, by tax number or by EUID', () => {
  const reasonsOf = (informed: Partial<Charge>, payerTaxNumber?: string) =>
    receivePayment(charge(informed), payerTaxNumber ? { payerTaxNumber } : {}, NOW)
      .rejectionReasons;
  assert.deepEqual(reasonsOf({}, '98765432100'), ['PAYER_MISMATCH']);
  assert.deepEqual(reasonsOf({}, '01234567890'), []);
  const byId = { informedTaxNumber: null, informedEuid: euidOf('01234567890') };
  assert.deepEqual(reasonsOf(byId), []);
  assert.deepEqual(reasonsOf(byId, '01234567890'), []);
  assert.deepEqual(reasonsOf(byId, '98765432100'), ['PAYER_MISMATCH']);
  assert.deepEqual(reasonsOf({ informedTaxNumber: null }, '98765432100'), []);
});

test('a delayed charge has the time of its release', () => {
  const paid = receivePayment(charge({ delayHours: 24 }), {}, NOW);
  const delayed = sequenceOf(paid).reduce(advance, paid);
  assert.equal(delayed.status, 'delayed');
  assert.equal(delayed.delayUntil?.toISOString(), '2026-11-22T12:00:00.000Z');
});
