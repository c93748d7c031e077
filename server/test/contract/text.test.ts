import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { reference } from '../openapi.ts';
import { fieldsOf, parametersOf, sampleRequest } from '../sample-request.ts';
import { exampleOf } from './makers.ts';
import { fresh, refusalOf } from './requests.ts';
import { openTenant, withField } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false });
const tenant = await openTenant(gateway);
await tenant.openWallet();

/** Neither NUL nor an unpaired surrogate can be stored or shown. */
const UNPRINTABLE = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00a"'];

const keyed = reference.operations.filter(({ content }) => content['x-scope'] !== undefined);

/** The refusals with a code of their own. */
const CODES: Readonly<Record<string, string>> = {
  walletId: 'no_liquid_address',
  taxId: 'invalid_tax_id',
  pixKey: 'invalid_pix_key',
  pixKeyType: 'invalid_pix_key_type',
  liquidAddress: 'invalid_liquid_address',
  url: 'invalid_url',
};

test('text with NUL or a lone surrogate is refused in every text field of the API', async () => {
  const met = new Set<string>();
  for (const operation of keyed) {
    const texts = fieldsOf(reference, operation).filter(([, { type }]) => type === 'string');
    if (texts.length === 0) continue;
    const { method, path, body } = await exampleOf(operation, tenant);
    for (const [field] of texts) {
      met.add(field);
      for (const json of UNPRINTABLE) {
        const text = field === 'url' ? json.replace('"', '"http://127.0.0.1:9/') : json;
        const request = { headers: fresh(), body: withField(body ?? {}, field, text) };
        const answer = await tenant.call(method, path, request);
        const refusal = `400 ${CODES[field] ?? 'invalid_request'}`;
        assert.equal(refusalOf(answer), refusal, `${path} ${field} ${json}`);
      }
    }
  }
  for (const field of Object.keys(CODES)) assert.ok(met.has(field), field);
});

test('undecodable or NUL text in a query parameter never causes an error other than 400', async () => {
  for (const operation of keyed) {
    const { method, path } = sampleRequest(reference, operation, undefined);
    for (const { in: place, name } of parametersOf(reference, operation)) {
      if (place !== 'query') continue;
      for (const text of ['%00', 'a%00', '%ff', '%ed%a0%80', '%']) {
        const answer = await tenant.call(method, `${path}?${String(name)}=${text}`);
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
