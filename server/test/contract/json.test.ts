import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { exchange, fresh, refusalOf } from './requests.ts';
import { openTenant, withField } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false });
const tenant = await openTenant(gateway);
await tenant.openWallet();

/** Sends a body with this JSON text as the field's value. */
function deposit(field: string, json: string): Promise<string> {
  return outcomeOf('/v1/api/deposit', withField(DEPOSIT, field, json));
}

function withdraw(field: string, json: string): Promise<string> {
  return outcomeOf('/v1/api/withdraw', withField(WITHDRAWAL, field, json));
}

async function outcomeOf(path: string, body: string | Uint8Array, headers = {}): Promise<string> {
  const answer = await tenant.call('POST', path, { headers: { ...fresh(), ...headers }, body });
  return answer.status === 201 ? `201 ${String(answer.body['amountCents'])}` : refusalOf(answer);
}

test('an amount is accepted as any JSON notation of an integer', async () => {
  const integers = { '1000': 1_000, '200': 200, '600000': 600_000, '200.0': 200, '1e3': 1_000 };
  for (const [json, amount] of Object.entries({ ...integers, '2E+2': 200, '20000e-2': 200 })) {
    assert.equal(await deposit('amountCents', json), `201 ${String(amount)}`, json);
    assert.equal(await withdraw('amountCents', json), `201 ${String(amount)}`, json);
  }
});

test('an amount that is not an integer within the range is refused, and never coerced', async () => {
  const others = ['"1000"', '"1e3"', '""', 'null', 'true', 'false', '[]', '[1000]', '{}'];
  const numbers = ['200.5', '199.99999999', '199', '600001', '0', '-0', '-1000', '1e400', '-1e400'];
  // Floating point cannot tell these from whole numbers.
  const close = ['199.99999999999999999', '200.00000000000000001', '20000000000000000001e-17'];
  const huge = ['9007199254740992', '9007199254740993', '1e21', '9'.repeat(400)];
  for (const json of [...others, ...numbers, ...close, ...huge]) {
    assert.equal(await deposit('amountCents', json), '400 invalid_amount', json);
    assert.equal(await withdraw('amountCents', json), '400 invalid_amount', json);
  }
});

test('an amount in a number notation that is not JSON is refused', async () => {
  for (const json of [
    'NaN',
    'Infinity',
    '+1000',
    '01000',
    '0x3e8',
    '1_000',
    '.5e4',
    '1000.',
    "'1000'",
  ]) {
    assert.equal(await deposit('amountCents', json), '400 invalid_request', json);
  }
});

test('every field refuses values of another type', async () => {
  const values = ['null', 'true', '1', '[]', '{}', '"x"'];
  const booleans = values.filter((json) => json !== 'true');
  const fields = {
    taxId: [[...values, '12345678909', '["12345678909"]'], 'invalid_tax_id'],
    walletId: [values.filter((json) => json !== '"x"'), 'invalid_request'],
    passFeesToPayer: [[...booleans, '"true"', '0'], 'invalid_request'],
    externalId: [values.filter((json) => json !== '"x"'), 'invalid_request'],
  } as const;
  for (const [field, [jsons, code]] of Object.entries(fields)) {
    for (const json of jsons)
      assert.equal(await deposit(field, json), `400 ${code}`, `${field} ${json}`);
  }
  for (const json of values) {
    assert.equal(await withdraw('pixKeyType', json), '400 invalid_pix_key_type', json);
    assert.equal(await withdraw('pixKey', json), '400 invalid_pix_key', json);
    assert.equal(await withdraw('taxId', json), '400 invalid_tax_id', json);
  }
});

test('a body that is not one JSON object is refused', async () => {
  const bodies = [
    '',
    ' ',
    'null',
    '[]',
    '"x"',
    '1',
    'true',
    '{',
    '{}{}',
    '{"a":1,}',
    "{'a':1}",
    'amountCents=1',
  ];
  const deep = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  for (const body of [...bodies, deep, '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)]) {
    assert.equal(
      await outcomeOf('/v1/api/deposit', body),
      '400 invalid_request',
      body.slice(0, 40),
    );
    assert.equal(
      await outcomeOf('/v1/api/wallets', body),
      '400 invalid_request',
      body.slice(0, 40),
    );
  }
});

test('the refusal of a body says what it must be, in both languages', async () => {
  const many = `{"a":[${'0,'.repeat(30_000)}0]}`;
  for (const body of ['{', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, many]) {
    for (const [language, words] of [
      ['pt', /^O corpo deve ser um objeto JSON.* 32 níveis e 1000 valores/],
      ['en', /^The body must be one JSON object.* 32 levels deep, with at most 1000 values/],
    ] as const) {
      const headers = { 'accept-language': language };
      const answer = await tenant.call('POST', '/v1/api/wallets', { headers, body });
      assert.equal(refusalOf(answer), '400 invalid_request');
      assert.match(String(answer.body['message']), words);
    }
  }
});

test('a body that is not valid UTF-8 is refused', async () => {
  for (const bytes of [
    [0xff],
    [0xc0, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xe2, 0x82],
  ]) {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);
    assert.equal(await outcomeOf('/v1/api/deposit', body), '400 invalid_request');
  }
  const sixteen = Buffer.from(`\ufeff${JSON.stringify(DEPOSIT)}`, 'utf16le');
  assert.equal(await outcomeOf('/v1/api/deposit', sixteen), '400 invalid_request');
});

