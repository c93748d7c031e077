import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newId } from '../../src/ids.ts';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { type Answer, fresh, refusalOf, type Request, send } from './requests.ts';
import { openTenant, type Tenant } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false });

type Path = '/v1/api/deposit' | '/v1/api/withdraw';
const NEEDED = {
  '/v1/api/deposit': 'deposit:create',
  '/v1/api/withdraw': 'withdrawal:create',
} as const;
const DISABLED = {
  '/v1/api/deposit': '403 deposits_disabled',
  '/v1/api/withdraw': '403 withdrawals_disabled',
} as const;

/** Wrong in every respect that is checked after the one in question. */
const UNREADABLE = { headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(70_000) };

for (const path of ['/v1/api/deposit', '/v1/api/withdraw'] as const) {
  test(`${path} is checked in this order: route, method, key, scope, rate limit`, async () => {
    const tenant = await openTenant(gateway);
    const narrow = await tenant.keyWith(['read:balance']);
    const outcomeOf = (method: string, to: string, key?: string): Promise<string> =>
      send(gateway.url, method, to, { ...UNREADABLE, ...(key !== undefined && { key }) }).then(
        refusalOf,
      );
    assert.equal(await outcomeOf('POST', `${path}s`), '404 not_found');
    assert.equal(await outcomeOf('PUT', path), '405 method_not_allowed');
    assert.equal(await outcomeOf('POST', path), '401 unauthorized');
    assert.equal(await outcomeOf('POST', path, `${tenant.key}x`), '401 unauthorized');
    assert.equal(await outcomeOf('POST', path, narrow), '403 insufficient_scope');
    await exhaust(tenant);
    const key = await tenant.keyWith([NEEDED[path]]);
    assert.equal(await outcomeOf('POST', path, key), '415 unsupported_media_type');
    assert.equal(await outcomeOf('POST', path, key), '429 rate_limited');
    // A key without the scope gets this error even above its rate limit.
    assert.equal(await outcomeOf('POST', path, narrow), '403 insufficient_scope');
  });

  test(`${path} is checked in this order: body, idempotency key, known keys, switches, fields`, async () => {
    const tenant = await openTenant(gateway);
    const usable = { '/v1/api/deposit': DEPOSIT, '/v1/api/withdraw': WITHDRAWAL }[path];
    await tenant.openWallet();
    const done = fresh();
    const failed = fresh();
    assert.equal((await tenant.call('POST', path, { headers: done, body: usable })).status, 201);
    assert.equal((await tenant.call('POST', path, { headers: failed, body: {} })).status, 400);
    await tenant.set({ depositsEnabled: false, withdrawalsEnabled: false });
    // Settings are cached with a key for a moment, so each caller here is new.
    const key = await tenant.keyWith([NEEDED[path]]);
    const outcomeOf = (request: Request): Promise<string> =>
      tenant.call('POST', path, { key, ...request }).then(refusalOf);

    assert.equal(await outcomeOf(UNREADABLE), '415 unsupported_media_type');
    assert.equal(await outcomeOf({ body: 'x'.repeat(70_000) }), '413 payload_too_large');
    assert.equal(await outcomeOf({ body: '{' }), '400 invalid_request');
    assert.equal(await outcomeOf({ body: '{}' }), '400 missing_idempotency_key');
    assert.equal(
      await outcomeOf({ headers: { 'idempotency-key': '' }, body: '{}' }),
      '400 missing_idempotency_key',
    );
    assert.equal(
      await outcomeOf({ headers: { 'idempotency-key': 'é' }, body: '{}' }),
      '400 invalid_request',
    );
    assert.equal(await outcomeOf({ headers: failed, body: '{}' }), '409 previous_error');
    assert.equal(await outcomeOf({ headers: done, body: '{}' }), '409 idempotency_mismatch');
    const replayed = await tenant.call('POST', path, { key, headers: done, body: usable });
    assert.equal(replayed.status, 201);
    assert.equal(replayed.headers['idempotent-replayed'], 'true');
    const unused = fresh();
    assert.equal(await outcomeOf({ headers: unused, body: '{}' }), DISABLED[path]);
    await tenant.set({});
    const again = await tenant.keyWith([NEEDED[path]]);
    // The refusal above left the key untouched.
    const refused = await tenant.call('POST', path, { key: again, headers: unused, body: '{}' });
    assert.equal(refusalOf(refused), '400 invalid_amount');
  });

  test(`${path} is checked in this order: switches, missing provider, fields`, async () => {
    const tenant = await openTenant(gateway, 'live');
    const headers = fresh();
    assert.equal(await refusal(tenant, path, { headers, body: {} }), '503 not_configured');
    await tenant.set({ depositsEnabled: false, withdrawalsEnabled: false });
    const key = await tenant.keyWith([NEEDED[path]]);
    assert.equal(await refusal(tenant, path, { key, headers, body: {} }), DISABLED[path]);
  });
}

