import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { openPooler } from '../../test/pooler.ts';
import { testDatabase } from '../../test/database.ts';
import { connect } from './db.ts';
import { proveKeys } from './prove-keys.ts';
import { openVault } from './vault.ts';

const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

test('startup without an encryption key that the database uses is refused, naming the key', async (t) => {
  const { db } = await testApp(t);
  const [first, second] = [newKey('k1'), newKey('k2')];
  await proveKeys(db, openVault(first));
  await proveKeys(db, openVault(`${second},${first}`));
  await assert.rejects(proveKeys(db, openVault(second)), /encryption key k1/);
  await assert.rejects(proveKeys(db, openVault(newKey('k1'))), /encryption key k1/);
});

test('a failed startup with a wrong key does not lock out the right one', async (t) => {
  const { db } = await testApp(t);
  const right = openVault(newKey('right'));
  await proveKeys(db, right);
  await assert.rejects(proveKeys(db, openVault(newKey('wrong'))), /encryption key right/);
  await proveKeys(db, right);
});

test('startup behind an undeclared pooler fails with the setting to use, instead of hanging', async (t) => {
  const { url } = await openPooler(t, await testDatabase(t), 1);
  const db = connect({ url, connections: 1, onError: () => undefined });
  t.after(() => db.end());
  await assert.rejects(proveKeys(db, openVault(newKey('k1'))), /PONTE_DATABASE_POOLED=true/);
});
