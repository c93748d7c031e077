import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openConnections, testApp } from '../../test/app.ts';
import { until } from '../../test/receiver.ts';
import { connect } from '../platform/db.ts';
import type { Room } from './rate-limit.ts';
import { openSharedLimiter } from './share-rate-limit.ts';

const app = await testApp();
await openConnections(app);
/** Long enough for a crowded machine, since these tests are about counts in the database. */
const PATIENCE_MS = 30_000;
const open = () => openSharedLimiter(app.db, PATIENCE_MS);
const SLOW = { perSecond: 1, burst: 50 };

const passes = (rooms: readonly Room[]): number =>
  rooms.filter(({ retryAfterSeconds }) => retryAfterSeconds === undefined).length;

describe('a rate counted in the database', { concurrency: true }, () => {
  test('lets exactly the burst through under concurrent calls on two nodes', async () => {
    const nodes = [open(), open()];
    const burst = Array.from({ length: 120 }, (_, at) => nodes[at % 2]?.('burst', SLOW));
    const rooms = (await Promise.all(burst)).filter((room) => room !== undefined);
    assert.equal(passes(rooms), 50);
    for (const { remaining, retryAfterSeconds } of rooms) {
      if (retryAfterSeconds === undefined) continue;
      assert.equal(remaining, 0);
      assert.ok(retryAfterSeconds >= 45 && retryAfterSeconds <= 50, String(retryAfterSeconds));
    }
  });

  test('reports what is left, and reading it costs nothing', async () => {
    const limit = open();
    assert.deepEqual(await limit('look', SLOW, 0), {
      remaining: 50,
      resetSeconds: 0,
      retryAfterSeconds: undefined,
    });
    const first = await limit('look', SLOW);
    assert.deepEqual(first, { remaining: 49, resetSeconds: 50, retryAfterSeconds: undefined });
    assert.equal((await limit('look', SLOW, 0)).remaining, 49);
    assert.equal((await limit('look', SLOW, 0)).remaining, 49);
  });

  test('restores the whole burst after the reported wait', async () => {
    const limit = open();
    const quick = { perSecond: 4, burst: 4 };
    const rooms: Room[] = [];
    for (let call = 0; call < 5; call += 1) rooms.push(await limit('wait', quick));
    assert.equal(rooms.at(-1)?.retryAfterSeconds, 1);
    await until(async () => (await limit('wait', quick, 0)).remaining === 4, 1_100);
    for (let call = 0; call < 4; call += 1) {
      assert.equal((await limit('wait', quick)).retryAfterSeconds, undefined);
    }
  });

  test('is shared by all nodes also if the burst does not last whole milliseconds', async () => {
    const uneven = { perSecond: 3, burst: 100 };
    assert.equal((await open()('uneven', uneven)).remaining, 99);
    assert.equal((await open()('uneven', uneven)).remaining, 98);
  });

  test('is separate for each key, and starts over when the rate changes', async () => {
    const limit = open();
    const one = { perSecond: 1, burst: 1 };
    assert.equal((await limit('a', one)).retryAfterSeconds, undefined);
    assert.equal((await limit('a', one)).retryAfterSeconds, 1);
    assert.equal((await limit('b', one)).retryAfterSeconds, undefined);
    assert.equal((await limit('a', { ...one, burst: 2 })).retryAfterSeconds, undefined);
  });

  test('falls back to memory while the database does not answer', async () => {
    const unreachable = connect({
      url: 'postgres://nobody@127.0.0.1:1/none',
      connections: 2,
      onError: () => undefined,
    });
    const limit = openSharedLimiter(unreachable);
    const rooms = await Promise.all(Array.from({ length: 60 }, () => limit('away', SLOW)));
    assert.equal(passes(rooms), 50);
    await unreachable.end();
  });
});

test('a busy database does not delay a rate limited request', async () => {
  const limit = openSharedLimiter(app.db);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = Array.from({ length: 10 }, () =>
    app.db.begin(async (tx) => {
      await tx`select 1`;
      await released;
    }),
  );
  let isRefused = false;
  const other = app.db`select 1`.catch(() => {
    isRefused = true;
  });
  assert.equal((await limit('busy', SLOW)).remaining, 49);
  assert.equal(isRefused, false, 'the request waited as long as any for a connection');
  release();
  await Promise.all([...held, other]);
});

test('a window that was opened before the clock was set back is begun anew', async () => {
  const limit = open();
  for (let call = 0; call < 51; call += 1) await limit('back', SLOW);
  await app.db`update rate_limits set expire = expire + 3600000 where key like '%back'`;
  const first = await limit('back', SLOW);
  assert.deepEqual(first, { remaining: 49, resetSeconds: 50, retryAfterSeconds: undefined });
  assert.equal((await limit('back', SLOW, 0)).remaining, 49);
});

for (const offsetMs of [86_400_000, 90_000, -90_000, -86_400_000]) {
  test(`a process whose clock is ${String(offsetMs)} ms off counts in the windows of the others`, async (t) => {
    const limit = open();
    const key = `off ${String(offsetMs)}`;
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + offsetMs });
    const there = await limit(key, SLOW);
    t.mock.timers.reset();
    assert.deepEqual(there, { remaining: 49, resetSeconds: 50, retryAfterSeconds: undefined });
    const here = await Promise.all(Array.from({ length: 50 }, () => limit(key, SLOW)));
    assert.equal(passes(here), 49);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + offsetMs });
    const last = await limit(key, SLOW);
    t.mock.timers.reset();
    for (const { retryAfterSeconds } of [...here, last]) {
      assert.ok((retryAfterSeconds ?? 0) <= 50, String(retryAfterSeconds));
    }
    assert.deepEqual([last.remaining, passes([last])], [0, 0]);
  });
}
