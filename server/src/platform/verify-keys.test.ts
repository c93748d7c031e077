import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { openPooler } from '../../test/pooler.ts';
import { testDatabase } from '../../test/database.ts';
import { connect } from './db.ts';
import { putUsedKeyFirst, verifyKeys } from './verify-keys.ts';
import { openVault } from './vault.ts';

const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

test('startup without an encryption key that the database uses is refused, naming the key', async (t) => {
  const { db } = await testApp(t);
  const [first, second] = [newKey('k1'), newKey('k2')];
  await verifyKeys(db, openVault(first));
  await verifyKeys(db, openVault(`${second},${first}`));
  await assert.rejects(verifyKeys(db, openVault(second)), /encryption key k1/);
  await assert.rejects(verifyKeys(db, openVault(newKey('k1'))), /encryption key k1/);
});

test('a command seals with the first key that something has started with', async (t) => {
  const { db } = await testApp(t);
  const [first, second, third] = [newKey('k1'), newKey('k2'), newKey('k3')];
  const ring = [third, second, first].join(',');
  assert.equal(await putUsedKeyFirst(db, ring), ring, 'nothing has started yet');
  await verifyKeys(db, openVault(first));
  assert.equal(await putUsedKeyFirst(db, ring), [first, third, second].join(','));
  await verifyKeys(db, openVault(`${second},${first}`));
  assert.equal(await putUsedKeyFirst(db, ring), [second, third, first].join(','));
  assert.equal(await putUsedKeyFirst(db, second), second);
  assert.equal(await putUsedKeyFirst(db, third), third, 'which the start then refuses');
});

test('a failed startup with a wrong key does not lock out the right one', async (t) => {
  const { db } = await testApp(t);
  const right = openVault(newKey('right'));
  await verifyKeys(db, right);
  await assert.rejects(verifyKeys(db, openVault(newKey('wrong'))), /encryption key right/);
  await verifyKeys(db, right);
});

test('startup behind an undeclared pooler fails with the setting to use, instead of hanging', async (t) => {
  const { url } = await openPooler(t, await testDatabase(t), 1);
  const db = connect({ url, connections: 1, onError: () => undefined });
  t.after(() => db.end());
  await assert.rejects(verifyKeys(db, openVault(newKey('k1'))), /PONTE_DATABASE_POOLED=true/);
});
