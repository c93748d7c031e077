import assert from 'node:assert/strict';
import { mkdtemp, chmod, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startPair } from '../../test/faults/standby.ts';
import { until } from '../../test/receiver.ts';
import { connect, type Db } from './db.ts';
import { fileDb, pageDb, withReplica } from './replica.ts';

const AGE = { maxAgeMs: 2_000, everyMs: 20 };
const PROGRAM = { keyId: 'key_any', after: undefined };
const PERSON = { after: undefined };

/** A primary and its replica: each on its own, and both behind `withReplica`. */
async function arrange(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-replica-'));
  t.after(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  await chmod(directory, 0o755);
  const pair = await startPair(t, directory);
  const errors: unknown[] = [];
  const open = (url: string): Db =>
    connect({ url, connections: 4, answerMs: 2_000, onError: () => undefined });
  const primary = open(pair.primary.url);
  const replica = open(pair.standby.url);
  const onError = (error: unknown): void => void errors.push(error);
  const both = withReplica(primary, replica, { ...AGE, onError });
  t.after(() => both.end());
  await primary`create table things (id integer primary key)`;
  // A commit waits until the replica has flushed it to disk, which is before it is visible there.
  await until(async () => {
    const [row] = await replica<{ is: boolean }>`
      select to_regclass('things') is not null as is`;
    return row?.is === true;
  }, 20_000);
  return { pair, primary, replica, both, errors };
}

/** Whether the replica answered. */
async function isAnsweredByReplica(db: Db): Promise<boolean> {
  const [row] = await db<{ isReplica: boolean }>`select pg_is_in_recovery() as is_replica`;
  return row?.isReplica === true;
}

test('only reads that may be stale use the replica, and all use the primary if it lags or fails', async (t) => {
  const { pair, primary, replica, both, errors } = await arrange(t);
  const lists = fileDb(both);
  await until(() => isAnsweredByReplica(lists));

  // Statuses, keys and a person's first page are read from the primary.
  assert.equal(await isAnsweredByReplica(both), false);
  assert.equal(await isAnsweredByReplica(pageDb(both, PERSON)), false);
  assert.equal(await isAnsweredByReplica(pageDb(both, PROGRAM)), true);
  assert.equal(await isAnsweredByReplica(pageDb(both, { after: 'a cursor' })), true);
  assert.equal(pageDb(primary, PROGRAM), primary);
  const inside = await lists.begin((tx) => tx<{ is: boolean }>`select pg_is_in_recovery() as is`);
  assert.deepEqual(inside, [{ is: false }]);

  let aheadMs = 0;
  const clock = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => clock() + aheadMs);

  // A replica that stops replaying is used until it may be too old, and not after that.
  await replica`select pg_wal_replay_pause()`;
  await primary`insert into things values (1)`;
  assert.equal((await replica`select from things where id = 1`).length, 0);
  aheadMs += AGE.maxAgeMs;
  await until(async () => !(await isAnsweredByReplica(lists)), 20_000);
  assert.equal((await lists`select from things where id = 1`).length, 1);
  await replica`select pg_wal_replay_resume()`;
  await until(() => isAnsweredByReplica(lists), 20_000);
  assert.equal((await lists`select from things where id = 1`).length, 1);

  // A replica is not taken for a lagging one because the primary has had nothing to write.
  const position = () => primary`select pg_current_wal_lsn()::text as position`;
  await until(async () => {
    const before = await position();
    aheadMs += AGE.maxAgeMs;
    await until(() => isAnsweredByReplica(lists), 20_000);
    return isDeepStrictEqual(await position(), before);
  });

  // What the replica can't do the primary does, and the caller sees no error.
  const heard = errors.length;
  await until(async () => {
    await lists`insert into things values (2) on conflict do nothing`;
    return errors.length > heard;
  });
  await until(() => isAnsweredByReplica(lists), 20_000);

  // A promoted server is no replica any more: its history may differ.
  await primary`alter system set synchronous_standby_names = ''`;
  await primary`select pg_reload_conf()`;
  await pair.promote();
  await until(async () => {
    const [row] = await lists<{
      is: boolean;
    }>`select inet_server_port() = ${pair.primary.port} as is`;
    return row?.is === true;
  }, 20_000);
  await pair.standby.stop();
  assert.equal((await lists`select from things where id = 2`).length, 1);
});
