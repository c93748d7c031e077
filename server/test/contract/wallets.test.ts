import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DESCRIPTOR } from '../descriptors.ts';
import { openGateway } from '../gateway.ts';
import { ADDRESS, DEPOSIT } from '../merchant.ts';
import vectors from '../vectors/liquid-addresses.json' with { type: 'json' };
import unblind from '../vectors/unblind.json' with { type: 'json' };
import { type Answer, refusalOf, rowsOf } from './requests.ts';
import { openTenant, type Tenant } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false });

const testAddresses = vectors.sound
  .filter(({ network }) => network !== 'liquid')
  .map(({ address }) => address);
const liveAddresses = vectors.sound
  .filter(({ network }) => network === 'liquid')
  .map(({ address }) => address);

function register(tenant: Tenant, body: object): Promise<Answer> {
  return tenant.call('POST', '/v1/api/wallets', { body });
}

async function wallets(tenant: Tenant): Promise<ReturnType<typeof rowsOf>> {
  return rowsOf(await tenant.call('GET', '/v1/api/wallets?limit=100'));
}

async function defaults(tenant: Tenant): Promise<unknown[]> {
  const all = await wallets(tenant);
  return all
    .filter((wallet) => wallet['isDefault'] === true)
    .map((wallet) => wallet['liquidAddress']);
}

describe('an address', { concurrency: true }, () => {
  test('of a test network, of any kind, is accepted in test mode and returned as sent', async () => {
    const tenant = await openTenant(gateway);
    for (const address of testAddresses) {
      const { status, body, text } = await register(tenant, { liquidAddress: address });
      assert.equal(status, 201, text);
      assert.equal(body['liquidAddress'], address);
    }
  });

  test('of the main network is accepted in live mode, and stored in lower case', async () => {
    const tenant = await openTenant(gateway, 'live');
    for (const address of liveAddresses) {
      assert.equal((await register(tenant, { liquidAddress: address })).status, 201, address);
    }
    for (const address of vectors.upperCase) {
      const answer = await register(tenant, { liquidAddress: address });
      const known = liveAddresses.includes(address.toLowerCase());
      if (known) assert.equal(refusalOf(answer), '409 duplicate_wallet');
      else assert.equal(answer.body['liquidAddress'], address.toLowerCase());
    }
  });

  test('of the wrong network is refused, and the message names the expected one', async () => {
    // It names the given one too, as wallets call it: in test, `liquid` would read as if it fitted.
    const expected = {
      test: /^Este endereço é da rede mainnet; .*\(testnet ou regtest\)/,
      live: /^Este endereço é da rede (?:testnet|regtest); .*rede principal Liquid \(mainnet\)/,
    };
    const wrong = { test: liveAddresses, live: testAddresses };
    for (const mode of ['test', 'live'] as const) {
      const tenant = await openTenant(gateway, mode);
      for (const liquidAddress of wrong[mode]) {
        const answer = await register(tenant, { liquidAddress });
        assert.equal(refusalOf(answer), '400 invalid_liquid_address', liquidAddress);
        assert.match(String(answer.body['message']), expected[mode]);
      }
    }
  });

  test('that is malformed, or of another chain, is refused, and the message names the expected network', async () => {
    const live = await openTenant(gateway, 'live');
    for (const { text, because } of vectors.unsound) {
      const answer = await register(live, { liquidAddress: text });
      assert.equal(refusalOf(answer), '400 invalid_liquid_address', because);
      assert.match(String(answer.body['message']), /rede principal Liquid/, because);
    }
    for (const liquidAddress of [
      ` ${ADDRESS.live}`,
      `${ADDRESS.live}\n`,
      `liquidnetwork:${ADDRESS.live}`,
    ]) {
      assert.equal(
        refusalOf(await register(live, { liquidAddress })),
        '400 invalid_liquid_address',
      );
    }
    for (const body of [{}, { liquidAddress: null }, { liquidAddress: 1 }]) {
      assert.equal(refusalOf(await register(live, body)), '400 invalid_liquid_address');
    }
  });
});

