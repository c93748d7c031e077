import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { openCheckStage } from '../../test/check-stage.ts';
import { storedDeposits } from '../../test/deposits.ts';
import { ChainFailure } from '../chain/port.ts';
import { DatabaseAwayError } from '../platform/db.ts';
import { checkDeposits, openCheckTurns } from './check-deposits.ts';

const stage = await openCheckStage();
const { app, chain } = stage;

/** An account with so many paid deposits, whose checks have been due for that long. */
async function arrange(deposits: number, dueFor: string) {
  const tenant = await testEnvironment(app);
  const { id: environmentId } = tenant.environment;
  await storedDeposits(app, tenant, deposits);
  await app.db`
    update deposits set blockchain_tx_id = ${'ab'.repeat(32)}
    where environment_id = ${environmentId}`;
  await app.db`
    update deposit_checks set look_at = now() - ${dueFor}::interval
    where environment_id = ${environmentId}`;
  return {
    countChecked: async (): Promise<number> => {
      const rows = await app.db`
        select from deposit_checks
        where environment_id = ${environmentId} and checked_at is not null`;
      return rows.length;
    },
  };
}

test('deposits of one account, however many are due, do not hold up checks of those of others', async () => {
  const busy = await arrange(200, '1 hour');
  const other = await arrange(3, '1 second');
  assert.equal(await checkDeposits(app, chain.unblinder, openCheckTurns()), true);
  assert.equal(await other.countChecked(), 3);
  assert.ok((await busy.countChecked()) >= 25);
});

test('a source that refuses a call ends the round, and what else is due waits for the next one', async () => {
  await arrange(120, '1 hour');
  const refused = new ChainFailure('it grants no call', 7);
  stage.source = { ...chain.source, readTip: () => Promise.reject(refused) };
  assert.equal(await checkDeposits(app, chain.unblinder, openCheckTurns()), false);
  stage.source = chain.source;
  assert.equal(await checkDeposits(app, chain.unblinder, openCheckTurns()), true);
});

test('checks that an outage of the database cut short are made as soon as it is back', async () => {
  const { countChecked } = await arrange(3, '2 hours');
  const turns = openCheckTurns();
  const turn = () => checkDeposits(app, chain.unblinder, turns);
  const away = new DatabaseAwayError(new Error('the connection is gone'), 0);
  stage.source = { ...chain.source, readTip: () => Promise.reject(away) };
  await assert.rejects(turn(), DatabaseAwayError);
  stage.source = chain.source;
  await turn();
  assert.equal(await countChecked(), 3);
});
