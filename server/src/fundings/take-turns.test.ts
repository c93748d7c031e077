import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import { storedWithdrawal } from '../../test/withdrawals.ts';
import type { ChainSource } from '../chain/port.ts';
import { randomTestAddress } from '../liquid/random-test-address.ts';
import { DatabaseAwayError } from '../platform/db.ts';
import { openPaymentReader } from './open-payment-reader.ts';
import { openFundingTurns, watchFundings } from './watch-fundings.ts';

let failure: Error | undefined;
const source: ChainSource = {
  readTip: () => (failure ? Promise.reject(failure) : Promise.resolve(1_000)),
  readTransaction: () => Promise.reject(new Error('an unexpected call')),
  readPlace: () => Promise.reject(new Error('an unexpected call')),
  listUnspent: () => Promise.reject(new Error('an unexpected call')),
  listTransactions: () => Promise.resolve([]),
};

const app = await testApp(undefined, {
  providerOf: () => silentProvider({}),
  chainOf: () => source,
});

/** An account with so many withdrawals, which have been due for that long. */
async function arrange(withdrawals: number, dueFor: string) {
  const tenant = await testEnvironment(app);
  const { id: environmentId } = tenant.environment;
  for (let made = 0; made < withdrawals; made += 1) {
    await storedWithdrawal(app, tenant, {
      depositAddress: randomTestAddress().address,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    });
  }
  await app.db`
    update withdrawal_fundings set look_at = now() - ${dueFor}::interval
    where environment_id = ${environmentId}`;
  const countLookedAt = async (): Promise<number> => {
    const rows = await app.db`
      select from withdrawal_fundings
      where environment_id = ${environmentId} and checked_at is not null`;
    return rows.length;
  };
  return { countLookedAt };
}

test('withdrawals of one account, however many are due, do not hold up those of others', async () => {
  const busy = await arrange(200, '1 hour');
  const other = await arrange(3, '1 second');
  assert.equal(await watchFundings(app, openPaymentReader(), openFundingTurns()), true);
  assert.equal(await other.countLookedAt(), 3);
  assert.ok((await busy.countLookedAt()) >= 16);
});

test('looks that an outage of the database cut short are taken as soon as it is back', async () => {
  const { countLookedAt } = await arrange(3, '2 hours');
  const turns = openFundingTurns();
  const turn = () => watchFundings(app, openPaymentReader(), turns);
  failure = new DatabaseAwayError(new Error('the connection is gone'), 0);
  await assert.rejects(turn(), DatabaseAwayError);
  failure = undefined;
  await turn();
  assert.equal(await countLookedAt(), 3);
});
