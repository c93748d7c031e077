import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Transaction } from 'liquidjs-lib';
import { DESCRIPTOR } from '../../test/descriptors.ts';
import { LIES } from '../../test/esplora.ts';
import { openHoldings } from '../../test/holdings.ts';
import vector from '../../test/vectors/unblind.json' with { type: 'json' };
import type { App } from '../app.ts';
import { allocateAddress } from '../deposits/allocate-address.ts';
import { newId } from '../ids.ts';
import { readLiquidAddress } from '../liquid/address.ts';
import { addressAt, readDescriptor } from '../liquid/descriptor.ts';
import { plainAddressOf } from '../liquid/plain-address.ts';
import { randomTestAddress } from '../liquid/random-test-address.ts';
import { deleteWallet } from '../wallets/delete-wallet.ts';
import { expediteAddress } from './store.ts';

const OTHER = '07'.repeat(32);
const CENT = 1_000_000;

const { app, chain, asking, open, onChain, makeDue, turn, lookAll, looked, pay, age } =
  await openHoldings({ after }, vector.asset);

test('the balance of an address counts unspent DePix only, rounded down to cents', async () => {
  const wallet = await open({ liquidAddress: randomTestAddress().address });
  assert.deepEqual(await onChain(wallet), { state: 'unavailable', cents: null });
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 0 });
  pay(wallet.liquidAddress, [[1_234 * CENT], [5_000 * CENT, OTHER]]);
  const spent = pay(wallet.liquidAddress, [[100 * CENT - 1]]);
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 1_333 });
  chain.remove(spent);
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 1_234 });
});

test("with its blinding key, an address's confidential outputs count, and each is opened once", async () => {
  const { address, blindingKey } = vector.recipient;
  const wallet = await open({ liquidAddress: address, blindingKey });
  chain.put(vector.rawHex, 90);
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 1_334 });
  const before = chain.asked.length;
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 1_334 });
  assert.deepEqual(
    chain.asked.slice(before).map((path) => path.split('/')[1]),
    ['address'],
  );
  chain.remove(vector.txid);
});

test('a confidential address without its key is not queried, and a hidden output makes a balance unknown', async () => {
  const { address, unconfidential } = vector.recipient;
  const before = chain.asked.length;
  const hidden = await open({ liquidAddress: address });
  assert.deepEqual(await looked(hidden), { state: 'unobservable', cents: null });
  assert.equal(chain.asked.length, before);
  const plain = await open({ liquidAddress: unconfidential });
  chain.put(vector.rawHex, 90);
  assert.deepEqual(await looked(plain), { state: 'unobservable', cents: null });
  chain.remove(vector.txid);
  assert.deepEqual(await looked(plain), { state: 'known', cents: 0 });
});

test('one output that the key cannot open makes the balance unknown', async () => {
  const { address, script, blindingKey } = vector.recipient;
  const wallet = await open({ liquidAddress: address, blindingKey });
  const transaction = Transaction.fromHex(vector.rawHex);
  const change = transaction.outs[vector.change.vout];
  assert.ok(change);
  change.script = Buffer.from(script, 'hex');
  const id = chain.put(transaction.toHex(), 90);
  assert.deepEqual(await looked(wallet), { state: 'unobservable', cents: null });
  chain.remove(id);
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 0 });
});