describe('fields are checked in order, after the key is claimed', { concurrency: true }, () => {
  test('a deposit: amountCents, taxId, walletId, passFeesToPayer, then the wallet', async () => {
    const tenant = await openTenant(gateway);
    const wrong = {
      amountCents: '5000',
      taxId: 1,
      walletId: 2,
      passFeesToPayer: 'no',
      externalId: '',
    };
    const outcomeOf = correcting(tenant, '/v1/api/deposit', wrong);
    assert.equal(await outcomeOf({}), '400 invalid_amount');
    assert.equal(await outcomeOf({ amountCents: 5_000 }), '400 invalid_tax_id');
    assert.equal(await outcomeOf({ taxId: DEPOSIT.taxId }), '400 invalid_request');
    assert.equal(await outcomeOf({ walletId: 'wal_1' }), '400 invalid_request');
    assert.equal(await outcomeOf({ passFeesToPayer: true }), '400 invalid_request');
    assert.equal(await outcomeOf({ externalId: '1' }), '400 no_liquid_address');
  });

  test('a withdrawal: amountCents, pixKeyType, pixKey, taxId', async () => {
    const tenant = await openTenant(gateway);
    const wrong = { amountCents: 1, pixKeyType: 'X', pixKey: 'x', taxId: 'x', externalId: 0 };
    const outcomeOf = correcting(tenant, '/v1/api/withdraw', wrong);
    assert.equal(await outcomeOf({}), '400 invalid_amount');
    assert.equal(await outcomeOf({ amountCents: 5_000 }), '400 invalid_pix_key_type');
    assert.equal(await outcomeOf({ pixKeyType: 'CPF' }), '400 invalid_pix_key');
    assert.equal(await outcomeOf({ pixKey: DEPOSIT.taxId }), '400 invalid_tax_id');
    assert.equal(await outcomeOf({ taxId: DEPOSIT.taxId }), '400 invalid_request');
  });

  test('each required field must be present', async () => {
    const tenant = await openTenant(gateway);
    await tenant.openWallet();
    const absent = { amountCents: 'invalid_amount', taxId: 'invalid_tax_id' };
    for (const [field, code] of Object.entries(absent)) {
      const body = { ...DEPOSIT, [field]: undefined };
      assert.equal(refusalOf(await tenant.post('/v1/api/deposit', body)), `400 ${code}`);
    }
    const alsoAbsent = { pixKeyType: 'invalid_pix_key_type', pixKey: 'invalid_pix_key' };
    for (const [field, code] of Object.entries({ ...absent, ...alsoAbsent })) {
      const body = { ...WITHDRAWAL, [field]: undefined };
      assert.equal(refusalOf(await tenant.post('/v1/api/withdraw', body)), `400 ${code}`);
    }
  });

  test('a refused field uses up the key', async () => {
    const tenant = await openTenant(gateway);
    const headers = fresh();
    const first: Request = { headers, body: { ...DEPOSIT, amountCents: 1 } };
    assert.equal(await refusal(tenant, '/v1/api/deposit', first), '400 invalid_amount');
    const corrected: Request = { headers, body: DEPOSIT };
    assert.equal(await refusal(tenant, '/v1/api/deposit', corrected), '409 previous_error');
    // Both routes share one namespace of keys.
    const elsewhere: Request = { headers, body: WITHDRAWAL };
    assert.equal(await refusal(tenant, '/v1/api/withdraw', elsewhere), '409 previous_error');
  });
});

