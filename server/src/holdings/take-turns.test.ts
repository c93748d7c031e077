import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LIES } from '../../test/esplora.ts';
import { openHoldings } from '../../test/holdings.ts';
import vector from '../../test/vectors/unblind.json' with { type: 'json' };
import { DatabaseAwayError } from '../platform/db.ts';
import { randomTestAddress } from '../liquid/random-test-address.ts';

const { app, asking, chain, open, turn } = await openHoldings({ after }, vector.asset);

/** A wallet of an account of its own, so many of whose addresses have been due for that long. */
async function arrange(addresses: number, dueFor: string) {
  const { address: liquidAddress } = randomTestAddress();
  const { environmentId, id } = await open({ liquidAddress });
  await app.db`
    insert into wallet_addresses (environment_id, wallet_id, branch, position, liquid_address)
    select ${environmentId}, ${id}, 0, position, ${liquidAddress}
    from generate_series(1, ${addresses - 1}::integer) as position`;
  await app.db`
    update wallet_addresses set look_at = now() - ${dueFor}::interval
    where environment_id = ${environmentId}`;
  const countLookedAt = async (): Promise<number> => {
    const rows = await app.db`
      select from wallet_addresses
      where environment_id = ${environmentId} and checked_at is not null`;
    return rows.length;
  };
  return { countLookedAt };
}

test('addresses of one account, however many are due, do not hold up those of others', async () => {
  const busy = await arrange(5_000, '2 hours');
  const other = await arrange(3, '1 second');
  assert.equal(await turn(), true);
  assert.equal(await other.countLookedAt(), 3);
  assert.ok((await busy.countLookedAt()) >= 10);
});

test('a source that refuses a call ends the round, and what else is due waits for the next one', async () => {
  await arrange(60, '1 hour');
  const stop = chain.lie(/./, LIES.status(429, { 'retry-after': '7' }));
  assert.equal(await turn(), false);
  stop();
  assert.equal(await turn(), true);
});

test('looks that an outage of the database cut short are taken as soon as it is back', async () => {
  const { countLookedAt } = await arrange(3, '3 hours');
  const asked = asking();
  const source = asked.chainOf('testnet');
  assert.ok(source);
  const away = new DatabaseAwayError(new Error('the connection is gone'), 0);
  const cut = { ...source, listUnspent: () => Promise.reject(away) };
  await assert.rejects(turn({ ...asked, chainOf: () => cut }), DatabaseAwayError);
  await turn();
  assert.equal(await countLookedAt(), 3);
});
