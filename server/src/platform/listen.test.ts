import assert from 'node:assert/strict';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import pg from 'pg';
import { testDatabase } from '../../test/database.ts';
import { until } from '../../test/receiver.ts';
import { listen, type Listening } from './listen.ts';

const url = await testDatabase();
const client = new pg.Client({ connectionString: url });
await client.connect();
after(() => client.end());
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

/** A proxy that can be cut like a cable, without either side noticing. */
async function openCable(t: TestContext): Promise<{ url: string; cut(): void }> {
  const { hostname, port } = new URL(url);
  const pairs: [Socket, Socket][] = [];
  const server = createServer((near) => {
    const far = connectSocket(Number(port), hostname);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far);
    far.pipe(near);
    pairs.push([near, far]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of pairs.flat()) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const cable = new URL(url);
  cable.port = String(address.port);
  return {
    url: cable.href,
    cut: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far).resume();
        far.unpipe(near).resume();
      }
    },
  };
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
  const cable = await openCable(t);
  const listener = open(t, cable.url, 50);
  await until(() => listener.isListening());
  cable.cut();
  await until(() => listener.seen.beginnings === 2);
  assert.ok(listener.seen.faults >= 1);
  await notify('heard again');
  await until(() => listener.heard.length === 1);
});

test('an unreachable database is retried, and every failure is reported', async (t) => {
  const nowhere = new URL(url);
  nowhere.port = '9';
  const listener = open(t, nowhere.href);
  await until(() => listener.seen.faults === 3);
  assert.equal(listener.isListening(), false);
  assert.equal(listener.seen.beginnings, 0);
});

test('closing leaves no connection behind, also while a retry is pending', async (t) => {
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
  const nowhere = new URL(url);
  nowhere.port = '9';
  const other = open(t, nowhere.href);
  await until(() => other.seen.faults === 1);
  await other.close();
});
