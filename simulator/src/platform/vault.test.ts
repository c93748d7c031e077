import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openVault } from './vault.ts';

const vault = openVault('a secret');
const NAME = 'Maria José, 🜚';

test('a sealed value opens only for its own column and under its own secret', () => {
  const sealed = vault.seal('charges.payerName', NAME);
  assert.ok(!sealed.includes('Maria') && sealed.startsWith('v1:'));
  assert.equal(vault.open('charges.payerName', sealed), NAME);
  assert.equal(openVault('a secret').open('charges.payerName', sealed), NAME);
  assert.notEqual(vault.seal('charges.payerName', NAME), sealed);
  assert.throws(() => vault.open('charges.informedName', sealed));
  assert.throws(() => openVault('another').open('charges.payerName', sealed));
  assert.throws(() => vault.open('charges.payerName', 'v1:'));
});

test('a digest depends on text, column and secret', () => {
  const digest = vault.digest('a', 'x');
  assert.match(digest, /^[0-9a-f]{64}$/);
  assert.equal(openVault('a secret').digest('a', 'x'), digest);
  const others = [vault.digest('b', 'x'), vault.digest('a', 'y'), openVault('b').digest('a', 'x')];
  assert.ok(!others.includes(digest));
});
