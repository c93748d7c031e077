import assert from 'node:assert/strict';
import { test } from 'node:test';
import { medOf, newDeposit, readingOf } from '../../test/deposits.ts';
import { cents } from '../money.ts';
import { deadlineOf, disputedCents, kindOf, matchOf, reportedAt } from './reversal.ts';

const CPF = '12345678909';
test('a refund is an estorno if another payer paid than announced, and otherwise a med', () => {
  for (const isDisputed of [true, false]) {
    assert.equal(kindOf(matchOf(CPF, '11144477735', []), isDisputed), 'estorno');
    assert.equal(kindOf(matchOf(CPF, CPF, []), isDisputed), 'med');
    assert.equal(kindOf(matchOf(CPF, '123.456.789-09', []), isDisputed), 'med');
  }
});

test('with an unknown payer, an undisputed refund is an estorno and a disputed one a med', () => {
  for (const unknown of [undefined, '***.456.789-**']) {
    assert.equal(kindOf(matchOf(CPF, unknown, []), false), 'estorno');
    assert.equal(kindOf(matchOf(CPF, unknown, []), true), 'med');
  }
});

test('the tax ID of the payer outweighs the given reason, which counts only without it', () => {
  assert.equal(matchOf(CPF, CPF, ['PAYER_MISMATCH']), 'same');
  assert.equal(matchOf(CPF, undefined, ['PAYER_MISMATCH']), 'different');
  assert.equal(matchOf(CPF, '***.456.789-**', ['PAYER_MISMATCH']), 'different');
  assert.equal(matchOf(CPF, undefined, ['HIGH_VELOCITY']), 'unknown');
});

test('the deadline is the provider’s, or seven days after the report', () => {
  const [reported, given] = [new Date('2026-11-21T12:00:00Z'), new Date('2026-11-23T00:00:00Z')];
  assert.equal(deadlineOf(reported, given), given);
  assert.deepEqual(deadlineOf(reported, undefined), new Date('2026-11-28T12:00:00Z'));
});

test('an implausible deadline is ignored', () => {
  const reported = new Date('2026-11-21T12:00:00Z');
  for (const given of ['2026-11-21T11:59:59Z', '0001-01-01T00:00:00Z', '2099-01-01T00:00:00Z']) {
    assert.deepEqual(deadlineOf(reported, new Date(given)), new Date('2026-11-28T12:00:00Z'));
  }
});

test('a report date before the payment or in the future is replaced by the time of receipt', () => {
  const [asked, now] = [new Date('2026-08-01T00:00:00Z'), new Date('2026-11-21T12:00:00Z')];
  const given = new Date('2026-11-20T12:00:00Z');
  assert.equal(reportedAt(given, asked, now), given);
  for (const wrong of [undefined, new Date(0), new Date('2099-01-01T00:00:00Z')]) {
    assert.equal(reportedAt(wrong, asked, now), now);
  }
});

test('a MED disputes a part or all of the paid amount, never more', () => {
  const reading = readingOf(newDeposit(), { valueCents: cents(5_199) });
  const takesBack = (amount: number | undefined) => {
    const amountCents = amount === undefined ? undefined : cents(amount);
    return disputedCents(medOf({ amountCents }), reading, null);
  };
  assert.deepEqual([1, 1_200, 5_199].map(takesBack), [1, 1_200, 5_199]);
  assert.equal(takesBack(5_200), 5_199);
  assert.equal(takesBack(undefined), 5_199);
  assert.equal(disputedCents(undefined, reading, null), 5_199);
  assert.equal(disputedCents(undefined, reading, cents(3_000)), 3_000);
});
