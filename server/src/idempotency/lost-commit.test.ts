import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireLeases } from '../../test/running-key.ts';
import { keyedDeposit, openShops, type Shop } from '../../test/shop.ts';
import type { App } from '../app.ts';
import { depositOperation } from '../deposits/create-deposit.ts';
import { DatabaseAwayError, type Db } from '../platform/db.ts';
import { once } from './once.ts';

const { app, open } = await openShops();

// This file's own database, in which every insert of a shop's deposit may kill its session.
await app.db`create table kills (environment_id text primary key, tries integer not null)`;
await app.db`create sequence tries`;
await app.db`
  create function kill_session() returns trigger language plpgsql as $$
  begin
    if exists (select from kills where environment_id = new.environment_id
      and tries >= nextval('tries')) then perform pg_terminate_backend(pg_backend_pid()); end if;
    return new;
  end $$`;
await app.db`
  create trigger kill_session after insert on deposits for each row execute function kill_session()`;

function deposit(through: App, shop: Shop, key = 'k') {
  return once(through, { ...keyedDeposit(app, shop), key }, depositOperation);
}

async function assertOneOutcome(shop: Shop, body: string): Promise<void> {
  assert.equal(shop.calls.charges, 1);
  const rows = await app.db`
    select id from deposits where environment_id = ${shop.environment.id}`;
  assert.equal(rows.length, 1);
  const replay = await deposit(app, shop);
  assert.deepEqual([replay.replayed, replay.body], [true, body]);
}

/** The app with its database, except that the statement completing keys runs through `onEnd`. */
function through(onEnd: (run: () => Promise<object[]>) => Promise<object[]>): App {
  const run = (text: TemplateStringsArray, ...values: readonly unknown[]): Promise<object[]> => {
    const ends = text.some((part) => part.includes("state = 'done'"));
    const asked = (): Promise<object[]> => app.db<object>(text, ...values);
    return ends ? onEnd(asked) : asked();
  };
  // The rows are the ones the database returned.
  return { ...app, db: Object.assign(run, app.db) as Db };
}

test('connections killed before their commit still leave one deposit per key', async () => {
  const shop = await open();
  await app.db`select setval('tries', 1, false)`;
  await app.db`insert into kills values (${shop.environment.id}, 2)`;
  const keys = Array.from({ length: 20 }, (_, index) => `key ${String(index)}`);
  const answers = await Promise.all(keys.map((key) => deposit(app, shop, key)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  assert.equal(shop.calls.charges, 20);
  const rows = await app.db`select id from deposits where environment_id = ${shop.environment.id}`;
  assert.equal(rows.length, 20);
  const replays = await Promise.all(keys.map((key) => deposit(app, shop, key)));
  assert.deepEqual(
    replays.map(({ replayed, body }) => [replayed, body]),
    answers.map(({ body }) => [true, body]),
  );
});

/** Loses the answer to the first commit. */
function losingFirst() {
  let commits = 0;
  const losing = through(async (run) => {
    const rows = await run();
    commits += 1;
    if (commits === 1) throw new DatabaseAwayError(new Error('terminated'), 0);
    return rows;
  });
  return { app: losing, counted: () => commits };
}

test('a connection killed after its commit, before the answer, does not change the outcome', async () => {
  const shop = await open();
  const { app: losing, counted } = losingFirst();
  const { status, body, replayed } = await deposit(losing, shop);
  assert.deepEqual([status, replayed, counted()], [201, false, 2]);
  await assertOneOutcome(shop, body);
});

test('each request of a batch whose answer was lost finds its own outcome', async () => {
  const shop = await open();
  const { app: losing, counted } = losingFirst();
  const keys = Array.from({ length: 20 }, (_, index) => `key ${String(index)}`);
  const answers = await Promise.all(keys.map((key) => deposit(losing, shop, key)));
  assert.ok(answers.every(({ status, replayed }) => status === 201 && !replayed));
  assert.ok(counted() > 1, 'nothing was lost');
  assert.equal(shop.calls.charges, 20);
  const orphans = await app.db`
    select provider_ref from orphans where environment_id = ${shop.environment.id}`;
  assert.deepEqual(orphans, []);
});

test('a lasting database outage leaves the key to a later request, without an answer to the client', async () => {
  const shop = await open();
  const down = through(() => Promise.reject(new DatabaseAwayError(new Error('terminated'), 0)));
  await assert.rejects(deposit(down, shop), /terminated/);
  await expireLeases(app.db, shop.environment.id);
  const { status } = await deposit(app, shop);
  assert.equal(status, 201);
});

test('an internal error leaves the key to the next request, which need not wait', async () => {
  const shop = await open();
  const faulty = through(() => Promise.reject(new Error('date out of range')));
  await assert.rejects(deposit(faulty, shop), /out of range/);
  assert.equal((await deposit(app, shop)).status, 201);
});
