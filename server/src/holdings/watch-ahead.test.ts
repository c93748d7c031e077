import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DESCRIPTOR } from '../../test/descriptors.ts';
import { openHoldings } from '../../test/holdings.ts';
import vector from '../../test/vectors/unblind.json' with { type: 'json' };
import { allocateAddress } from '../deposits/allocate-address.ts';
import { newId } from '../ids.ts';
import { addressAt, readDescriptor } from '../liquid/descriptor.ts';
import { deleteWallet } from '../wallets/delete-wallet.ts';
import { leaseAddresses, listUnwatched } from './store.ts';
import { watchAhead } from './watch-ahead.ts';

const CENT = 1_000_000;

const { app, open, turn, lookAll, looked, pay } = await openHoldings({ after }, vector.asset);

test('a descriptor is watched without gaps, whichever of its addresses is checked first', async () => {
  const { descriptor } = readDescriptor(DESCRIPTOR.test, 'test');
  assert.ok(descriptor);
  const own = addressAt(descriptor, 'testnet', 0, 7).address.address;
  const wallet = await open({ descriptor: DESCRIPTOR.test, liquidAddress: own });
  const { environmentId, id: walletId } = wallet;
  for (let times = 0; times < 15; times += 1) {
    await allocateAddress(app, { environmentId, walletId, depositId: newId('dep') });
  }
  pay(own, [[10 * CENT]]);
  const last = addressAt(descriptor, 'testnet', 0, 22).address.address;
  pay(last, [[20 * CENT]]);
  await app.db`
    update wallet_addresses set look_at = now() + interval '1 hour'
    where environment_id = ${environmentId} and position not in (7, 22)`;
  await turn();
  await app.db`
    update wallet_addresses set look_at = now()
    where environment_id = ${environmentId} and position < 7`;
  await lookAll();
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 30 });
  const rows = await app.db<{ position: number }>`
    select position from wallet_addresses
    where environment_id = ${environmentId} and branch = 0 order by position`;
  assert.deepEqual(
    rows.map(({ position }) => position),
    Array.from({ length: 43 }, (_, at) => at),
  );
});

test('a wallet deleted during a check is no longer watched', async () => {
  const wallet = await open({ descriptor: DESCRIPTOR.test });
  const [address] = await leaseAddresses(app.db, 1, 'oldest');
  assert.equal(address?.walletId, wallet.id);
  assert.ok(await deleteWallet(app, wallet.environmentId, wallet.id));
  await watchAhead(app, address, false);
  const watched = await app.db`
    select from wallet_addresses where wallet_id = ${wallet.id} and look_at is not null`;
  assert.equal(watched.length, 0);
});

test('watching ahead reads at most a gap limit of positions, at any height', async () => {
  const wallet = await open({ descriptor: DESCRIPTOR.test });
  const [address] = await leaseAddresses(app.db, 1, 'oldest');
  assert.equal(address?.walletId, wallet.id);
  const unwatched = await listUnwatched(app.db, address, 0, 100_000);
  assert.deepEqual([unwatched[0], unwatched.length], [99_980, 21]);
  await lookAll();
});
