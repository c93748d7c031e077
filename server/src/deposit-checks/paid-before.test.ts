import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import {
  look,
  openCheckStage,
  openDeposit,
  pays,
  setTx,
  stateOf,
  warnings,
} from '../../test/check-stage.ts';
import { DAY_MS } from '../durations.ts';

const stage = await openCheckStage();
const { app, chain } = stage;

test('an older payment of the same amount is a mismatch, whatever the clock was put to', async () => {
  for (const aheadMs of [0, 40 * DAY_MS]) {
    const tenant = await testEnvironment(app);
    await app.db`
      update environments set clock_offset_ms = ${aheadMs}
      where id = ${tenant.environment.id}`;
    const createdAt = new Date(Date.now() + aheadMs);
    const deposit = await openDeposit(stage, tenant, { createdAt });
    const txId = chain.put([pays(stage, deposit)]);
    chain.move(txId, 99, new Date(Date.now() - DAY_MS));
    await setTx(stage, deposit, txId);
    await look(stage, deposit);
    assert.equal(await stateOf(stage, deposit), 'paid_before 2 ? ?');
    assert.deepEqual(await warnings(stage, deposit), ['paid_before']);
    chain.move(txId, 99, new Date());
    await look(stage, deposit);
    assert.equal(await stateOf(stage, deposit), 'confirmed 2 true true');
  }
});
