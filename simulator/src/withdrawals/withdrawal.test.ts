import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ControlError } from '../errors.ts';
import {
  advance,
  force,
  MAY_BECOME,
  receiveFunds,
  type Withdrawal,
  type WithdrawalStatus,
} from './withdrawal.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const LATER = new Date('2026-12-21T12:00:00Z');
const SCENE = { now: NOW, receiptsUrl: 'http://sandbox/receipts' };
// Its own keys are exactly the statuses.
const STATUSES = Object.keys(MAY_BECOME) as WithdrawalStatus[];

const withdrawal = (change: Partial<Withdrawal> = {}): Withdrawal => ({
  id: '019f00000000700080000000000000aa',
  partner: 'env_a',
  nonce: 'n',
  pixKey: 'a@b.example',
  taxNumber: null,
  euid: null,
  depositAddress: 'tlq1',
  depositAmountInCents: 12_470,
  payoutAmountInCents: 12_345,
  status: 'unsent',
  createdAt: NOW,
  expiresAt: LATER,
  fundedAt: null,
  mishap: null,
  blockchainTxId: null,
  receiptUrl: null,
  centralBankId: null,
  receiverName: null,
  transferredAt: null,
  ...change,
});

test('a status changes only as the transition table allows', () => {
  for (const from of STATUSES) {
    for (const to of STATUSES) {
      const allowed = MAY_BECOME[from].includes(to);
      assert.equal(advance(withdrawal({ status: from }), to, SCENE).status, allowed ? to : from);
      if (allowed) assert.equal(force(withdrawal({ status: from }), to).status, to);
      else assert.throws(() => force(withdrawal({ status: from }), to), ControlError);
    }
  }
});

test('a payout has a receipt and an end-to-end id', () => {
  const sent = advance(withdrawal({ status: 'sending' }), 'sent', SCENE);
  assert.match(sent.centralBankId ?? '', /^E.{31}$/);
  assert.equal(sent.receiptUrl, 'http://sandbox/receipts/019f00000000700080000000000000aa');
  assert.deepEqual(sent.transferredAt, NOW);
});

test('the exact amount pays the agreed payout', () => {
  const funded = receiveFunds(withdrawal(), { amountInCents: 12_470 }, NOW);
  assert.deepEqual(funded.fundedAt, NOW);
  assert.equal(funded.payoutAmountInCents, 12_345);
});

test('an amount up to 5% off pays what arrived', () => {
  assert.equal(
    receiveFunds(withdrawal(), { amountInCents: 12_000 }, NOW).payoutAmountInCents,
    11_880,
  );
  assert.equal(
    receiveFunds(withdrawal(), { amountInCents: 13_000 }, NOW).payoutAmountInCents,
    12_870,
  );
});

test('an amount more than 5% off is flagged and pays nothing', () => {
  for (const arrived of [1, 11_846, 13_094, 1_000_000]) {
    const flagged = receiveFunds(withdrawal(), { amountInCents: arrived }, NOW);
    assert.deepEqual([flagged.fundedAt, flagged.mishap], [null, 'off_amount']);
  }
});

test('an amount given as a difference is judged like any other', () => {
  assert.equal(
    receiveFunds(withdrawal(), { differenceInCents: -470 }, NOW).payoutAmountInCents,
    11_880,
  );
  const over = receiveFunds(withdrawal(), { differenceInCents: 624 }, NOW);
  assert.deepEqual([over.fundedAt, over.mishap], [null, 'off_amount']);
});

test('another asset pays nothing, and the right one can still arrive', () => {
  const flagged = receiveFunds(withdrawal(), { wrongAsset: true }, NOW);
  assert.deepEqual([flagged.fundedAt, flagged.mishap], [null, 'wrong_asset']);
  assert.deepEqual(receiveFunds(flagged, {}, NOW).fundedAt, NOW);
});

test('funds that arrive after expiration are lost', () => {
  const lost = receiveFunds(withdrawal(), { amountInCents: 12_470 }, LATER);
  assert.deepEqual([lost.fundedAt, lost.mishap, lost.status], [null, 'late', 'unsent']);
});

test('a withdrawal is funded once', () => {
  const funded = receiveFunds(withdrawal(), { amountInCents: 12_470 }, NOW);
  assert.throws(() => receiveFunds(funded, { amountInCents: 12_470 }, NOW), ControlError);
  for (const status of STATUSES.filter((other) => other !== 'unsent')) {
    assert.throws(
      () => receiveFunds(withdrawal({ status }), { amountInCents: 12_470 }, NOW),
      ControlError,
    );
  }
});
