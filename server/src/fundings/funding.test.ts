import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiquidOutput } from '../liquid/output.ts';
import { UNITS_PER_CENT } from '../liquid/units.ts';
import { cents } from '../money.ts';
import {
  type Arrival,
  evaluateFunding,
  type Funded,
  type FundingState,
  nextLook,
  NOTHING_SEEN,
  type Terms,
} from './funding.ts';

const DEPIX = 'de'.repeat(32);
const OTHER = '07'.repeat(32);
const DUE = 5_100n * UNITS_PER_CENT;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const NOW = new Date('2026-11-21T12:00:00Z');
const TERMS: Terms = { assetId: DEPIX, confirmations: 2, blockMs: MINUTE };

const after = (ms: number) => new Date(NOW.getTime() + ms);

const WAITING: Funded = {
  status: 'PENDING',
  providerStatus: 'unsent',
  depositAmountCents: cents(5_100),
  blockchainTxId: null,
  expiresAt: after(30 * DAY),
  updatedAt: NOW,
  now: NOW,
};

const output = (shown: { asset: string; units: bigint } | undefined): LiquidOutput => ({
  vout: 0,
  script: '00',
  confidential: shown === undefined,
  asset: shown?.asset,
  units: shown?.units,
});
const explicit = (units: bigint, asset = DEPIX) => output({ asset, units });
const HIDDEN = output(undefined);

const arrival = (txId: string, confirmations: number, ...outputs: LiquidOutput[]): Arrival => ({
  txId,
  confirmations,
  outputs,
});

const judged = (
  arrivals: readonly Arrival[],
  changes: Partial<Funded> = {},
  before = NOTHING_SEEN,
) => evaluateFunding({ ...before, ...WAITING, ...changes }, arrivals, TERMS);

test('a payment is seen immediately, and confirmed after the required number of blocks', () => {
  assert.deepEqual(judged([]), NOTHING_SEEN);
  for (const [confirmations, state] of [
    [0, 'seen'],
    [1, 'seen'],
    [2, 'confirmed'],
    [3, 'confirmed'],
  ] as const) {
    const found = judged([arrival('a', confirmations, explicit(DUE))]);
    assert.partialDeepStrictEqual(found, { state, confirmations, units: DUE, problem: null });
  }
});

test('a readable amount must match to the cent, and a fraction of a cent more is ignored', () => {
  for (const [units, problem] of [
    [1n, 'short'],
    [DUE - 1n, 'short'],
    [DUE, null],
    [DUE + UNITS_PER_CENT - 1n, null],
    [DUE + UNITS_PER_CENT, 'over'],
  ] as const)
    assert.equal(judged([arrival('a', 0, explicit(units))]).problem, problem, String(units));
  const inParts = arrival('a', 0, explicit(DUE - 7n), explicit(7n), explicit(9n, OTHER));
  assert.partialDeepStrictEqual(judged([inParts]), { problem: null, units: DUE });
});

test('a confidential amount is not judged, not even in part', () => {
  const parts = [[HIDDEN], [HIDDEN, explicit(1n)], [HIDDEN, explicit(1n, OTHER)]];
  for (const outputs of parts) {
    const found = judged([arrival('a', 2, ...outputs)]);
    assert.partialDeepStrictEqual(found, { state: 'confirmed', units: null, problem: null });
  }
});

test('a payment in another asset does not count, whatever its amount', () => {
  const found = judged([arrival('a', 0, explicit(DUE, OTHER))]);
  assert.partialDeepStrictEqual(found, { state: 'seen', units: null, problem: 'other_asset' });
});

test('the best of several payments counts, whichever came first', () => {
  const exact = arrival('exact', 3, explicit(DUE));
  const hidden = arrival('hidden', 3, HIDDEN);
  const near = arrival('near', 3, explicit(DUE - 1n));
  const dust = arrival('tiny', 3, explicit(1n));
  const foreign = arrival('foreign', 3, explicit(DUE, OTHER));
  const ranked = [exact, hidden, near, dust, foreign];
  ranked.forEach((best, at) => {
    const worse = ranked.slice(at + 1);
    for (const confirmations of [0, 9]) {
      const others = worse.map((one) => ({ ...one, confirmations }));
      assert.equal(judged([...others, best]).txId, best.txId);
      assert.equal(judged([best, ...others]).txId, best.txId);
    }
  });
});

