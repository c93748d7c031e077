import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deadlineOf, isDivergent, kindOf } from './reversal.ts';

const CPF = '12345678909';

test('another payer than announced is an estorno, the announced one a med', () => {
  assert.equal(kindOf(isDivergent(CPF, '11144477735', [])), 'estorno');
  assert.equal(kindOf(isDivergent(CPF, CPF, [])), 'med');
  assert.equal(kindOf(isDivergent(CPF, '123.456.789-09', [])), 'med');
});

test('who the payer was outweighs the reason given; without it the reason counts', () => {
  assert.equal(isDivergent(CPF, CPF, ['PAYER_MISMATCH']), false);
  assert.equal(isDivergent(CPF, undefined, ['PAYER_MISMATCH']), true);
  assert.equal(isDivergent(CPF, '***.456.789-**', ['PAYER_MISMATCH']), true);
  assert.equal(isDivergent(CPF, undefined, ['HIGH_VELOCITY']), false);
});

test('the deadline is the provider’s, or seven days after the report', () => {
  const [reported, given] = [new Date('2026-11-21T12:00:00Z'), new Date('2026-11-23T00:00:00Z')];
  assert.equal(deadlineOf(reported, given), given);
  assert.deepEqual(deadlineOf(reported, undefined), new Date('2026-11-28T12:00:00Z'));
});
