import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireLeases } from '../../test/running-key.ts';
import { openShops, type Shop } from '../../test/shop.ts';
import { cents } from '../money.ts';
import { unknownOutcome } from '../provider/port.ts';

const { app, open } = await openShops();

// This file's own database, in which recording that a payout was made may kill its session.
await app.db`create table kills (environment_id text primary key, left_over integer not null)`;
await app.db`
  create function kill_session() returns trigger language plpgsql as $$
  begin
    if nextval('tries') <= (select left_over from kills where environment_id = new.environment_id)
      then perform pg_terminate_backend(pg_backend_pid()); end if;
    return new;
  end $$`;
await app.db`create sequence tries`;
await app.db`
  create trigger kill_session before update on idempotency_keys for each row
  when (old.progress is null and new.progress is not null) execute function kill_session()`;

/** Kills the next `count` sessions that are about to record a payout of this shop. */
async function killNext({ environment }: Shop, count: number): Promise<void> {
  await app.db`select setval('tries', 1, false)`;
  await app.db`insert into kills values (${environment.id}, ${count})`;
}

test('a connection lost while recording a payout causes no second payout', async () => {
  const shop = await open();
  await killNext(shop, 2);
  const made = await shop.withdraw('k');
  assert.equal(made.status, 201, made.text);
  assert.equal(shop.calls.payouts, 1);
  assert.equal((await shop.withdraw('k')).text, made.text);
});

test('a lasting database outage leaves the key to a later request, with another payout', async () => {
  const shop = await open();
  await killNext(shop, 1_000);
  assert.equal((await shop.withdraw('k')).status, 503);
  await app.db`delete from kills`;
  await expireLeases(app.db, shop.environment.id);
  assert.equal((await shop.withdraw('k')).status, 201);
  assert.equal(shop.calls.payouts, 2);
});

test('a payout returned twice makes no other order create its own payout again', async () => {
  const shop = await open();
  const { createPayout, readPayout } = shop.provider;
  shop.provider.readPayout = () => Promise.reject(unknownOutcome());
  assert.equal((await shop.withdraw('unread')).error, 'provider_error');
  shop.provider.readPayout = readPayout;
  assert.equal((await shop.withdraw('shown')).status, 201);
  const [shown] = await app.db<{ ref: string; address: string; amount: number }>`
    select provider_ref as ref, deposit_address as address, deposit_amount_cents as amount
    from withdrawals where environment_id = ${shop.environment.id}`;
  assert.ok(shown);
  const { ref, address: depositAddress, amount } = shown;
  shop.provider.createPayout = () =>
    Promise.resolve({ ref, depositAddress, depositAmountCents: cents(amount) });
  assert.equal((await shop.withdraw('returned twice')).error, 'provider_error');
  shop.provider.createPayout = createPayout;
  assert.equal((await shop.withdraw('unread')).status, 201);
  assert.equal(shop.calls.payouts, 2);
});
