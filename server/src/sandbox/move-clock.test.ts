import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openGateway } from '../../test/gateway.ts';
import { DEPOSIT, openMerchant } from '../../test/merchant.ts';
import { reconcile } from '../reconciliation/reconcile.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

test('a charge whose response was lost is found by reconciliation, however far the clock is moved', async () => {
  for (const duration of ['PT20M', 'P3D', 'P100D']) {
    const merchant = await openMerchant(gateway);
    const lost = { ...DEPOSIT, amountCents: 50_003 };
    const key = { 'idempotency-key': randomUUID() };
    const { status } = await merchant.call('POST', '/v1/api/deposit', lost, key);
    assert.equal(status, 502);
    const moved = await merchant.call('POST', '/v1/sandbox/clock', { advance: duration });
    assert.equal(moved.status, 200, moved.text);
    while (await reconcile(app));
    const orphans = await app.db`
      select found_by from orphans where environment_id = ${merchant.environment.id}`;
    assert.deepEqual(orphans, [{ foundBy: 'provider_list' }], duration);
  }
});
