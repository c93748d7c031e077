import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConnections, testApp } from '../../test/app.ts';
import { urlBehind } from '../../test/database.ts';
import { openSession } from '../../test/session.ts';
import { countOlderSessions } from './count-older-sessions.ts';
import { verifyKeys } from './verify-keys.ts';

test('sessions from before a key was used are counted, but not those of the start that used it', async (t) => {
  const { db, vault } = await testApp(t);
  await verifyKeys(db, vault);
  await openConnections({ db });
  const countIfUsed = async (after: string): Promise<number> => {
    await db`
      update encryption_keys set created_at = ${after}::interval + (
        select min(backend_start) from pg_stat_activity where datname = current_database())`;
    return countOlderSessions(db, vault.presentKey);
  };
  assert.equal(await countIfUsed('9 seconds'), 0);
  assert.equal(await countIfUsed('1 day'), db.load().idle - 1);
});

test('the sessions of the simulated provider, which has no keys, are not counted', async (t) => {
  const { db, vault } = await testApp(t);
  await verifyKeys(db, vault);
  await openSession(t, await urlBehind(db), 'ponte-sandbox');
  const others = db.load().idle - 1;
  await db`update encryption_keys set created_at = created_at + interval '1 day'`;
  assert.equal(await countOlderSessions(db, vault.presentKey), others);
});
