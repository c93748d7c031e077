import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { depositFeeProblem } from '../accounts/environment.ts';
import { cents, MAX_AMOUNT, MIN_AMOUNT } from '../money.ts';
import { allowedSteps } from '../step.ts';
import {
  DEPOSIT_STATUSES,
  DEPOSIT_STEPS,
  type DepositPrice,
  type DepositStatus,
  type DepositStep,
  priceDeposit,
} from './deposit.ts';

/** Every status a step may be taken from, and where it leads; everything else is refused. */
const TABLE: Record<DepositStatus, Partial<Record<DepositStep, DepositStatus>>> = {
  PENDING: { confirm: 'CONFIRMED', fail: 'FAILED', refund: 'REFUNDED' },
  CONFIRMED: { refund: 'REFUNDED' },
  FAILED: { confirm: 'CONFIRMED', refund: 'REFUNDED' },
  REFUNDED: {},
};

const STEPS: readonly DepositStep[] = ['confirm', 'fail', 'refund'];

for (const status of DEPOSIT_STATUSES) {
  for (const step of STEPS) {
    const to = TABLE[status][step];
    test(`${step} from ${status} ${to === undefined ? 'is refused' : `leads to ${to}`}`, () => {
      const [taken] = allowedSteps(DEPOSIT_STEPS, status, [step]);
      assert.equal(taken && DEPOSIT_STEPS[taken].to, to);
    });
  }
}

test('every step emits the event of the status it leads to', () => {
  assert.deepEqual(Object.keys(DEPOSIT_STEPS), STEPS);
  for (const { to, event } of Object.values(DEPOSIT_STEPS)) {
    assert.equal(event, `deposit.${to.toLowerCase()}`);
  }
});

const DEFAULT = { percentBasisPoints: 200, fixedCents: cents(99) };
const PROVIDER_FEE = cents(99);

const price = (amount: number, passOn: boolean): DepositPrice => {
  const priced = priceDeposit(cents(amount), DEFAULT, passOn, PROVIDER_FEE);
  assert.ok(priced);
  return priced;
};

test('the default schedule gives the documented numbers', () => {
  assert.deepEqual(price(5_000, true), {
    amountCents: 5_000,
    feeCents: 199,
    totalCents: 5_199,
    netCents: 5_000,
    settledCents: 5_000,
    splitCents: 100,
    splitBasisPoints: 192,
    providerFeeCents: 99,
  });
  assert.deepEqual(price(10_000, false), {
    amountCents: 10_000,
    feeCents: 299,
    totalCents: 10_000,
    netCents: 9_701,
    settledCents: 9_701,
    splitCents: 200,
    splitBasisPoints: 200,
    providerFeeCents: 99,
  });
});

test('half a cent of fee rounds up', () => {
  assert.deepEqual(
    [224, 225, 275].map((amount) => price(amount, true).feeCents),
    [103, 104, 105],
  );
});

const amount = fc.integer({ min: MIN_AMOUNT, max: MAX_AMOUNT });
const schedule = fc
  .record({
    percentBasisPoints: fc.integer({ min: 0, max: 9_999 }),
    fixedCents: fc.integer({ min: 0, max: 199 }).map(cents),
  })
  .filter((one) => depositFeeProblem(one, PROVIDER_FEE) === undefined);

test('for any amount and schedule, the parts add up and the wallet gets at least the promised amount', () => {
  fc.assert(
    fc.property(amount, schedule, fc.boolean(), (asked, fees, passOn) => {
      const priced = priceDeposit(cents(asked), fees, passOn, PROVIDER_FEE);
      assert.ok(priced, 'every valid schedule prices every amount');
      const { totalCents, feeCents, netCents, settledCents, splitCents } = priced;
      assert.equal(totalCents, passOn ? asked + feeCents : asked);
      assert.equal(netCents, totalCents - feeCents);
      assert.equal(settledCents + splitCents + priced.providerFeeCents, totalCents);
      assert.ok(settledCents >= netCents, 'the wallet gets at least the promised amount');
      assert.ok(netCents >= 1 && splitCents >= 0);
    }),
    { numRuns: 20_000 },
  );
});

test('the split is the largest percentage of two decimals that does not exceed its share', () => {
  fc.assert(
    fc.property(amount, schedule, fc.boolean(), (asked, fees, passOn) => {
      const priced = priceDeposit(cents(asked), fees, passOn, PROVIDER_FEE);
      assert.ok(priced);
      const { totalCents, feeCents, splitBasisPoints } = priced;
      const part = (feeCents - PROVIDER_FEE) * 10_000;
      assert.ok(splitBasisPoints * totalCents <= part);
      assert.ok((splitBasisPoints + 1) * totalCents > part);
    }),
    { numRuns: 20_000 },
  );
});

test('a fee that leaves the wallet less than promised or than a cent gives no price', () => {
  const greedy = { percentBasisPoints: 9_999, fixedCents: cents(1) };
  assert.equal(priceDeposit(cents(200), greedy, false, PROVIDER_FEE), undefined);
  assert.equal(priceDeposit(cents(200), greedy, true, PROVIDER_FEE)?.netCents, 200);
  // The provider's fee has been raised since: its part could only come out of the wallet's share.
  assert.equal(priceDeposit(cents(200), DEFAULT, true, cents(150)), undefined);
});
