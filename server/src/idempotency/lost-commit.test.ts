import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyedDeposit, openShops, type Shop } from '../../test/shop.ts';
import type { App } from '../app.ts';
import { depositOperation } from '../deposits/create-deposit.ts';
import { DatabaseAwayError, type Tx } from '../platform/db.ts';
import { once, type Operation } from './once.ts';

const { app, open } = await openShops();

function deposit(through: App, shop: Shop, operation: Operation = depositOperation) {
  return once(through, keyedDeposit(app, shop), operation);
}

async function assertOneOutcome(shop: Shop, body: string): Promise<void> {
  assert.equal(shop.calls.charges, 1);
  const rows = await app.db`
    select id from deposits where environment_id = ${shop.environment.id}`;
  assert.equal(rows.length, 1);
  const replay = await deposit(app, shop);
  assert.deepEqual([replay.replayed, replay.body], [true, body]);
}

test('a connection that is killed before its commit leaves one deposit all the same', async () => {
  const shop = await open();
  let kills = 0;
  const killing: Operation = {
    ...depositOperation,
    perform: async (...args) => {
      const performed = await depositOperation.perform(...args);
      return {
        ...performed,
        record: async (tx: Tx) => {
          await performed.record(tx);
          kills += 1;
          if (kills < 3) await tx`select pg_terminate_backend(pg_backend_pid())`;
        },
      };
    },
  };
  const { status, body } = await deposit(app, shop, killing);
  assert.deepEqual([status, kills], [201, 3]);
  await assertOneOutcome(shop, body);
});

test('a connection that is killed after its commit, before the answer to it, changes nothing', async () => {
  const shop = await open();
  let losses = 0;
  const losing: App = {
    ...app,
    db: Object.assign(app.db.bind(undefined), {
      end: app.db.end,
      begin: async <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => {
        const result = await app.db.begin(work);
        losses += 1;
        if (losses === 1) throw new DatabaseAwayError(new Error('terminated'), 0);
        return result;
      },
    }),
  };
  const { status, body, replayed } = await deposit(losing, shop);
  assert.deepEqual([status, replayed, losses], [201, false, 2]);
  await assertOneOutcome(shop, body);
});

test('a database that stays away leaves the key to be finished, and nothing shown', async () => {
  const shop = await open();
  const away: App = {
    ...app,
    db: Object.assign(app.db.bind(undefined), {
      end: app.db.end,
      begin: () => Promise.reject(new DatabaseAwayError(new Error('terminated'), 0)),
    }),
  };
  await assert.rejects(deposit(away, shop), /terminated/);
  await app.db`
    update idempotency_keys set lease_until = now() - interval '1 second'
    where environment_id = ${shop.environment.id}`;
  const { status } = await deposit(app, shop);
  assert.equal(status, 201);
});
