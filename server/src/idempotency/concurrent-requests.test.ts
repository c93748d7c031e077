import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShops, type Reply } from '../../test/shop.ts';

const { app, open } = await openShops();

/** Concurrent requests with one key may get only one response, or that it is in progress. */
function judge(replies: readonly Reply[]): void {
  const created = replies.filter(({ status }) => status === 201);
  const others = replies.filter(({ status }) => status !== 201);
  assert.ok(created.length >= 1);
  assert.equal(new Set(created.map(({ text }) => text)).size, 1);
  assert.equal(created.filter(({ headers }) => !headers['idempotent-replayed']).length, 1);
  assert.deepEqual(
    [...new Set(others.map(({ error }) => error))].join(),
    others.length ? 'in_progress' : '',
  );
}

for (const route of ['deposit', 'withdraw'] as const) {
  test(`fifty concurrent identical ${route} requests make one provider call`, async () => {
    const shop = await open();
    judge(await Promise.all(Array.from({ length: 50 }, () => shop[route]('k'))));
    assert.equal(shop.calls.charges + shop.calls.payouts, 1);
  });
}

test('a thousand keys with ten concurrent requests each make a thousand provider calls', async () => {
  const shop = await open();
  const keys = Array.from({ length: 1_000 }, (_, index) => `key ${String(index)}`);
  while (keys.length > 0) {
    // With ten requests each, no more than clients hold connections open for.
    const some = keys.splice(0, 20);
    await Promise.all(
      some.map(async (key) => {
        judge(await Promise.all(Array.from({ length: 10 }, () => shop.deposit(key))));
      }),
    );
  }
  assert.equal(shop.calls.charges, 1_000);
  const [row] = await app.db`
    select count(*) as deposits from deposits where environment_id = ${shop.environment.id}`;
  assert.deepEqual(row, { deposits: 1_000 });
});

test('concurrent different contents with one key make one provider call, and mismatches', async () => {
  const shop = await open();
  const amounts = Array.from({ length: 20 }, (_, index) => 1_000 + index);
  const replies = await Promise.all(
    amounts.map((amountCents) => shop.deposit('k', { amountCents })),
  );
  const [created, ...more] = replies.filter(({ status }) => status === 201);
  assert.ok(created);
  assert.deepEqual(more, []);
  const errors = new Set(replies.map(({ error }) => error).filter((error) => error !== undefined));
  assert.deepEqual([...errors], ['idempotency_mismatch']);
  assert.equal(shop.calls.charges, 1);
});
