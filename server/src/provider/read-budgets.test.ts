import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config.ts';
import { GRANTED } from './budget.ts';

const read = (PONTE_PROVIDER_BUDGETS: string) =>
  readConfig({ PONTE_PROVIDER_BUDGETS }).providerBudgets;

test('a configured budget replaces its default, and none turns the counting off', () => {
  assert.deepEqual(read('deposit=30/60,deposits=6/5'), {
    ...GRANTED,
    deposit: { perMinute: 30, burst: 60 },
    deposits: { perMinute: 6, burst: 5 },
  });
  assert.deepEqual(read(''), GRANTED);
  assert.equal(read('none'), undefined);
});

test('an invalid or unknown budget is refused, and the error lists the known ones', () => {
  const message =
    'PONTE_PROVIDER_BUDGETS must be none, or call=perMinute/burst, separated by commas, ' +
    'for deposit, deposits, deposit-status, withdraw, withdraw-status';
  for (const value of ['deposit=0/50', 'deposit=15', 'foo=1/1', 'constructor=1/1']) {
    assert.throws(() => read(value), { message }, value);
  }
});