test('a server that lies or fails yields no balance, and invalidates a known one only after an hour', async () => {
  const { address: liquidAddress } = randomTestAddress();
  const wallet = await open({ liquidAddress });
  const paid = pay(liquidAddress, [[700 * CENT]]);
  const foreign = pay(randomTestAddress().address, [[900 * CENT]]);
  const status = { confirmed: false };
  const lies = [
    [/./, LIES.html()],
    [/./, LIES.html(404)],
    [/./, LIES.status(500)],
    [/./, LIES.status(429, { 'retry-after': '7' })],
    [/./, LIES.cut()],
    [/utxo$/, LIES.json([{ txid: foreign, vout: 0, status }])],
    [/utxo$/, LIES.json([{ txid: paid, vout: 1, status }])],
    [/utxo$/, LIES.json([{ txid: 'ab'.repeat(32), vout: 0, status }])],
    [/utxo$/, LIES.json([0, 0].map(() => ({ txid: paid, vout: 0, status })))],
    [/hex$/, LIES.says(vector.rawHex)],
    [/hex$/, LIES.says('0200')],
  ] as const;
  const tellLies = async (expected: object): Promise<void> => {
    for (const [path, lie] of lies) {
      const stop = chain.lie(path, lie);
      assert.deepEqual(await looked(wallet), expected, String(path));
      stop();
    }
  };
  await tellLies({ state: 'unavailable', cents: null });
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 700 });
  // A quiet address was checked long ago; the hour begins with the first failure.
  await age(wallet, '6 hours');
  pay(liquidAddress, [[1 * CENT]]);
  const stop = chain.lie(/hex$/, LIES.status(503));
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 700 });
  await age(wallet, '61 minutes');
  assert.deepEqual(await looked(wallet), { state: 'unavailable', cents: null });
  stop();
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 701 });
  await age(wallet, '6 hours');
  const again = chain.lie(/utxo$/, LIES.status(503));
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 701 });
  // An older release has checked since, and left the time of the failure in place.
  await age(wallet, '61 minutes');
  await app.db`
    update wallet_addresses set checked_at = now() where environment_id = ${wallet.environmentId}`;
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 701 });
  again();
});

test('without a chain source or worker, a balance becomes unavailable after an hour', async () => {
  const wallet = await open({ liquidAddress: randomTestAddress().address });
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 0 });
  const alone = { ...app, chainOf: () => undefined };
  assert.deepEqual(await looked(wallet, alone), { state: 'known', cents: 0 });
  await age(wallet, '61 minutes');
  assert.deepEqual(await looked(wallet, alone), { state: 'unavailable', cents: null });
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 0 });
  // No worker is running at all.
  await app.db`
    update wallet_addresses set look_at = now() - interval '61 minutes'
    where environment_id = ${wallet.environmentId}`;
  assert.deepEqual(await onChain(wallet), { state: 'unavailable', cents: null });
  await lookAll(asking());
});

test('an address with more outputs than a turn can read is known only after all are read', async () => {
  const wallet = await open({ liquidAddress: randomTestAddress().address });
  for (let each = 0; each < 60; each += 1) pay(wallet.liquidAddress, [[CENT]]);
  await makeDue(wallet);
  await turn();
  assert.deepEqual(await onChain(wallet), { state: 'unavailable', cents: null });
  await lookAll();
  assert.deepEqual(await onChain(wallet), { state: 'known', cents: 60 });
});

test('concurrent workers check an address once, and a worker with an expired lease writes nothing', async () => {
  // However long the tests before took, nothing else is due.
  await app.db`
    update wallet_addresses set look_at = now() + interval '1 hour' where look_at is not null`;
  const wallet = await open({ liquidAddress: randomTestAddress().address });
  await makeDue(wallet);
  const asked = (): number => chain.asked.filter((path) => path.endsWith('/utxo')).length;
  const before = asked();
  await Promise.all([turn(), turn()]);
  assert.equal(asked(), before + 1);

  await makeDue(wallet);
  const slow = asking();
  const source = slow.chainOf('testnet');
  assert.ok(source);
  const late: App = {
    ...slow,
    chainOf: () => ({
      ...source,
      listUnspent: async (address) => {
        const seen = await source.listUnspent(address);
        pay(wallet.liquidAddress, [[300 * CENT]]);
        await looked(wallet);
        return seen;
      },
    }),
  };
  await turn(late);
  assert.deepEqual(await onChain(wallet), { state: 'known', cents: 300 });
});

