import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiFailure } from '../api/api-failure.ts';
import { depositPlaysFor, untilPossible, withdrawalPlaysFor } from './plays.ts';

test('nothing is offered that the state does not allow', () => {
  assert.ok(depositPlaysFor('PENDING', false).includes('right'));
  assert.deepEqual(depositPlaysFor('CONFIRMED', false), ['med']);
  for (const over of ['FAILED', 'REFUNDED']) assert.deepEqual(depositPlaysFor(over, false), []);
  assert.ok(withdrawalPlaysFor('PENDING', false).includes('short'));
  for (const over of ['COMPLETED', 'EXPIRED'])
    assert.deepEqual(withdrawalPlaysFor(over, false), []);
});

test('nothing is paid twice: what came already is not played again', () => {
  assert.deepEqual(depositPlaysFor('PENDING', true), []);
  assert.deepEqual(withdrawalPlaysFor('PENDING', true), ['fail', 'expire']);
});

test('an act that comes too early is made again; any other refusal is told', async () => {
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

test('waiting ends: what stays impossible is told', async () => {
  const early = new ApiFailure('invalid_state', '');
  await assert.rejects(
    untilPossible(() => Promise.reject(early), 0),
    early,
  );
});