describe('the default wallet', { concurrency: true }, () => {
  test('is the first one until another is made default, and there is at most one', async () => {
    const tenant = await openTenant(gateway);
    const [one = '', two = '', three = '', four = ''] = testAddresses;
    const isDefault = async (body: object): Promise<unknown> =>
      (await register(tenant, body)).body['isDefault'];
    assert.equal(await isDefault({ liquidAddress: one, makeDefault: false }), true);
    assert.equal(await isDefault({ liquidAddress: two }), false);
    assert.equal(await isDefault({ liquidAddress: three, makeDefault: true }), true);
    assert.deepEqual(await defaults(tenant), [three]);
    assert.equal(await isDefault({ liquidAddress: four, makeDefault: false }), false);
    assert.deepEqual(await defaults(tenant), [three]);
  });

  test('is not replaced when it is deleted: deposits without a wallet are refused until one is chosen', async () => {
    const tenant = await openTenant(gateway);
    const first = await tenant.openWallet();
    const [other = '', third = ''] = testAddresses.filter((address) => address !== ADDRESS.test);
    const second = await register(tenant, { liquidAddress: other });
    const open = await tenant.post('/v1/api/deposit', DEPOSIT);
    assert.equal(open.status, 201);
    assert.equal((await tenant.call('DELETE', `/v1/api/wallets/${first}`)).status, 204);
    assert.deepEqual(await defaults(tenant), []);
    assert.equal(refusalOf(await tenant.post('/v1/api/deposit', DEPOSIT)), '400 no_liquid_address');
    const gone = await tenant.post('/v1/api/deposit', { ...DEPOSIT, walletId: first });
    assert.equal(refusalOf(gone), '400 no_liquid_address');
    const named = await tenant.post('/v1/api/deposit', { ...DEPOSIT, walletId: second.body['id'] });
    assert.equal(named.status, 201);
    // Open deposits keep their wallet.
    const status = await tenant.call('GET', `/v1/api/deposit/${String(open.body['id'])}/status`);
    assert.equal(status.body['walletId'], first);
    // There are others, so only the owner makes a new one the default.
    assert.equal((await register(tenant, { liquidAddress: third })).body['isDefault'], false);
  });

  test('is one of twenty made default concurrently', async () => {
    const tenant = await openTenant(gateway);
    const answers = await Promise.all(
      testAddresses
        .slice(0, 20)
        .map((liquidAddress) => register(tenant, { liquidAddress, makeDefault: true })),
    );
    assert.ok(answers.length >= 15);
    assert.ok(answers.every(({ status }) => status === 201));
    assert.equal((await defaults(tenant)).length, 1);
  });

  test('is one of twenty registered first concurrently', async () => {
    const tenant = await openTenant(gateway);
    await Promise.all(
      testAddresses.slice(0, 20).map((liquidAddress) => register(tenant, { liquidAddress })),
    );
    assert.equal((await defaults(tenant)).length, 1);
  });
});

