import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesIn, formOf, readRate } from './settings-form.ts';

const SETTINGS = {
  depositFeeBasisPoints: 200,
  depositFeeFixedCents: 99,
  withdrawalFeeBasisPoints: 0,
  withdrawalFeeFixedCents: 0,
  depositsEnabled: true,
  withdrawalsEnabled: true,
  readRate: 100,
  readBurst: 200,
  moneyRate: 20,
  moneyBurst: 40,
};

test('an untouched form has no changes, in either language', () => {
  for (const language of ['pt', 'en'] as const) {
    const form = formOf(SETTINGS, language);
    assert.deepEqual(changesIn(form, form, language), {});
  }
});

test('only changed fields are sent', () => {
  const form = formOf(SETTINGS, 'pt');
  const changed = { ...form, depositFeeBasisPoints: '1,5', withdrawalsEnabled: false };
  assert.deepEqual(changesIn({ ...changed, depositFeeFixedCents: '0,00' }, form, 'pt'), {
    depositFeeBasisPoints: 150,
    depositFeeFixedCents: 0,
    withdrawalsEnabled: false,
  });
});

test('a rate is a whole number from one to a million', () => {
  assert.equal(readRate(' 20 '), 20);
  assert.equal(readRate('1000000'), 1_000_000);
  for (const typed of ['', '0', '-1', '1,5', '1000001', 'x']) {
    assert.equal(readRate(typed), undefined, typed);
  }
});