test('with a refused field, a malformed id is answered as an unknown one is', async () => {
  const { call } = await openTenant(gateway);
  const endpoint = (id: string): string => `/v1/api/webhook-endpoints/${id}`;
  for (const [method, path, id, body] of [
    ['PATCH', endpoint, newId('whe'), { url: 'ftp://127.0.0.1/' }],
    ['POST', (one: string) => `${endpoint(one)}/replay`, newId('whe'), { since: 'x' }],
    ['PATCH', (one: string) => `/v1/api/payment-links/${one}`, newId('lnk'), { title: ' ' }],
  ] as const) {
    const unknown = await call(method, path(id), { body });
    const malformed = await call(method, path('x'), { body });
    assert.equal(malformed.text, unknown.text, path(id));
  }
});

describe('an Idempotency-Key', { concurrency: true }, () => {
  test('has 1 to 255 printable ASCII characters, and is sent once', async () => {
    const tenant = await openTenant(gateway);
    await tenant.openWallet();
    const answerTo = (value: string | readonly string[]): Promise<Answer> =>
      tenant.call('POST', '/v1/api/deposit', {
        headers: { 'idempotency-key': value },
        body: DEPOSIT,
      });
    for (const key of ['a'.repeat(255), '~', 'a b, c', '0']) {
      assert.equal((await answerTo(key)).status, 201, key);
    }
    for (const key of [
      'a'.repeat(256),
      'caf\xe9',
      'a\tb',
      'a\xa0',
      '\xa0',
      ['one', 'two'],
      ['same', 'same'],
    ]) {
      assert.equal(refusalOf(await answerTo(key)), '400 invalid_request', String(key));
    }
    for (const key of ['', ' ', '\t']) {
      assert.equal(refusalOf(await answerTo(key)), '400 missing_idempotency_key');
    }
  });
});

test('a message is in Portuguese, or in English if preferred, and says what to do', async () => {
  const tenant = await openTenant(gateway);
  const messageFor = async (language: string | undefined): Promise<string> => {
    const headers = { ...fresh(), ...(language !== undefined && { 'accept-language': language }) };
    const { body } = await tenant.call('POST', '/v1/api/deposit', { headers, body: {} });
    return String(body['message']);
  };
  const english = await messageFor('en');
  const portuguese = await messageFor('pt-BR');
  assert.match(english, /between 200 .* and 600000/);
  assert.match(portuguese, /entre 200 .* e 600000/);
  for (const language of [
    undefined,
    '',
    '*',
    'fr',
    'pt',
    'pt-BR,en;q=0.9',
    'en;q=0',
    'en;q=0.5,pt;q=0.6',
    ';;q=,',
  ]) {
    assert.equal(await messageFor(language), portuguese, language);
  }
  for (const language of ['en-US', 'EN', 'en-GB,en;q=0.9', 'pt;q=0.1, en;q=0.2', 'fr, en;q=0.5']) {
    assert.equal(await messageFor(language), english, language);
  }
});

async function exhaust(tenant: Tenant): Promise<void> {
  const one = { perSecond: 1, burst: 1 };
  await tenant.set({ rates: { read: one, money: one } });
}

async function refusal(tenant: Tenant, path: Path, request: Request): Promise<string> {
  return refusalOf(await tenant.call('POST', path, request));
}

/** Fixes one field after the other, each time under a fresh key. */
function correcting(tenant: Tenant, path: Path, wrong: object): (fix: object) => Promise<string> {
  let body = wrong;
  return async (fix) => {
    body = { ...body, ...fix };
    return refusalOf(await tenant.post(path, body));
  };
}