describe('a wallet', { concurrency: true }, () => {
  test('is registered once per environment, even by concurrent requests', async () => {
    const tenant = await openTenant(gateway);
    const body = { liquidAddress: ADDRESS.test };
    const answers = await Promise.all(Array.from({ length: 10 }, () => register(tenant, body)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    const refused = answers.filter(({ status }) => status !== 201);
    assert.deepEqual(new Set(refused.map(refusalOf)), new Set(['409 duplicate_wallet']));
    assert.equal((await register(await openTenant(gateway), body)).status, 201);
    assert.equal(
      refusalOf(await register(tenant, { liquidAddress: ADDRESS.test.toUpperCase() })),
      '409 duplicate_wallet',
    );
  });

  test('that was deleted is gone, and its address can be registered again under a new id', async () => {
    const tenant = await openTenant(gateway);
    const first = await tenant.openWallet();
    const remove = (): Promise<Answer> => tenant.call('DELETE', `/v1/api/wallets/${first}`);
    const removed = await remove();
    assert.equal(removed.status, 204);
    assert.equal(removed.text, '');
    assert.equal(refusalOf(await remove()), '404 not_found');
    assert.deepEqual(await wallets(tenant), []);
    const second = await register(tenant, { liquidAddress: ADDRESS.test });
    assert.equal(second.status, 201);
    assert.notEqual(second.body['id'], first);
    // It is the only one.
    assert.equal(second.body['isDefault'], true);
  });

  test('has a label of up to 80 characters, empty by default', async () => {
    const tenant = await openTenant(gateway);
    const [one, two, three, four] = testAddresses;
    const label = async (body: object): Promise<unknown> =>
      (await register(tenant, body)).body['label'];
    assert.equal(await label({ liquidAddress: one }), '');
    assert.equal(await label({ liquidAddress: two, label: '' }), '');
    const long = 'ç😀'.repeat(40);
    assert.equal(await label({ liquidAddress: three, label: long }), long);
    for (const wrong of ['x'.repeat(81), null, 1, 'a\u0007', 'a\nb']) {
      const answer = await register(tenant, { liquidAddress: four, label: wrong });
      assert.equal(refusalOf(answer), '400 invalid_request', String(wrong));
    }
    for (const makeDefault of [null, 'true', 1]) {
      const answer = await register(tenant, { liquidAddress: four, makeDefault });
      assert.equal(refusalOf(answer), '400 invalid_request');
    }
    assert.equal((await wallets(tenant)).length, 3);
  });
});

const HIDDEN = unblind.recipient;

describe('a blinding key or descriptor', { concurrency: true }, () => {
  test('is accepted, reported as observability, and never shown', async () => {
    const tenant = await openTenant(gateway);
    const { address: liquidAddress, unconfidential, blindingKey } = HIDDEN;
    const plain = await register(tenant, { liquidAddress: unconfidential });
    assert.equal(plain.body['observability'], 'address');
    const keyed = await register(tenant, { liquidAddress, blindingKey });
    assert.equal(keyed.body['observability'], 'blinding_key', keyed.text);
    const derived = await register(tenant, { descriptor: DESCRIPTOR.test });
    assert.equal(derived.body['observability'], 'descriptor', derived.text);
    const dark = testAddresses.find((address) => /^(tlq|el)1/.test(address));
    const hidden = await register(tenant, { liquidAddress: dark });
    assert.equal(hidden.body['observability'], 'none', hidden.text);
    const kept = await gateway.app.db<{ text: string }>`
      select row_to_json(w)::text as text from wallets w
      where environment_id = ${tenant.environment.id}`;
    const all = JSON.stringify([plain, keyed, derived, await wallets(tenant), kept]);
    assert.doesNotMatch(all, new RegExp(`${blindingKey}|slip77|tpub`, 'i'));
  });

  test('that is invalid is refused, and without a descriptor an address is needed', async () => {
    const tenant = await openTenant(gateway);
    const { address: liquidAddress, blindingKey } = HIDDEN;
    for (const body of [
      { liquidAddress, blindingKey: blindingKey.slice(1) },
      { liquidAddress, blindingKey: null },
      { liquidAddress, blindingKey: unblind.change.blindingKey },
      { descriptor: 7 },
      { descriptor: DESCRIPTOR.test, label: 7 },
      { descriptor: '' },
      { descriptor: 'x'.repeat(20_000) },
    ]) {
      assert.equal(refusalOf(await register(tenant, body)), '400 invalid_request');
    }
    for (const body of [
      { blindingKey },
      { label: 'Cofre' },
      { label: 7, makeDefault: 'yes' },
      { liquidAddress: null, descriptor: DESCRIPTOR.test },
    ]) {
      assert.equal(refusalOf(await register(tenant, body)), '400 invalid_liquid_address');
    }
    assert.deepEqual(await wallets(tenant), []);
  });
});
