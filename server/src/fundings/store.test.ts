import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { storedWithdrawal } from '../../test/withdrawals.ts';
import { leaseFundings, postponeFundings } from './store.ts';

const app = await testApp();

async function arrange() {
  const { id } = await storedWithdrawal(app, await testEnvironment(app));
  const makeDue = () => app.db`
    update withdrawal_fundings set look_at = now() where withdrawal_id = ${id}`;
  const lease = async () => {
    const leased = await leaseFundings(app.db, 100, 'oldest');
    return leased.filter(({ withdrawalId }) => withdrawalId === id);
  };
  const nextLook = async () => {
    const [row] = await app.db<{ seconds: number }>`
      select extract(epoch from look_at - now())::double precision as seconds
      from withdrawal_fundings where withdrawal_id = ${id}`;
    return row?.seconds ?? Number.NaN;
  };
  return { makeDue, lease, nextLook };
}

test('a look that found out nothing leaves due what was made due meanwhile', async () => {
  const { makeDue, lease, nextLook } = await arrange();
  const leased = await lease();
  assert.equal(leased.length, 1);
  await makeDue();
  await postponeFundings(app.db, leased, 3_600);
  assert.ok((await nextLook()) <= 0);
});

test('a look whose lease ran out does not postpone what a later one leased', async () => {
  const { makeDue, lease, nextLook } = await arrange();
  const leased = await lease();
  await makeDue();
  assert.equal((await lease()).length, 1);
  await postponeFundings(app.db, leased, 3_600);
  assert.ok((await nextLook()) <= 60);
});
