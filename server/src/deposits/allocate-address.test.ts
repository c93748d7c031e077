import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { testEnvironment, type TestTenant } from '../../test/app.ts';
import { storedDeposit } from '../../test/deposits.ts';
import { DESCRIPTOR } from '../../test/descriptors.ts';
import { countWaiting } from '../../test/locks.ts';
import { ADDRESS } from '../../test/merchant.ts';
import { until } from '../../test/receiver.ts';
import { openShops } from '../../test/shop.ts';
import { newId } from '../ids.ts';
import { readLiquidAddress } from '../liquid/address.ts';
import { isBlindingKeyOf } from '../liquid/blinding-key.ts';
import { addressAt, readDescriptor } from '../liquid/descriptor.ts';
import { throttled, unknownOutcome } from '../provider/port.ts';
import { assignAddress, lockPositions, markUsed } from '../wallets/address-store.ts';
import { deleteWallet } from '../wallets/delete-wallet.ts';
import { findBlindingKey } from '../wallets/find-blinding-key.ts';
import { registerWallet, type WalletOrder } from '../wallets/register-wallet.ts';
import { GAP_LIMIT } from '../wallets/wallet.ts';
import { allocateAddress } from './allocate-address.ts';
import type { Deposit } from './deposit.ts';

const { app, open } = await openShops();

const ORDER = { descriptor: DESCRIPTOR.test, label: '', makeDefault: true };

/** The receiving address of the descriptor at a position. */
function addressOf(position: number): string {
  const { descriptor } = readDescriptor(DESCRIPTOR.test, 'test');
  assert.ok(descriptor);
  return addressAt(descriptor, 'testnet', 0, position).address.address;
}

async function openReceiver(tenant?: TestTenant, order: WalletOrder = ORDER) {
  const own = tenant ?? (await testEnvironment(app));
  const { environment } = own;
  const { id: walletId } = await registerWallet(app, environment, order);
  const give = (depositId = newId('dep'), by = app): Promise<string> =>
    allocateAddress(by, { environmentId: environment.id, walletId, depositId });
  const positionOf = async (address: string): Promise<number | undefined> => {
    const [row] = await app.db<{ position: number }>`
      select position from wallet_addresses
      where environment_id = ${environment.id} and wallet_id = ${walletId}
        and liquid_address = ${address}`;
    return row?.position;
  };
  /** A payable deposit and the position of its address. */
  const charge = async (changes: Partial<Deposit> = {}) => {
    const id = newId('dep');
    const liquidAddress = await give(id);
    await storedDeposit(app, own, { id, walletId, liquidAddress, ...changes });
    return { id, position: await positionOf(liquidAddress) };
  };
  const end = (ids: readonly string[]) => app.db`
    update deposits set status = 'FAILED', failure_reason = 'expired', failed_at = now()
    where id = any(${[...ids]}::text[])`;
  const pay = (id: string) => app.db`
    update deposits set status = 'CONFIRMED', confirmed_at = now() where id = ${id}`;
  return { tenant: own, walletId, give, positionOf, charge, end, pay };
}

test("concurrent deposits get distinct consecutive addresses, which the wallet's key can unblind", async () => {
  const { tenant, walletId, give, positionOf } = await openReceiver();
  const processes = [app, { ...app }, { ...app }];
  const given = await Promise.all(
    processes.flatMap((by) => Array.from({ length: 10 }, () => give(newId('dep'), by))),
  );
  assert.equal(new Set(given).size, 30);
  const positions = await Promise.all(given.map(positionOf));
  assert.deepEqual(
    positions.sort((one = 0, other = 0) => one - other),
    Array.from({ length: 30 }, (_, at) => at + 1),
  );
  const [first = ''] = given;
  const address = readLiquidAddress(first, ['testnet']);
  assert.ok(address?.confidential);
  const key = await findBlindingKey(app, tenant.environment.id, walletId, first);
  assert.ok(key !== undefined && isBlindingKeyOf(key, address));
});

