import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { testDatabase } from '../../test/database.ts';
import { until } from '../../test/receiver.ts';
import { openSession } from '../../test/session.ts';
import { openWire } from '../../test/wire.ts';
import { listen, type Listening } from './listen.ts';

const url = await testDatabase();
const NOWHERE = url.replace(/:\d+\//, ':9/');
const client = await openSession({ after }, url);
const notify = (payload: string) => client.query("select pg_notify('News', $1)", [payload]);

interface Listener extends Listening {
  readonly heard: string[];
  /** How often it began to listen, and how many faults it reported. */
  readonly seen: { beginnings: number; faults: number };
}

function open(t: TestContext, at = url, heartbeatMs?: number): Listener {
  const heard: string[] = [];
  const seen = { beginnings: 0, faults: 0 };
  const listening = listen({
    url: at,
    channel: 'News',
    onNotification: (payload) => heard.push(payload),
    onListening: () => (seen.beginnings += 1),
    onFault: () => (seen.faults += 1),
    heartbeatMs,
  });
  t.after(() => listening.close());
  return { ...listening, heard, seen };
}

test('committed notifications arrive in order, and nothing else does', async (t) => {
  const listener = open(t);
  await until(() => listener.isListening());
  await client.query('begin');
  await notify('taken back');
  await client.query('rollback');
  for (const payload of ['one', 'two', 'two', '']) await notify(payload);
  await until(() => listener.heard.length === 4);
  assert.deepEqual(listener.heard, ['one', 'two', 'two', '']);
  assert.deepEqual(listener.seen, { beginnings: 1, faults: 0 });
});

test('a silently dead connection is detected by the heartbeat and replaced', async (t) => {
  const wire = await openWire(t, url);
  const listener = open(t, wire.url, 50);
  await until(() => listener.isListening());
  wire.mute();
  wire.mend();
  await until(() => listener.seen.beginnings === 2);
  assert.ok(listener.seen.faults >= 1);
  await notify('heard again');
  await until(() => listener.heard.length === 1);
});

test('an unreachable database is retried, and every failure is reported', async (t) => {
  const listener = open(t, NOWHERE);
  await until(() => listener.seen.faults === 3);
  assert.equal(listener.isListening(), false);
  assert.equal(listener.seen.beginnings, 0);
});

test('closing leaves no connection behind', async (t) => {
  const listener = open(t);
  await until(() => listener.isListening());
  await listener.close();
  assert.equal(listener.isListening(), false);
  await until(async () => {
    const { rows } = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    return rows.length === 0;
  });
});

test('closing does not wait for the retry that is pending', async () => {
  const failed = Promise.withResolvers<unknown>();
  const ignored = (): void => undefined;
  const settings = { url: NOWHERE, channel: 'News', onNotification: ignored, onListening: ignored };
  const listening = listen({ ...settings, onFault: failed.resolve });
  await failed.promise;
  // The pause begins with the fault, and outlasts many turns.
  await turn();
  assert.equal(
    await Promise.race([listening.close().then(() => 'closed'), turn('waits')]),
    'closed',
  );
});
