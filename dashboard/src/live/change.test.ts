import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChange, touchedBy, waitMs } from './change.ts';

test('deposit changes invalidate overview, balance, list and detail, once each', () => {
  const change = { kind: 'deposit', id: 'dep_1', status: 'CONFIRMED' } as const;
  const touched = touchedBy([change, { ...change, id: 'dep_2' }]);
  assert.equal(new Set(touched).size, touched.length);
  for (const operation of ['getOverview', 'getBalance', 'listDeposits', 'getDepositDetail']) {
    assert.ok(
      touched.some((one) => one === operation),
      operation,
    );
  }
});

test('messages of an unknown kind or form are ignored', () => {
  const change = '{"kind":"alert","id":"med_1","status":"PENDING"}';
  assert.deepEqual(readChange(change), { kind: 'alert', id: 'med_1', status: 'PENDING' });
  for (const data of ['', 'x', 'null', '{}', '{"kind":"toString","id":"a"}', '{"kind":"alert"}']) {
    assert.equal(readChange(data), undefined, data);
  }
});

test('a refused stream is retried with exponential backoff, capped at one minute', () => {
  const waits = Array.from({ length: 10 }, (_, refusals) => waitMs(refusals));
  assert.deepEqual(waits.slice(0, 3), [2_000, 4_000, 8_000]);
  assert.equal(Math.max(...waits), 60_000);
});
