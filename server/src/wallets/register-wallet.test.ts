import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { DESCRIPTOR } from '../../test/descriptors.ts';
import { countWaiting } from '../../test/locks.ts';
import { ADDRESS } from '../../test/merchant.ts';
import { until } from '../../test/receiver.ts';
import unblind from '../../test/vectors/unblind.json' with { type: 'json' };
import type { Mode } from '../accounts/environment.ts';
import { ApiError } from '../errors.ts';
import { readLiquidAddress } from '../liquid/address.ts';
import { plainAddressOf } from '../liquid/plain-address.ts';
import { randomTestAddress } from '../liquid/random-test-address.ts';
import { deleteWallet } from './delete-wallet.ts';
import { registerWallet, type WalletOrder } from './register-wallet.ts';
import type { Wallet } from './store.ts';

const app = await testApp();

/** Of the descriptor for tests. */
const OWN = {
  first:
    'tlq1qq2xvpcvfup5j8zscjq05u2wxxjcyewk7979f3mmz5l7uw5pqmx6xf5xy50hsn6vhkm5euwt72x878eq6zxx2z58hd7zrsg9qn',
  eighth:
    'tlq1qqw642vs498hd57ph7xtweez2yn3usy9dqw3e8rx24jkq3tsguk2q6nqxf840w5fwzvzrak2m0f2vw2ajkkgnvy54ajg0eelhd',
};

const open = async (mode: Mode = 'test') => (await testEnvironment(app, mode)).environment;
type Environment = Awaited<ReturnType<typeof open>>;

const register = (environment: Environment, order: Partial<WalletOrder>) =>
  registerWallet(app, environment, { label: '', makeDefault: false, ...order });

async function refused(
  environment: Environment,
  order: Partial<WalletOrder>,
  words: RegExp,
): Promise<void> {
  await assert.rejects(register(environment, order), (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'invalid_request');
    assert.match(error.text.pt, words);
    assert.ok(error.text.en.length > 30);
    assert.doesNotMatch(JSON.stringify(error.text), /tprv|9c8e4f|9c9c9c|5b96f2/);
    return true;
  });
}

test('an environment has at most a thousand wallets, unless the operator allows more, so that its balances stay one short answer', async () => {
  const environment = await open();
  await app.db`
    insert into wallets (environment_id, id, liquid_address, network, confidential, label,
      is_default, created_at)
    select ${environment.id}, 'wal_' || lpad(nth::text, 26, '0'), 'address ' || nth, 'testnet', false,
      '', nth = 1, now()
    from generate_series(1, 999) as nth`;
  const made = await Promise.allSettled(
    [0, 1, 2].map(() => register(environment, { liquidAddress: randomTestAddress().address })),
  );
  const refusals = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  assert.equal(refusals.length, 2);
  for (const error of refusals) {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'invalid_state');
    assert.match(error.text.pt, /1\.000 carteiras/);
  }
  const last = made.find((one) => one.status === 'fulfilled')?.value;
  assert.ok(last && !last.isDefault);
  await deleteWallet(app, environment.id, last.id);
  assert.ok(await register(environment, { liquidAddress: last.liquidAddress }));
  const generous = { ...app, config: { ...app.config, maxWallets: 1_001 } };
  const { address: liquidAddress } = randomTestAddress();
  assert.ok(
    await registerWallet(generous, environment, { liquidAddress, label: '', makeDefault: false }),
  );
});

test('a blinding key must belong to the address that it comes with', async () => {
  const environment = await open();
  const { address: liquidAddress, unconfidential, blindingKey } = unblind.recipient;
  const other = unblind.change.blindingKey;
  await refused(environment, { liquidAddress, blindingKey: other }, /não é a chave deste/);
  await refused(environment, { liquidAddress, blindingKey: '0'.repeat(64) }, /não é a chave deste/);
  await refused(
    environment,
    { liquidAddress: unconfidential, blindingKey },
    /só existe para um endereço confidencial/,
  );
  await refused(
    environment,
    { liquidAddress, blindingKey, descriptor: DESCRIPTOR.test },
    /não os dois/,
  );
  const inCapitals = { liquidAddress, blindingKey: blindingKey.toUpperCase() };
  assert.equal((await register(environment, inCapitals)).observability, 'blinding_key');
});