test('a payment hastens the next check, also while one is in progress', async () => {
  const wallet = await open({ liquidAddress: randomTestAddress().address });
  await looked(wallet);
  const waits = async (): Promise<number> => {
    const [row] = await app.db<{ seconds: number }>`
      select extract(epoch from look_at - now())::double precision as seconds
      from wallet_addresses where environment_id = ${wallet.environmentId}`;
    return row?.seconds ?? Infinity;
  };
  assert.ok((await waits()) > 30);
  const hasten = () =>
    expediteAddress(app.db, wallet.environmentId, wallet.id, wallet.liquidAddress);
  await hasten();
  assert.ok((await waits()) < 15);
  await age(wallet, '1 minute');
  const asked = asking();
  const source = asked.chainOf('testnet');
  assert.ok(source);
  const paidMeanwhile: App = {
    ...asked,
    chainOf: () => ({
      ...source,
      listUnspent: async (address) => {
        const seen = await source.listUnspent(address);
        await hasten();
        return seen;
      },
    }),
  };
  await makeDue(wallet);
  await turn(paidMeanwhile);
  assert.ok((await waits()) < 0);
  await lookAll();
  assert.ok((await waits()) > 30);
});

test('a deleted wallet is not queried', async () => {
  const wallet = await open({ liquidAddress: randomTestAddress().address });
  await deleteWallet(app, wallet.environmentId, wallet.id);
  const before = chain.asked.length;
  await makeDue(wallet);
  await lookAll(asking());
  assert.equal(chain.asked.length, before);
});

test("a descriptor's balance is known once its whole gap limit is read, which moves on with each payment", async () => {
  const wallet = await open({ descriptor: DESCRIPTOR.test });
  const { descriptor } = readDescriptor(DESCRIPTOR.test, 'test');
  assert.ok(descriptor);
  const at = (branch: 0 | 1, position: number): string =>
    addressAt(descriptor, 'testnet', branch, position).address.address;
  const watched = (): Promise<object[]> => app.db`
    select branch, max(position) as last, count(*)::integer as count from wallet_addresses
    where environment_id = ${wallet.environmentId} group by branch order by branch`;

  await turn();
  assert.deepEqual(await watched(), [
    { branch: 0, last: 19, count: 20 },
    { branch: 1, last: 19, count: 20 },
  ]);
  assert.deepEqual(await onChain(wallet), { state: 'unavailable', cents: null });
  await lookAll(asking());
  assert.deepEqual(await onChain(wallet), { state: 'known', cents: 0 });

  pay(at(0, 5), [[500 * CENT]]);
  pay(at(1, 2), [[30 * CENT]]);
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 530 });
  assert.deepEqual(await watched(), [
    { branch: 0, last: 25, count: 26 },
    { branch: 1, last: 22, count: 23 },
  ]);
  const plain = (address: string): string => {
    const liquid = readLiquidAddress(address, ['testnet']);
    return liquid ? plainAddressOf(liquid) : '';
  };
  assert.ok(chain.asked.includes(`/address/${plain(at(1, 22))}/txs`));
  // The last of them is not left out.
  await app.db`
    update wallet_addresses set state = 'unchecked', units = null
    where environment_id = ${wallet.environmentId} and branch = 0 and position = 25`;
  assert.deepEqual(await onChain(wallet), { state: 'unavailable', cents: null });
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 530 });
  // An address given to a charge beyond those doesn't invalidate the known balance.
  const { environmentId, id: walletId } = wallet;
  await app.db`
    update wallets set next_position = 26 where environment_id = ${environmentId}`;
  await allocateAddress(app, { environmentId, walletId, depositId: newId('dep') });
  assert.deepEqual(await onChain(wallet), { state: 'known', cents: 530 });
  pay(at(0, 26), [[7 * CENT]]);
  assert.deepEqual(await looked(wallet), { state: 'known', cents: 537 });
  const [received] = await watched();
  assert.deepEqual(received, { branch: 0, last: 46, count: 47 });
});
