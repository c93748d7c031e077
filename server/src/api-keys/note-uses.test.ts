import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { bothOf, leavesFree } from '../../test/locks.ts';
import { type Fragment, sql } from '../platform/sql.ts';
import { createKey } from './create-key.ts';
import { noteUses } from './store.ts';

test('key uses are recorded in a fixed lock order, at most once a minute', async () => {
  const app = await testApp();
  const { environment, accountId } = await testEnvironment(app);
  const order = { accountId, mode: 'test', scopes: ['read:balance'], name: 'shop' } as const;
  const ids = [(await createKey(app.db, order)).id, (await createKey(app.db, order)).id];
  const note = (from: string): Promise<void> =>
    noteUses(
      app.db,
      ids
        .toSorted()
        .toReversed()
        .map((id) => ({ environmentId: environment.id, id, from })),
    );
  const noted = async () => {
    const keys = await app.db<{ from: string; isNow: boolean }>`
      select last_used_from as from,
        last_used_at between now() - interval '50 s' and now() + interval '1 s' as is_now
      from api_keys where id = any(${ids})`;
    return keys.map(({ from, isNow }) => [from, isNow]);
  };
  const rows = sql`select id from api_keys where id`;
  assert.ok(await leavesFree(app, rows, bothOf(ids), () => note('192.0.2.1')));
  const set = (usedAt: Fragment) =>
    app.db`update api_keys set last_used_at = ${usedAt} where id = any(${ids})`;
  for (const usedAt of [sql`now()`, sql`now() - interval '40 s'`]) {
    await set(usedAt);
    await note('192.0.2.2');
    assert.deepEqual(await noted(), [
      ['192.0.2.1', true],
      ['192.0.2.1', true],
    ]);
  }
  for (const usedAt of [sql`now() - interval '61 s'`, sql`now() + interval '1 hour'`]) {
    await set(usedAt);
    await note('192.0.2.2');
    assert.deepEqual(await noted(), [
      ['192.0.2.2', true],
      ['192.0.2.2', true],
    ]);
  }
});
