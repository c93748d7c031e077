import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  emptyForm,
  isOnlyOne,
  lacksDefault,
  orderOf,
  problemOfDescriptor,
  problemOfKey,
  refusalOf,
} from './watching.ts';

const KEY = 'ab'.repeat(32);

test('a descriptor with a private key is rejected before it is sent', () => {
  for (const key of ['xprv9s21', 'tprv8ZgxMB', 'XPRV9S21']) {
    assert.equal(problemOfDescriptor(`ct(slip77(${KEY}),elwpkh(${key}/<0;1>/*))`), 'spends');
  }
  assert.equal(problemOfDescriptor('ct(slip77(ab),elwpkh(xpub6C/<0;1>/*))'), undefined);
  assert.equal(problemOfDescriptor('wpkh(xpub6C)'), 'noDescriptor');
  assert.equal(problemOfDescriptor(' '), 'missingDescriptor');
});

test('a blinding key is 64 hexadecimal characters, in any case, with whitespace around', () => {
  assert.equal(problemOfKey(` ${KEY.toUpperCase()}\n`), undefined);
  assert.equal(problemOfKey(KEY.slice(1)), 'wrongKey');
  assert.equal(problemOfKey(''), 'missingKey');
});

test('a refusal is shown at its field, without the names of the API’s fields', () => {
  const refused = (code: string, message: string) => refusalOf({ code, message }, 'blinding_key');
  const key = { field: 'blindingKey', problem: 'otherKey' };
  assert.deepEqual(refused('invalid_request', 'blindingKey is not that.'), key);
  assert.equal(refused('invalid_request', 'label is not valid.'), undefined);
  assert.equal(refused('internal_error', 'blindingKey'), undefined);
  const address = { field: 'liquidAddress', problem: 'otherAddress' };
  assert.deepEqual(refused('invalid_liquid_address', 'liquidAddress must be'), address);
  assert.deepEqual(refused('duplicate_wallet', 'It is there.'), { field: 'liquidAddress' });
  assert.deepEqual(
    refusalOf({ code: 'invalid_request', message: 'This kind of descriptor.' }, 'descriptor'),
    { field: 'descriptor' },
  );
});

test('only the fields of the chosen kind of wallet are sent', () => {
  const typed = {
    ...emptyForm(true),
    liquidAddress: ' lq1 ',
    blindingKey: KEY,
    descriptor: 'ct(x)',
  };
  const sent = (way: 'address' | 'blinding_key' | 'descriptor') => orderOf({ ...typed, way });
  const rest = { label: '', makeDefault: true };
  assert.deepEqual(sent('address'), { ...rest, liquidAddress: 'lq1' });
  assert.deepEqual(sent('blinding_key'), { ...rest, liquidAddress: 'lq1', blindingKey: KEY });
  assert.deepEqual(sent('descriptor'), { ...rest, descriptor: 'ct(x)' });
});

test('a default wallet is missing only when no listed wallet is the default', () => {
  const [own, other] = [{ isDefault: true }, { isDefault: false }];
  const whole = (rows: { isDefault: boolean }[]) => ({ rows, nextCursor: null });
  assert.equal(lacksDefault(whole([]), undefined), true);
  assert.equal(lacksDefault(whole([other]), undefined), true);
  assert.equal(lacksDefault(whole([other, own]), undefined), false);
});

test('no default is reported missing while other pages of wallets are not loaded', () => {
  const rows = [{ isDefault: false }];
  assert.equal(lacksDefault({ rows: undefined, nextCursor: null }, undefined), false);
  assert.equal(lacksDefault({ rows, nextCursor: 'next' }, undefined), false);
  assert.equal(lacksDefault({ rows, nextCursor: null }, 'this'), false);
});

test('a single wallet on a page is the only one when there is no other page', () => {
  const rows = [{ isDefault: true }];
  assert.equal(isOnlyOne({ rows, nextCursor: null }, undefined), true);
  assert.equal(isOnlyOne({ rows, nextCursor: null }, 'this'), false);
  assert.equal(isOnlyOne({ rows, nextCursor: 'next' }, undefined), false);
});