test('a descriptor must be valid, of the right network and without private keys', async () => {
  const [own, live] = [await open(), await open('live')];
  const privateKey =
    'tprv8ZgxMBicQKsPe5YMU9gHen4Ez3ApihUfykaqUorj9t6FDqy3nP6eoXiAo2ssvpAjoLroQxHqr3R5nE3a5dU3DHTjTgJDd7zrbniJr6nrCzd';
  for (const [environment, descriptor, words] of [
    [own, DESCRIPTOR.live, /rede principal/],
    [live, DESCRIPTOR.test, /rede de testes/],
    [own, DESCRIPTOR.test.replace(/.$/, 'q'), /código de verificação/],
    [own, DESCRIPTOR.test.replace('0;1', '0;2'), /código de verificação/],
    [own, `ct(slip77(${'9c'.repeat(32)}),elwpkh(${privateKey}/<0;1>/*))`, /chave privada/],
    [own, 'elwpkh(tpubD/0/*)', /Este tipo de descritor/],
    [own, 'ct(', /não pôde ser lido/],
  ] as const) {
    await refused(environment, { descriptor }, words);
  }
  const { liquidAddress, observability } = await register(own, { descriptor: DESCRIPTOR.test });
  assert.deepEqual([liquidAddress, observability], [OWN.first, 'descriptor']);
  const inLive = await register(live, { descriptor: DESCRIPTOR.live });
  assert.ok(inLive.liquidAddress.startsWith('lq1'));
});

test('a descriptor may come with the unconfidential form of its own address', async () => {
  const environment = await open();
  const address = readLiquidAddress(OWN.eighth, ['testnet']);
  assert.ok(address);
  const liquidAddress = plainAddressOf(address);
  const wallet = await register(environment, { descriptor: DESCRIPTOR.test, liquidAddress });
  assert.deepEqual([wallet.liquidAddress, wallet.observability], [liquidAddress, 'descriptor']);
});

test('a descriptor is registered once, whichever of its first addresses comes with it', async () => {
  const environment = await open();
  const descriptor = DESCRIPTOR.test;
  const foreign = { descriptor, liquidAddress: ADDRESS.test };
  await refused(environment, foreign, /20 primeiros endereços/);
  const orders = [{ descriptor, liquidAddress: OWN.eighth }, { descriptor }, { descriptor }];
  const asked = await Promise.allSettled(orders.map((order) => register(environment, order)));
  const codes = asked.map((one) => {
    return one.status === 'rejected' && one.reason instanceof ApiError
      ? one.reason.code
      : 'registered';
  });
  assert.deepEqual(codes.sort(), ['duplicate_wallet', 'duplicate_wallet', 'registered']);
});

test('a wallet registered while the only one is being deleted becomes the default', async () => {
  const environment = await open();
  const only = await register(environment, { liquidAddress: ADDRESS.test });
  let work: readonly [Promise<boolean>, Promise<Wallet>] | undefined;
  await app.db.begin(async (tx) => {
    await tx`select from wallets where id = ${only.id} for update`;
    const deletion = deleteWallet(app, environment.id, only.id);
    await until(async () => (await countWaiting(app)) === 1);
    const { address: liquidAddress } = randomTestAddress();
    let isRegistered = false;
    const registration = register(environment, { liquidAddress }).finally(() => {
      isRegistered = true;
    });
    work = [deletion, registration];
    await until(async () => isRegistered || (await countWaiting(app)) === 2);
  });
  assert.ok(work);
  assert.equal(await work[0], true);
  assert.equal((await work[1]).isDefault, true);
});
