import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  emptyForm,
  isOnlyOne,
  lacksDefault,
  orderOf,
  problemOfDescriptor,
  problemOfKey,
} from './watching.ts';

const KEY = 'ab'.repeat(32);

test('a descriptor that can spend is stopped before it is sent', () => {
  for (const key of ['xprv9s21', 'tprv8ZgxMB', 'XPRV9S21']) {
    assert.equal(problemOfDescriptor(`ct(slip77(${KEY}),elwpkh(${key}/<0;1>/*))`), 'spends');
  }
  assert.equal(problemOfDescriptor('ct(slip77(ab),elwpkh(xpub6C/<0;1>/*))'), undefined);
  assert.equal(problemOfDescriptor('wpkh(xpub6C)'), 'noDescriptor');
  assert.equal(problemOfDescriptor(' '), 'missingDescriptor');
});

test('a blinding key is 64 hexadecimal characters, whatever stands around them', () => {
  assert.equal(problemOfKey(` ${KEY.toUpperCase()}\n`), undefined);
  assert.equal(problemOfKey(KEY.slice(1)), 'wrongKey');
  assert.equal(problemOfKey(''), 'missingKey');
});

test('only what belongs to the chosen way is sent', () => {
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

test('a further wallet takes the money of new charges only when somebody asks for it', () => {
  const [own, other] = [{ isDefault: true }, { isDefault: false }];
  const whole = (rows: { isDefault: boolean }[]) => ({ rows, nextCursor: null });
  assert.equal(lacksDefault(whole([]), undefined), true);
  assert.equal(lacksDefault(whole([other]), undefined), true);
  assert.equal(lacksDefault(whole([other, own]), undefined), false);
});

test('while not all wallets are seen, one of the others may be the default', () => {
  const rows = [{ isDefault: false }];
  assert.equal(lacksDefault({ rows: undefined, nextCursor: null }, undefined), false);
  assert.equal(lacksDefault({ rows, nextCursor: 'next' }, undefined), false);
  assert.equal(lacksDefault({ rows, nextCursor: null }, 'this'), false);
});

test('a wallet that is alone on its page is the last one only where there is no other page', () => {
  const rows = [{ isDefault: true }];
  assert.equal(isOnlyOne({ rows, nextCursor: null }, undefined), true);
  assert.equal(isOnlyOne({ rows, nextCursor: null }, 'this'), false);
  assert.equal(isOnlyOne({ rows, nextCursor: 'next' }, undefined), false);
});