test('a body may begin with a byte order mark and contain unknown fields', async () => {
  const known = JSON.stringify(DEPOSIT);
  assert.equal(await outcomeOf('/v1/api/deposit', `\ufeff${known}`), '201 5000');
  const more = `{"__proto__":{"amountCents":1},"constructor":null,"x":[{"y":null}],${known.slice(1)}`;
  assert.equal(await outcomeOf('/v1/api/deposit', more), '201 5000');
});

test('a field under __proto__ is ignored', async () => {
  const body = `{"__proto__":${JSON.stringify(DEPOSIT)}}`;
  assert.equal(await outcomeOf('/v1/api/deposit', body), '400 invalid_amount');
});

test('the last occurrence of a repeated field counts', async () => {
  const body = `{"amountCents":"x",${JSON.stringify(DEPOSIT).slice(1)}`;
  assert.equal(await outcomeOf('/v1/api/deposit', body), '201 5000');
});

test('a body over 64 KiB is refused, whether or not its length was declared', async () => {
  const fits = JSON.stringify({ ...DEPOSIT, x: 'x'.repeat(65_536) }).slice(0, -2);
  const exact = `${fits.slice(0, 65_534)}"}`;
  assert.equal(Buffer.byteLength(exact), 65_536);
  assert.equal(await outcomeOf('/v1/api/deposit', exact), '201 5000');
  assert.equal(await outcomeOf('/v1/api/deposit', `${exact} `), '413 payload_too_large');
  const head =
    `POST /v1/api/deposit HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.key}\r\n` +
    'Content-Type: application/json\r\nIdempotency-Key: chunked\r\nTransfer-Encoding: chunked\r\n\r\n';
  const chunk = `8000\r\n${'x'.repeat(0x8000)}\r\n`;
  const chunked = await exchange(gateway.url, `${head}${chunk.repeat(3)}0\r\n\r\n`);
  assert.equal(refusalOf(chunked), '413 payload_too_large');
});

test('a body must be uncompressed application/json', async () => {
  const types = ['application/json', 'APPLICATION/JSON', 'application/json; charset=utf-8'];
  for (const type of [
    ...types,
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    // A common spelling.
    'application/json; charset=utf8',
  ]) {
    const answer = await outcomeOf('/v1/api/deposit', JSON.stringify(DEPOSIT), {
      'content-type': type,
    });
    assert.equal(answer, '201 5000', type);
  }
  const wrong = [
    'text/json',
    'application/jsonx',
    'application/json-patch+json',
    'text/plain',
    '',
    '*/*',
  ];
  const others = [
    'application/json; charset=latin1',
    'application/json, text/plain',
    'application/x-www-form-urlencoded',
  ];
  for (const type of [...wrong, ...others, 'multipart/form-data; boundary=x']) {
    const answer = await outcomeOf('/v1/api/deposit', '{}', { 'content-type': type });
    assert.equal(answer, '415 unsupported_media_type', type);
  }
  for (const coding of ['gzip', 'br', 'identity, gzip']) {
    const headers = { ...fresh(), 'content-encoding': coding };
    const answer = await tenant.call('POST', '/v1/api/deposit', { headers, body: '{}' });
    assert.equal(refusalOf(answer), '415 unsupported_media_type', coding);
    assert.match(String(answer.body['message']), /sem compressão/);
  }
  const untyped =
    `POST /v1/api/wallets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.key}\r\n` +
    'Content-Length: 2\r\n\r\n{}';
  assert.equal(refusalOf(await exchange(gateway.url, untyped)), '415 unsupported_media_type');
});

test('the Content-Type of an empty body is ignored', async () => {
  const types = [
    'application/x-www-form-urlencoded',
    'text/plain;charset=UTF-8',
    'application/json',
  ];
  const rotate = '/v1/api/webhook-endpoints/whe_unknown/rotate-secret';
  for (const type of types) {
    const headers = { 'content-type': type };
    const rotated = await tenant.call('POST', rotate, { headers, body: '' });
    assert.equal(refusalOf(rotated), '404 not_found', type);
    const path = '/v1/api/wallets/wal_unknown';
    assert.equal(refusalOf(await tenant.call('DELETE', path, { headers })), '404 not_found', type);
  }
  const untyped =
    `POST ${rotate} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.key}\r\n` +
    'Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
  const none = await exchange(gateway.url, `${untyped}0\r\n\r\n`);
  assert.equal(refusalOf(none), '404 not_found');
  const some = await exchange(gateway.url, `${untyped}2\r\n{}\r\n0\r\n\r\n`);
  assert.equal(refusalOf(some), '415 unsupported_media_type');
  // A body that comes in chunks states its length nowhere.
  const chunked =
    `POST /v1/api/wallets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.key}\r\n` +
    'Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n';
  assert.equal(refusalOf(await exchange(gateway.url, chunked)), '415 unsupported_media_type');
});
