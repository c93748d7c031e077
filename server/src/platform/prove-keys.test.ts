import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { proveKeys } from './prove-keys.ts';
import { openVault } from './vault.ts';

const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

test('a start without a key that the database was written with is refused by name', async (t) => {
  const { db } = await testApp(t);
  const [first, second] = [newKey('k1'), newKey('k2')];
  await proveKeys(db, openVault(first));
  await proveKeys(db, openVault(`${second},${first}`));
  await assert.rejects(proveKeys(db, openVault(second)), /encryption key k1/);
  await assert.rejects(proveKeys(db, openVault(newKey('k1'))), /encryption key k1/);
});
