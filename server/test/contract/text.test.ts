import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { ADDRESS, DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { fresh, refusalOf } from './requests.ts';
import { openTenant, withField } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false });
const tenant = await openTenant(gateway);
await tenant.openWallet();

/** Neither NUL nor an unpaired surrogate can be stored or shown. */
const UNPRINTABLE = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00a"'];

test('text with NUL or a lone surrogate is refused in every text field of the API', async () => {
  const { body } = await tenant.post('/v1/api/deposit', DEPOSIT);
  const pay = `/v1/sandbox/deposits/${String(body['id'])}/pay`;
  const endpoint = { url: 'http://127.0.0.1:9/' };
  const fields: readonly (readonly [path: string, order: object, field: string, code: string])[] = [
    ['/v1/api/deposit', DEPOSIT, 'externalId', 'invalid_request'],
    ['/v1/api/deposit', DEPOSIT, 'walletId', 'no_liquid_address'],
    ['/v1/api/deposit', DEPOSIT, 'taxId', 'invalid_tax_id'],
    ['/v1/api/withdraw', WITHDRAWAL, 'externalId', 'invalid_request'],
    ['/v1/api/withdraw', WITHDRAWAL, 'pixKey', 'invalid_pix_key'],
    ['/v1/api/withdraw', WITHDRAWAL, 'pixKeyType', 'invalid_pix_key_type'],
    ['/v1/api/wallets', { liquidAddress: ADDRESS.test }, 'label', 'invalid_request'],
    ['/v1/api/wallets', {}, 'liquidAddress', 'invalid_liquid_address'],
    ['/v1/api/webhook-endpoints', endpoint, 'description', 'invalid_request'],
    ['/v1/api/webhook-endpoints', {}, 'url', 'invalid_url'],
    [pay, {}, 'payerTaxId', 'invalid_request'],
    [pay, {}, 'payerName', 'invalid_request'],
  ];
  for (const [path, order, field, code] of fields) {
    for (const json of UNPRINTABLE) {
      const text = field === 'url' ? json.replace('"', `"${endpoint.url}`) : json;
      const request = { headers: fresh(), body: withField(order, field, text) };
      const answer = await tenant.call('POST', path, request);
      assert.equal(refusalOf(answer), `400 ${code}`, `${path} ${field} ${json}`);
    }
  }
});

test('undecodable or NUL text in a query parameter never causes an error other than 400', async () => {
  const filters = [
    'cursor',
    'limit',
    'from',
    'to',
    'type',
    'status',
    'walletId',
    'paymentLinkId',
    'externalId',
  ];
  const lists = {
    '/v1/api/transactions': filters,
    '/v1/api/wallets': ['cursor', 'limit'],
    '/v1/api/payment-links': ['cursor', 'limit'],
    '/v1/api/meds': ['cursor', 'limit', 'tipo', 'depositId'],
    '/v1/api/webhook-endpoints': ['cursor', 'limit'],
    '/v1/api/webhook-deliveries': [
      'cursor',
      'limit',
      'endpointId',
      'event',
      'status',
      'resourceId',
    ],
    '/v1/api/events': ['after', 'limit'],
  };
  for (const [path, names] of Object.entries(lists)) {
    for (const name of names) {
      for (const text of ['%00', 'a%00', '%ff', '%ed%a0%80', '%']) {
        const answer = await tenant.call('GET', `${path}?${name}=${text}`);
        if (answer.status !== 200) assert.equal(refusalOf(answer), '400 invalid_request');
      }
    }
  }
});

test('an externalId has 1 to 128 printable characters, and is returned as sent', async () => {
  for (const externalId of [
    '1',
    'pedido nº 7 ✓',
    '😀'.repeat(128),
    '👨\u200d👩\u200d👧 نمی\u200cخواهم',
  ]) {
    for (const [path, order] of [
      ['/v1/api/deposit', DEPOSIT],
      ['/v1/api/withdraw', WITHDRAWAL],
    ] as const) {
      const { body } = await tenant.post(path, { ...order, externalId });
      assert.equal(body['externalId'], externalId);
    }
  }
  const unseen = [...'\u2028\u2029\u202a\u202e\u2066\u2069\u200b\u200f\u2060\ufeff\ufffe\uffff'];
  const bad = ['', 'x'.repeat(129), 'a\nb', 'a\u007f', 1, null, ['1']];
  for (const externalId of [...bad, ...unseen.map((one) => `a${one}b`)]) {
    const answer = await tenant.post('/v1/api/deposit', { ...DEPOSIT, externalId });
    assert.equal(refusalOf(answer), '400 invalid_request', JSON.stringify(externalId));
  }
});
