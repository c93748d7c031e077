import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AMOUNTS, changesIn, formOf, MAX_FEES, readFee, readRate } from './settings-form.ts';

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

test('a fixed fee is within what the server accepts, however many digits are typed', () => {
  assert.equal(readFee('R$ 1,99', 'depositFeeFixedCents', 'pt'), 199);
  assert.equal(readFee('100', 'withdrawalFeeFixedCents', 'en'), 10_000);
  for (const typed of ['', 'x', '2', '99999999999999', '9'.repeat(40)]) {
    assert.equal(readFee(typed, 'depositFeeFixedCents', 'pt'), undefined, typed);
  }
  assert.equal(readFee('100,01', 'withdrawalFeeFixedCents', 'pt'), undefined);
});

test('the most that a fixed fee may be is what the API says', () => {
  const file = new URL('../../../docs/openapi-dashboard.json', import.meta.url);
  // Written by our own command.
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as {
    components: {
      schemas: { OperatorAccountChange: { properties: Record<string, { maximum?: number }> } };
    };
  };
  const { properties } = components.schemas.OperatorAccountChange;
  for (const name of AMOUNTS) assert.equal(MAX_FEES[name], properties[name]?.maximum, name);
});
