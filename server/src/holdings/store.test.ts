import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openHoldings } from '../../test/holdings.ts';
import vector from '../../test/vectors/unblind.json' with { type: 'json' };
import { randomTestAddress } from '../liquid/random-test-address.ts';
import { leaseAddresses, listHeldOutputs } from './store.ts';

const { app, makeDue, open, pay, looked } = await openHoldings({ after }, vector.asset);

test('only the outputs asked for are read, though the address has others', async () => {
  const wallet = await open({ liquidAddress: randomTestAddress().address });
  const [txId = ''] = [1, 2, 3].map(() => pay(wallet.liquidAddress, [[1_000_000]]));
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 3 });
  await makeDue(wallet);
  const [address] = await leaseAddresses(app.db, 1, 'oldest');
  assert.ok(address);
  const left = { txId, vout: 0 };
  const read = await listHeldOutputs(app.db, address, [left, { txId: 'ff'.repeat(32), vout: 0 }]);
  assert.deepEqual(read, [{ ...left, isDepix: true, units: 1_000_000n }]);
});
