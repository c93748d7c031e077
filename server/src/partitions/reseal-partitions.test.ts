import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { addRequest, keepAll, placesOf } from '../../test/logs.ts';
import { DAY_MS } from '../durations.ts';
import { reseal } from '../platform/reseal.ts';
import { openVault, type Vault } from '../platform/vault.ts';
import { verifyKeys } from '../platform/verify-keys.ts';
import { CONTENT_PLACE, REQUEST_LOG } from '../requests/request.ts';

const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

test('resealing covers the rows of every partition, also while partitions are created', async (t) => {
  const app = await testApp(t);
  const { db } = app;
  const [old, young] = [newKey('old'), newKey('young')];
  const [before, both, after] = [old, `${young},${old}`, young].map(openVault) as [
    // One for each of the three texts; `map` loses the tuple type.
    Vault,
    Vault,
    Vault,
  ];
  await verifyKeys(db, before);
  const { environment } = await testEnvironment({ ...app, vault: before });
  for (const days of [40, 20, 1]) {
    const at = new Date(Date.now() - days * DAY_MS);
    const id = await addRequest(db, environment.id, at);
    await db`update api_requests set content = ${before.seal(CONTENT_PLACE, id)} where id = ${id}`;
    await keepAll(db, REQUEST_LOG, at);
  }
  assert.equal(new Set(Object.values(await placesOf(db, REQUEST_LOG))).size, 3);
  await verifyKeys(db, both);
  const [{ fields }] = await Promise.all([reseal(db, both), keepAll(db, REQUEST_LOG)]);
  assert.equal(fields, 3);
  const rows = await db<{ id: string; content: string }>`select id, content from api_requests`;
  assert.equal(rows.length, 3);
  for (const { id, content } of rows) assert.equal(after.open(CONTENT_PLACE, content), id);
});
