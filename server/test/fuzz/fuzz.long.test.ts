import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, test } from 'node:test';
import { runFuzz } from './run-fuzz.ts';

/** `npm run test:fuzz` makes 20,000. */
const CALLS = 600;

test('no API request causes an internal error or a response unlike its description', async () => {
  const { calls, counts } = await runFuzz({ after }, randomInt(2 ** 31), CALLS);
  assert.equal(calls, CALLS);
  // Otherwise only closed doors were tried.
  for (const status of ['200', '201', '202', '400', '404', '409', 'left']) {
    assert.ok((counts.get(status) ?? 0) > 0, `never ${status}`);
  }
});

test('no request of a signed-in user causes an internal error or a response unlike its description', async () => {
  const { calls, counts } = await runFuzz({ after }, randomInt(2 ** 31), CALLS, 'people');
  assert.equal(calls, CALLS);
  // Refusals for lack of permission are rare enough to be missing by chance.
  for (const status of ['200', '201', '204', '400', '404', 'left']) {
    assert.ok((counts.get(status) ?? 0) > 0, `never ${status}`);
  }
});
