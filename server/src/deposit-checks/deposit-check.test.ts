import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Candidate,
  evaluate,
  type Expected,
  type Observation,
  pauseAfter,
  pauseAfterFailure,
  type Rules,
  TIMINGS,
  type Verdict,
} from './deposit-check.ts';

const ORDERED_AT = new Date('2026-05-04T12:00:00Z');
const DUE: Expected = { asset: '0d'.repeat(32), units: 5_000_000_000n, orderedAt: ORDERED_AT };
const OTHER = '07'.repeat(32);
const RULES: Rules = { ...TIMINGS.live, confirmations: 2 };
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

const explicit = (vout: number, units = DUE.units, asset = DUE.asset): Candidate => ({
  vout,
  held: { kind: 'explicit', asset, units },
});
const opened = (vout: number, units = DUE.units, asset = DUE.asset): Candidate => ({
  vout,
  held: { kind: 'opened', asset, units, assetBlindingFactor: 'a', valueBlindingFactor: 'b' },
});
const closed = (vout: number): Candidate => ({ vout, held: { kind: 'closed' } });
const hidden = (vout: number): Candidate => ({ vout, held: { kind: 'hidden' } });
const forged = (vout: number): Candidate => ({ vout, held: { kind: 'forged' } });

const there = (free: readonly Candidate[], confirmations = 2, paysScript = true) =>
  ({ kind: 'there', confirmations, blockAt: undefined, paysScript, free }) satisfies Observation;

/** A verdict as one line of text. */
function summaryOf(sight: Observation): string {
  const { state, fault, confirmations, assetOk, amountOk, output } = evaluate(sight, DUE, RULES);
  const parts = [fault ?? state, confirmations, `asset ${assetOk}`, `amount ${amountOk}`];
  return `${parts.join(', ')}, output ${output?.vout ?? 'none'}`;
}

test('a transaction is judged by its outputs to the deposit’s script', () => {
  const table: readonly (readonly [Observation, string])[] = [
    [there([explicit(3)]), 'confirmed, 2, asset true, amount true, output 3'],
    [there([opened(3)]), 'confirmed, 2, asset true, amount true, output 3'],
    [there([opened(3)], 1), 'seen, 1, asset true, amount true, output 3'],
    [there([opened(3)], 0), 'seen, 0, asset true, amount true, output 3'],
    [there([closed(1)], 0), 'unobservable, 0, asset null, amount null, output 1'],
    [there([closed(1)], 9), 'unobservable, 9, asset null, amount null, output 1'],
    [there([closed(1)], 10), 'forged, 10, asset null, amount null, output none'],
    [there([closed(1), hidden(2)], 10), 'unobservable, 10, asset null, amount null, output 2'],
    [there([hidden(1)], 10), 'unobservable, 10, asset null, amount null, output 1'],
    [there([forged(0)], 9), 'forged, 9, asset null, amount null, output none'],
    [there([explicit(0, 1n)]), 'other_amount, 2, asset true, amount false, output none'],
    [
      there([explicit(0, DUE.units, OTHER)]),
      'other_asset, 2, asset false, amount null, output none',
    ],
    [there([opened(0, DUE.units, OTHER)]), 'other_asset, 2, asset false, amount null, output none'],
    [there([], 2, false), 'other_address, 2, asset null, amount null, output none'],
    [there([], 2, true), 'counted_before, 2, asset null, amount null, output none'],
    [{ kind: 'absent', forMs: HOUR }, 'unchecked, 0, asset null, amount null, output none'],
    [{ kind: 'absent', forMs: HOUR + 1 }, 'missing, 0, asset null, amount null, output none'],
  ];
  for (const [sight, verdict] of table) assert.equal(summaryOf(sight), verdict);
});

test('one unit more or less than the expected amount is another amount', () => {
  for (const units of [DUE.units - 1n, DUE.units + 1n, 0n, 2n ** 63n]) {
    const { fault, units: held } = evaluate(there([opened(0, units)]), DUE, RULES);
    assert.deepEqual([fault, held], ['other_amount', units]);
  }
});

test('a payment that is in a block from before the order is another one', () => {
  const paidAfter = (ms: number) =>
    summaryOf({ ...there([explicit(3)]), blockAt: new Date(ORDERED_AT.getTime() + ms) });
  const right = 'confirmed, 2, asset true, amount true, output 3';
  // A clock that is set to Brazil's local time, somewhere, makes no payment wrong.
  for (const hours of [1, 0, -1, -5, -6]) assert.equal(paidAfter(hours * HOUR), right);
  const older = 'paid_before, 2, asset null, amount null, output none';
  for (const ms of [-6 * HOUR - 1, -7 * HOUR, -400 * DAY]) assert.equal(paidAfter(ms), older);
});

test('of several outputs the exact one counts, then one that cannot be opened, then the nearest mismatch', () => {
  const worse = [explicit(0, DUE.units, OTHER), forged(1), explicit(2, 7n), closed(3), opened(4)];
  const faults = worse.map((_, at) => {
    const { state, fault } = evaluate(there(worse.slice(0, at + 1)), DUE, RULES);
    const reversed = evaluate(there(worse.slice(0, at + 1).reverse()), DUE, RULES);
    assert.deepEqual([reversed.state, reversed.fault], [state, fault]);
    return fault ?? state;
  });
  assert.deepEqual(faults, ['other_asset', 'forged', 'other_amount', 'unobservable', 'confirmed']);
});

test('checks become rarer the longer a state lasts, and end when it is final', () => {
  const pause = (verdict: Pick<Verdict, 'state' | 'confirmations'>, inStateMs: number) =>
    pauseAfter(verdict, inStateMs, RULES);
  assert.equal(pause({ state: 'unchecked', confirmations: 0 }, 0), 15_000);
  assert.equal(pause({ state: 'seen', confirmations: 1 }, 3 * MINUTE), MINUTE);
  assert.equal(pause({ state: 'seen', confirmations: 0 }, 30 * DAY), 10 * MINUTE);
  assert.equal(pause({ state: 'confirmed', confirmations: 2 }, 0), 8 * MINUTE);
  assert.equal(pause({ state: 'confirmed', confirmations: 10 }, 0), undefined);
  assert.equal(pause({ state: 'unobservable', confirmations: 0 }, 0), 15_000);
  assert.equal(pause({ state: 'unobservable', confirmations: 10 }, 0), undefined);
  assert.equal(pause({ state: 'mismatch', confirmations: 10 }, 0), MINUTE);
  assert.equal(pause({ state: 'mismatch', confirmations: 10 }, 3 * DAY), DAY);
  assert.equal(pause({ state: 'mismatch', confirmations: 10 }, 7 * DAY + 1), undefined);
});

test('checks continue until the configured confirmations, also above ten', () => {
  const rules = { ...RULES, confirmations: 60 };
  const pause = pauseAfter({ state: 'seen', confirmations: 59 }, 0, rules);
  assert.equal(pause, 15_000);
  assert.equal(pauseAfter({ state: 'confirmed', confirmations: 60 }, 0, rules), undefined);
  const stateAt = (confirmations: number) =>
    evaluate(there([closed(1)], confirmations), DUE, rules).state;
  assert.deepEqual([stateAt(59), stateAt(60)], ['unobservable', 'mismatch']);
});

test('a failure delays the next check by an hour at most', () => {
  assert.equal(pauseAfterFailure(0, RULES), 15_000);
  assert.equal(pauseAfterFailure(365 * DAY, RULES), HOUR);
});