test('of two equal payments the newer counts, unless the provider accepted the other', () => {
  const arrivals = [arrival('older', 7, HIDDEN), arrival('newer', 0, HIDDEN)];
  assert.equal(judged(arrivals).txId, 'newer');
  assert.equal(judged(arrivals, { blockchainTxId: 'older' }).txId, 'older');
  const short = arrival('short', 7, explicit(DUE - 1n));
  const accepted = judged([short, arrival('exact', 0, explicit(DUE))], { blockchainTxId: 'short' });
  assert.partialDeepStrictEqual(accepted, { txId: 'short', problem: 'short' });
});

test('a payment first seen after the expiry is late, unless the withdrawal completed', () => {
  const over = { expiresAt: after(-1) };
  assert.equal(judged([arrival('a', 0, HIDDEN)], over).problem, 'late');
  assert.equal(judged([arrival('a', 0, HIDDEN)], { expiresAt: NOW }).problem, null);
  assert.equal(judged([arrival('a', 0, HIDDEN)], { ...over, status: 'COMPLETED' }).problem, null);
  // Seen in time, and checked again later.
  const before = judged([arrival('a', 0, HIDDEN)]);
  const later = { now: after(DAY), expiresAt: after(MINUTE) };
  assert.equal(judged([arrival('a', 0, HIDDEN)], later, before).problem, null);
});

test('a payment made in time is not late because it was checked late', () => {
  const over = { expiresAt: after(-30 * MINUTE), providerStatus: 'sending' };
  assert.equal(judged([arrival('a', 45, HIDDEN)], over).problem, null);
  assert.equal(judged([arrival('a', 29, HIDDEN)], over).problem, 'late');
});

test('a payment confirmed for ten minutes without the provider knowing it is marked not_taken', () => {
  const seen = judged([arrival('a', 2, HIDDEN)]);
  const problemAt = (ms: number, changes: Partial<Funded> = {}) =>
    judged([arrival('a', 2, HIDDEN)], { now: after(ms), ...changes }, seen).problem;
  assert.equal(problemAt(10 * MINUTE - 1), null);
  assert.equal(problemAt(10 * MINUTE), 'not_taken');
  assert.equal(problemAt(DAY, { status: 'EXPIRED' }), 'not_taken');
  assert.equal(problemAt(DAY, { blockchainTxId: 'a' }), null);
  assert.equal(problemAt(DAY, { providerStatus: 'sending' }), null);
  for (const status of ['PROCESSING', 'COMPLETED', 'FAILED'])
    assert.equal(problemAt(DAY, { status }), null);
  // A canceled payout wasn't paid out, and nothing says whether the funding will be returned.
  const canceled = { status: 'FAILED', providerStatus: 'canceled' };
  assert.equal(problemAt(DAY, canceled), 'not_taken');
  assert.equal(problemAt(DAY, { ...canceled, blockchainTxId: 'a' }), null);
  assert.equal(problemAt(DAY, { ...canceled, providerStatus: 'refunded' }), null);
  // A transaction that reappears after a reorganization must be confirmed again.
  const gone = judged([arrival('a', 0, HIDDEN)], { now: after(DAY) }, seen);
  assert.partialDeepStrictEqual(gone, { state: 'seen', problem: null, confirmedAt: null });
});

test('an open withdrawal is checked often, and a finished one ever less until never', () => {
  const lookAt = (changes: Partial<Funded>, looks: number, state: FundingState, blockMs = MINUTE) =>
    nextLook({ ...WAITING, ...changes, looks }, state, { ...TERMS, blockMs });
  assert.equal(lookAt({}, 1, 'unchecked'), 15);
  assert.equal(lookAt({}, 1, 'seen'), 15);
  assert.equal(lookAt({}, 1, 'seen', 1_000), 5);
  assert.equal(lookAt({}, 120, 'unchecked'), 15);
  assert.equal(lookAt({}, 121, 'confirmed'), 40);
  assert.equal(lookAt({}, 2_236, 'unchecked'), 300);
  for (const status of ['FAILED', 'EXPIRED'])
    for (const [ms, seconds] of [
      [MINUTE, 60],
      [DAY / 2, 3_600],
      [2 * DAY, 43_200],
      [8 * DAY, null],
    ] as const)
      assert.equal(lookAt({ status, now: after(ms) }, 5, 'confirmed'), seconds);
  const status = 'COMPLETED';
  assert.equal(lookAt({ status }, 5, 'confirmed'), null);
  assert.equal(lookAt({ status }, 5, 'unchecked'), 15);
  assert.equal(lookAt({ status, now: after(2 * DAY) }, 5, 'unchecked'), null);
});
