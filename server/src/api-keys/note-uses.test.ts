import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { bothOf, leavesFree } from '../../test/locks.ts';
import { sql } from '../platform/sql.ts';
import { createKey } from './create-key.ts';
import { noteUses } from './store.ts';

test('key uses are recorded in a fixed lock order, at most once a minute', async () => {
  const app = await testApp();
  const { environment, accountId } = await testEnvironment(app);
  const order = { accountId, mode: 'test', scopes: ['read:balance'], name: 'shop' } as const;
  const ids = [(await createKey(app.db, order)).id, (await createKey(app.db, order)).id];
  const note = (at: Date, from: string): Promise<void> =>
    noteUses(
      app.db,
      ids
        .toSorted()
        .toReversed()
        .map((id) => ({ environmentId: environment.id, id, at, from })),
    );
  const at = new Date();
  const rows = sql`select id from api_keys where id`;
  assert.ok(await leavesFree(app, rows, bothOf(ids), () => note(at, '192.0.2.1')));
  await note(new Date(at.getTime() + 59_000), '192.0.2.2');
  const noted = await app.db`
    select last_used_at, last_used_from from api_keys where id = any(${ids})`;
  assert.deepEqual(
    noted,
    ids.map(() => ({ lastUsedAt: at, lastUsedFrom: '192.0.2.1' })),
  );
});
