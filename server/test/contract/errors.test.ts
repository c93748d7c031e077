import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { openApi } from '../../src/api.ts';
import { readConfig } from '../../src/config.ts';
import { ERROR_CODES } from '../../src/errors.ts';
import { openApp } from '../../src/open-app.ts';
import { openGateway } from '../gateway.ts';
import { ADDRESS, DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { openReceiver } from '../receiver.ts';
import { type Answer, fresh, refusalOf, send } from './requests.ts';
import { openTenant, type Tenant } from './tenant.ts';

const gateway = await openGateway();

/** Each by a dedicated tenant in test mode, whose default wallet is `ADDRESS.test`. */
const CASES: Readonly<Record<string, (tenant: Tenant) => Promise<Answer>>> = {
  '400 invalid_request': (tenant) =>
    tenant.call('POST', '/v1/api/wallets', { body: '{"liquidAddress"' }),
  '400 missing_idempotency_key': (tenant) =>
    tenant.call('POST', '/v1/api/deposit', { body: DEPOSIT }),
  '400 invalid_amount': (tenant) =>
    tenant.post('/v1/api/deposit', { ...DEPOSIT, amountCents: 199 }),
  '400 invalid_tax_id': (tenant) =>
    tenant.post('/v1/api/deposit', { ...DEPOSIT, taxId: '123.456.789-09' }),
  '400 invalid_pix_key_type': (tenant) =>
    tenant.post('/v1/api/withdraw', { ...WITHDRAWAL, pixKeyType: 'email' }),
  '400 invalid_pix_key': (tenant) =>
    tenant.post('/v1/api/withdraw', { ...WITHDRAWAL, pixKey: 'maria' }),
  '400 no_liquid_address': (tenant) =>
    tenant.post('/v1/api/deposit', { ...DEPOSIT, walletId: 'wal_unknown' }),
  '400 invalid_liquid_address': (tenant) =>
    tenant.call('POST', '/v1/api/wallets', { body: { liquidAddress: ADDRESS.live } }),
  '400 invalid_url': (tenant) =>
    tenant.call('POST', '/v1/api/webhook-endpoints', { body: { url: 'ftp://example.com/' } }),
  '401 unauthorized': () => send(gateway.url, 'GET', '/v1/api/fees'),
  '403 insufficient_scope': async (tenant) =>
    tenant.call('GET', '/v1/api/balance', { key: await tenant.keyWith(['deposit:create']) }),
  '403 deposits_disabled': async (tenant) => {
    await tenant.set({ depositsEnabled: false });
    return freshKeyPost(tenant, '/v1/api/deposit', DEPOSIT);
  },
  '403 withdrawals_disabled': async (tenant) => {
    await tenant.set({ withdrawalsEnabled: false });
    return freshKeyPost(tenant, '/v1/api/withdraw', WITHDRAWAL);
  },
  '404 not_found': (tenant) => tenant.call('GET', '/v1/api/nothing'),
  '405 method_not_allowed': (tenant) => tenant.call('PUT', '/v1/api/fees'),
  '409 previous_error': async (tenant) => {
    const headers = fresh();
    await tenant.call('POST', '/v1/api/deposit', { headers, body: {} });
    return tenant.call('POST', '/v1/api/deposit', { headers, body: {} });
  },
  '409 idempotency_mismatch': async (tenant) => {
    const headers = fresh();
    await tenant.call('POST', '/v1/api/deposit', { headers, body: DEPOSIT });
    return tenant.call('POST', '/v1/api/deposit', {
      headers,
      body: { ...DEPOSIT, amountCents: 1 },
    });
  },
  '409 in_progress': async (tenant) => {
    for (let tries = 0; tries < 20; tries += 1) {
      const request = { headers: fresh(), body: DEPOSIT };
      const answers = await Promise.all(
        Array.from({ length: 2 }, () => tenant.call('POST', '/v1/api/deposit', request)),
      );
      const [first, second] = answers.toSorted((one, other) => one.status - other.status);
      assert.equal(first?.status, 201);
      assert.ok(second);
      // A look-up of the key just after it has ended gets the response.
      if (second.status === 201) continue;
      assert.equal(second.headers['retry-after'], '1');
      return second;
    }
    throw new Error('of two concurrent requests the second always came too late');
  },
  '409 duplicate_wallet': (tenant) =>
    tenant.call('POST', '/v1/api/wallets', { body: { liquidAddress: ADDRESS.test } }),
  '409 too_many_endpoints': async (tenant) => {
    const register = (): Promise<Answer> =>
      tenant.call('POST', '/v1/api/webhook-endpoints', { body: { url: 'http://127.0.0.1:9/' } });
    const answers = await Promise.all(Array.from({ length: 21 }, register));
    const refused = answers.filter(({ status }) => status !== 201);
    assert.equal(refused.length, 1);
    return refused[0] ?? register();
  },
  '409 rotation_in_progress': async (tenant) => {
    const path = '/v1/api/webhook-endpoints';
    const made = await tenant.call('POST', path, { body: { url: 'http://127.0.0.1:9/' } });
    const rotate = `${path}/${String(made.body['id'])}/rotate-secret`;
    assert.equal((await tenant.call('POST', rotate)).status, 200);
    return tenant.call('POST', rotate);
  },
  '409 endpoint_disabled': async (tenant) => {
    const { url } = await openReceiver();
    const path = '/v1/api/webhook-endpoints';
    const made = await tenant.call('POST', path, { body: { url } });
    const id = String(made.body['id']);
    const sent = await tenant.call('POST', `${path}/${id}/test`);
    assert.equal(sent.status, 202, sent.text);
    await tenant.call('PATCH', `${path}/${id}`, { body: { enabled: false } });
    const delivery = String(sent.body['id']);
    return tenant.call('POST', `/v1/api/webhook-deliveries/${delivery}/redeliver`);
  },
  '409 invalid_state': async (tenant) => {
    const { body } = await tenant.post('/v1/api/deposit', DEPOSIT);
    return tenant.call('POST', `/v1/sandbox/deposits/${String(body['id'])}/med`);
  },
  '410 events_expired': async (tenant) => {
    // As if the first nine events had been deleted by retention.
    await gateway.app.db`
        update journals set last_sequence = 9 where environment_id = ${tenant.environment.id}`;
    assert.equal((await tenant.call('GET', '/v1/api/events?after=9')).status, 200);
    assert.equal((await tenant.call('GET', '/v1/api/events')).body['nextAfter'], 9);
    return tenant.call('GET', '/v1/api/events?after=8');
  },
  '413 payload_too_large': (tenant) =>
    tenant.post('/v1/api/deposit', { label: 'x'.repeat(65_536) }),
  '415 unsupported_media_type': (tenant) =>
    tenant.call('POST', '/v1/api/wallets', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'label=x',
    }),
  '422 payer_declined': (tenant) =>
    tenant.post('/v1/api/deposit', { ...DEPOSIT, taxId: '00000000001' }),
  '429 rate_limited': async (tenant) => {
    const one = { perSecond: 1, burst: 1 };
    await tenant.set({ rates: { read: one, money: one } });
    const key = await tenant.keyWith(['read:balance']);
    const ask = () => tenant.call('GET', '/v1/api/fees', { key });
    const [first, ...others] = await Promise.all([ask(), ask(), ask(), ask()]);
    return others.find(({ status }) => status === 429) ?? first;
  },
  '500 internal_error': async (tenant) => {
    const order = { headers: { 'idempotency-key': 'order 4711' }, body: DEPOSIT };
    const { body } = await tenant.call('POST', '/v1/api/deposit', order);
    // As if a key of the vault were lost, which no caller can help.
    await gateway.app.db`
      update idempotency_keys set response = 'v1:lost:AAAA' where resource_id = ${String(body['id'])}`;
    return tenant.call('POST', '/v1/api/deposit', order);
  },
  '502 provider_error': (tenant) =>
    tenant.post('/v1/api/deposit', { ...DEPOSIT, amountCents: 50_002 }),
  '503 not_configured': async () =>
    (await openTenant(gateway, 'live')).post('/v1/api/deposit', DEPOSIT),
  '503 unavailable': async (tenant) => {
    const url = await openWithoutDatabase();
    assert.equal((await send(url, 'GET', '/healthz')).status, 200);
    assert.equal((await send(url, 'GET', '/openapi.json')).status, 200);
    assert.equal(refusalOf(await send(url, 'GET', '/readyz')), '503 unavailable');
    const answer = await send(url, 'GET', '/v1/api/fees', { key: tenant.key });
    assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
    return answer;
  },
};