test("concurrent and repeated requests for one deposit's address return the same one", async () => {
  const { give } = await openReceiver();
  const id = newId('dep');
  const processes = [app, { ...app }, app, { ...app }];
  const given = await Promise.all(processes.map((by) => give(id, by)));
  assert.deepEqual(new Set(given), new Set([await give(id)]));
});

test("unpaid charges never leave a gap longer than the wallet's gap limit", async () => {
  const { charge, end } = await openReceiver();
  let last = 0;
  for (let round = 0; round < 6; round += 1) {
    const made = [];
    for (let each = 0; each < 8; each += 1) made.push(await charge());
    last = Math.max(last, ...made.map(({ position = 0 }) => position));
    await end(made.map(({ id }) => id));
  }
  assert.equal(last, GAP_LIMIT - 1);
});

test('payable charges never share an address, and addresses of expired ones are reused', async () => {
  const { charge, end } = await openReceiver();
  const made = [];
  for (let each = 0; each < GAP_LIMIT + 5; each += 1) made.push(await charge());
  assert.deepEqual(
    made.map(({ position }) => position),
    Array.from({ length: GAP_LIMIT + 5 }, (_, at) => at + 1),
  );
  const [, second, third] = made;
  assert.ok(second && third);
  await end([second.id, third.id]);
  const again = await Promise.all([charge(), charge(), charge()]);
  assert.deepEqual(
    new Set(again.map(({ position }) => position)),
    new Set([second.position, third.position, GAP_LIMIT + 6]),
  );
});

