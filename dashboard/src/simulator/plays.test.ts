import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiFailure } from '../api/api-failure.ts';
import { depositPlaysFor, untilPossible, withdrawalPlaysFor } from './plays.ts';

test('only actions that the state allows are offered', () => {
  assert.ok(depositPlaysFor('PENDING', false).includes('pay'));
  assert.deepEqual(depositPlaysFor('CONFIRMED', false), ['med']);
  for (const over of ['FAILED', 'REFUNDED']) assert.deepEqual(depositPlaysFor(over, false), []);
  assert.ok(withdrawalPlaysFor('PENDING', false).includes('short'));
  for (const over of ['COMPLETED', 'EXPIRED'])
    assert.deepEqual(withdrawalPlaysFor(over, false), []);
});

test('a payment that has already arrived is not offered again', () => {
  assert.deepEqual(depositPlaysFor('PENDING', true), []);
  assert.deepEqual(withdrawalPlaysFor('PENDING', true), ['fail', 'expire']);
});

test('an action refused for its state is retried; any other refusal is reported', async () => {
  let times = 0;
  await untilPossible(() => {
    times += 1;
    if (times < 3) return Promise.reject(new ApiFailure('invalid_state', ''));
    return Promise.resolve();
  }, 0);
  assert.equal(times, 3);

  const refused = new ApiFailure('not_found', '');
  await assert.rejects(
    untilPossible(() => Promise.reject(refused), 0),
    refused,
  );
});

test('retries stop after a while, and the last refusal is reported', async () => {
  const early = new ApiFailure('invalid_state', '');
  await assert.rejects(
    untilPossible(() => Promise.reject(early), 0),
    early,
  );
});