describe('each code of the catalogue', { concurrency: 8 }, () => {
  for (const [refusal, provoke] of Object.entries(CASES)) {
    test(`answers ${refusal}`, async () => {
      assert.equal(refusalOf(await provoke(await openPayee())), refusal);
    });
  }

  test('is covered here', () => {
    const provoked = Object.keys(CASES).map((refusal) => refusal.split(' ')[1]);
    assert.deepEqual(provoked.sort(), ERROR_CODES.toSorted());
  });
});

async function openPayee(): Promise<Tenant> {
  const tenant = await openTenant(gateway);
  await tenant.openWallet();
  return tenant;
}

/** With a key that is not cached yet, since settings are cached for a moment. */
async function freshKeyPost(tenant: Tenant, path: string, body: object): Promise<Answer> {
  const key = await tenant.keyWith(['deposit:create', 'withdrawal:create']);
  return tenant.call('POST', path, { key, headers: fresh(), body });
}

async function openWithoutDatabase(): Promise<string> {
  const config = readConfig({
    PONTE_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    // The discard port: nobody listens there.
    DATABASE_URL: 'postgres://ponte@127.0.0.1:9/ponte',
  });
  const app = openApp(config, 'command');
  app.log.level = 'silent';
  const http = openApi(app);
  after(() => http.close());
  return http.listen({ host: '127.0.0.1', port: 0 });
}