test('a payment allows fresh addresses up to the gap limit beyond it', async () => {
  const { charge, end, pay } = await openReceiver();
  const made = [];
  for (let each = 0; each < GAP_LIMIT - 1; each += 1) made.push(await charge());
  const paid = made[9];
  assert.ok(paid);
  await end(made.map(({ id }) => id));
  await pay(paid.id);
  const next = [];
  for (let each = 0; each < 10 + 1; each += 1) next.push((await charge()).position);
  // The tenth was paid, so a wallet finds up to the thirtieth; then the first free one is reused.
  assert.deepEqual(next, [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
  assert.equal((await charge()).position, 1);
});

test('an order that may still be charged keeps its address, and a refused one releases it', async () => {
  const { tenant, give, positionOf } = await openReceiver();
  const ids = Array.from({ length: GAP_LIMIT - 1 }, () => newId('dep'));
  for (const id of ids) {
    await give(id);
    const isRefused = id === ids[4];
    await app.db`
      insert into idempotency_keys
        (environment_id, key, fingerprint, operation, resource_id, state, nonce, intent)
      values (${tenant.environment.id}, ${id}, '', 'deposit', ${id},
        ${isRefused ? 'failed' : 'resting'}, ${randomUUID()},
        ${isRefused ? null : app.vault.seal('idempotency_keys.intent', '{}')})`;
  }
  assert.equal(await positionOf(await give()), 5);
  assert.equal(await positionOf(await give(ids[6])), 7);
});

test('rate limited orders do not use up addresses', async () => {
  const shop = await open();
  const { id: walletId } = await registerWallet(app, shop.environment, ORDER);
  const { createCharge } = shop.provider;
  shop.provider.createCharge = () => Promise.reject(throttled(1));
  for (let order = 0; order < 2 * GAP_LIMIT; order += 1) {
    assert.equal((await shop.deposit(`refused ${order}`)).status, 429);
  }
  shop.provider.createCharge = createCharge;
  assert.equal((await shop.deposit('k')).status, 201);
  const [given] = await app.db<{ highest: number }>`
    select max(position) as highest from wallet_addresses
    where wallet_id = ${walletId} and given_at is not null`;
  assert.equal(given?.highest, GAP_LIMIT - 1);
});

test('a descriptor that is deleted and registered again continues where it was, and no other wallet does', async () => {
  const former = await openReceiver();
  const plain = { liquidAddress: ADDRESS.test, label: '', makeDefault: false };
  const other = await registerWallet(app, former.tenant.environment, plain);
  const positionOfOther = () => app.db`
    select next_position from wallets where id = ${other.id}`;
  const before = await positionOfOther();
  const { id } = await former.charge();
  await former.pay(id);
  await former.charge();
  await deleteWallet(app, former.tenant.environment.id, former.walletId);
  const again = await openReceiver(former.tenant);
  assert.notEqual(again.walletId, former.walletId);
  assert.equal((await again.charge()).position, 3);
  assert.deepEqual(await positionOfOther(), before);
});

test('a descriptor registered again knows the addresses that were paid before, even if a plain wallet had its first one since', async () => {
  const former = await openReceiver();
  const { environment } = former.tenant;
  for (let each = 0; each < 3; each += 1) await former.charge();
  await app.db.begin((tx) => markUsed(tx, environment.id, former.walletId, [2]));
  await deleteWallet(app, environment.id, former.walletId);
  const plain = { liquidAddress: addressOf(0), label: '', makeDefault: false };
  await deleteWallet(app, environment.id, (await registerWallet(app, environment, plain)).id);
  const again = await openReceiver(former.tenant);
  const positions = await app.db.begin((tx) => lockPositions(tx, environment.id, again.walletId));
  assert.partialDeepStrictEqual(positions, { nextPosition: 4, usedPosition: 2 });
});

test('a descriptor registered again with an address beyond those given out continues after it', async () => {
  const former = await openReceiver();
  const { environment } = former.tenant;
  await former.charge();
  await deleteWallet(app, environment.id, former.walletId);
  const again = await openReceiver(former.tenant, { ...ORDER, liquidAddress: addressOf(7) });
  assert.equal((await again.charge()).position, 8);
});

test('orders that began before a descriptor was registered again share no address with later ones', async () => {
  const former = await openReceiver();
  await deleteWallet(app, former.tenant.environment.id, former.walletId);
  const again = await openReceiver(former.tenant);
  const first = [await again.give(), await former.give(), await again.give()];
  assert.equal(new Set(first).size, 3);
  const concurrent = await Promise.all(
    Array.from({ length: 10 }, (_, at) => (at % 2 ? again : former).give(newId('dep'), { ...app })),
  );
  assert.equal(new Set([...first, ...concurrent]).size, 13);
  const { id: environmentId } = former.tenant.environment;
  let later: Promise<string> | undefined;
  const position = await app.db.begin(async (tx) => {
    const { nextPosition } = await lockPositions(tx, environmentId, former.walletId);
    later = again.give();
    await until(async () => (await countWaiting(app)) > 0);
    const given = { position: nextPosition, liquidAddress: 'slow', depositId: newId('dep') };
    await assignAddress(tx, environmentId, former.walletId, given);
    return nextPosition;
  });
  assert.equal(await again.positionOf((await later) ?? ''), position + 1);
});

test('a retried order sends the provider the same address', async () => {
  const shop = await open();
  const { environment } = shop;
  const { liquidAddress: own } = await registerWallet(app, environment, ORDER);
  const asked: string[] = [];
  const { createCharge } = shop.provider;
  shop.provider.createCharge = (order) => {
    asked.push(order.liquidAddress);
    return asked.length === 1 ? Promise.reject(unknownOutcome()) : createCharge(order);
  };
  assert.equal((await shop.deposit('k')).status, 502);
  const { status, text } = await shop.deposit('k');
  assert.equal(status, 201, text);
  assert.equal((await shop.deposit('k')).text, text);
  const [first, second, ...more] = asked;
  assert.deepEqual([first, more], [second, []]);
  assert.notEqual(first, own);
  const rows = await app.db`
    select liquid_address from deposits where environment_id = ${environment.id}`;
  assert.deepEqual(rows, [{ liquidAddress: first }]);
});
