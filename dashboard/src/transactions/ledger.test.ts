import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transaction } from '../api/operations.ts';
import { entryOf, sumsOf } from './ledger.ts';

const BASE: Transaction = {
  id: 'dep_1',
  type: 'deposit',
  status: 'CONFIRMED',
  amountCents: 10_000,
  feeCents: 299,
  totalCents: 10_299,
  walletId: null,
  paymentLinkId: null,
  externalId: null,
  blockchainTxId: null,
  createdAt: '2026-11-21T12:00:00Z',
  updatedAt: '2026-11-21T12:00:00Z',
};
const WITHDRAWAL: Transaction = {
  ...BASE,
  id: 'wdr_1',
  type: 'withdrawal',
  status: 'COMPLETED',
  amountCents: 5_000,
  feeCents: 0,
  totalCents: undefined,
  depositAmountCents: 5_100,
};

test('a deposit’s net amount is reduced by its fee only when the shop pays the fee', () => {
  assert.equal(entryOf(BASE).netCents, 10_000);
  assert.equal(entryOf({ ...BASE, totalCents: 10_000 }).netCents, 9_701);
});

test('a withdrawal’s net amount is what was sent for it, the provider’s fee included', () => {
  assert.deepEqual(entryOf(WITHDRAWAL), { grossCents: -5_000, feeCents: 100, netCents: -5_100 });
});

test('only completed transactions count in the sums, and gross minus fees is net', () => {
  const rows = [BASE, WITHDRAWAL, { ...BASE, status: 'PENDING' as const }];
  const sums = sumsOf([...rows, { ...BASE, status: 'REFUNDED' as const }]);
  assert.deepEqual(sums, { grossCents: 5_299, feeCents: 399, netCents: 4_900 });
  assert.equal(sums.grossCents - sums.feeCents, sums.netCents);
});