test('a tax id is told the rule that it breaks', async () => {
  const env = { PONTE_TAX_ID_CHECK_DIGITS: 'true', PONTE_ALPHANUMERIC_CNPJ: 'true' };
  const strict = await openTenant(await openGateway(undefined, { worker: false, env }));
  const refuse = async (path: '/v1/api/deposit' | '/v1/api/withdraw', order: object) =>
    String((await strict.post(path, order)).body['message']);
  const digits = 'tem dígitos verificadores errados';
  for (const [taxId, words] of [
    ['52998224724', `taxId ${digits}`],
    ['12ABC34501DE36', `taxId ${digits}`],
    ['12abc34501de35', 'letras maiúsculas'],
    ['12.ABC.345/01DE-35', 'letras maiúsculas'],
    [52_998_224_725, 'letras maiúsculas'],
    [undefined, 'letras maiúsculas'],
  ] as const) {
    assert.match(await refuse('/v1/api/deposit', { ...DEPOSIT, taxId }), new RegExp(words));
    assert.match(await refuse('/v1/api/withdraw', { ...WITHDRAWAL, taxId }), new RegExp(words));
  }
  for (const [pixKeyType, pixKey, words] of [
    ['CPF', '52998224724', `pixKey ${digits}`],
    ['CNPJ', '12ABC34501DE36', `pixKey ${digits}`],
    ['CPF', '11222333000181', 'não corresponde ao pixKeyType'],
  ] as const) {
    const order = { ...WITHDRAWAL, pixKeyType, pixKey };
    assert.match(await refuse('/v1/api/withdraw', order), new RegExp(words));
  }
});
