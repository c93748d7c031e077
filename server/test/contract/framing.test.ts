import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { openHttp } from '../../src/platform/http.ts';
import { openGateway } from '../gateway.ts';
import { DEPOSIT } from '../merchant.ts';
import { exchange, refusalOf, say, send } from './requests.ts';
import { openTenant } from './tenant.ts';

const gateway = await openGateway(undefined, { worker: false });
const tenant = await openTenant(gateway);
await tenant.openWallet();
const { key } = tenant;
const { url } = gateway;

const GET = 'GET /v1/api/fees HTTP/1.1\r\n';
const POST = 'POST /v1/api/wallets HTTP/1.1\r\n';
const HEAD = `Host: ponte\r\nAuthorization: Bearer ${key}\r\n`;
const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: ponte\r\n\r\n';
const JSON_TYPE = 'Content-Type: application/json\r\n';

describe(
  'malformed HTTP requests are refused in the API’s error format',
  { concurrency: true },
  () => {
    const bad: Readonly<Record<string, readonly [bytes: string, refusal: string]>> = {
      'a malformed request line': ['GARBAGE\r\n\r\n', '400 invalid_request'],
      'another protocol': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', '400 invalid_request'],
      'HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 invalid_request'],
      'an unknown HTTP version': [`GET / HTTP/3.0\r\n${HEAD}\r\n`, '400 invalid_request'],
      'an unknown method': [`BREW / HTTP/1.1\r\n${HEAD}\r\n`, '400 invalid_request'],
      'no Host': [`${GET}Authorization: Bearer ${key}\r\n\r\n`, '400 invalid_request'],
      'a Host with a space': [`${GET}Host: a b\r\n\r\n`, '400 invalid_request'],
      'a Host with a path': [`${GET}Host: http://ponte/\r\n\r\n`, '400 invalid_request'],
      'two keys': [`${GET}${HEAD}Authorization: Bearer other\r\n\r\n`, '400 invalid_request'],
      'two Content-Type headers': [
        `${POST}${HEAD}${JSON_TYPE}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}`,
        '400 invalid_request',
      ],
      'a NUL in a header': [`${GET}Host: x\r\nX-A: \0\r\n\r\n`, '400 invalid_request'],
      'Content-Length and Transfer-Encoding': [
        `${POST}${HEAD}${JSON_TYPE}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
        '400 invalid_request',
      ],
      'two Content-Length headers': [
        `${POST}${HEAD}${JSON_TYPE}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
        '400 invalid_request',
      ],
      'a negative Content-Length': [
        `${POST}${HEAD}${JSON_TYPE}Content-Length: -1\r\n\r\n`,
        '400 invalid_request',
      ],
      'a bad chunk': [
        `${POST}${HEAD}${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n`,
        '400 invalid_request',
      ],
      'an unknown transfer coding': [
        `${POST}${HEAD}${JSON_TYPE}Transfer-Encoding: gzip\r\n\r\n`,
        '400 invalid_request',
      ],
      'headers over 16 KiB': [
        `${GET}${HEAD}X-A: ${'a'.repeat(20_000)}\r\n\r\n`,
        '431 invalid_request',
      ],
      'an address over 16 KiB': [
        `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
        '431 invalid_request',
      ],
      CONNECT: [`CONNECT example.com:443 HTTP/1.1\r\n${HEAD}\r\n`, '404 not_found'],
    };
    for (const [name, [bytes, refusal]] of Object.entries(bad)) {
      test(name, async () => {
        assert.equal(refusalOf(await exchange(url, bytes)), refusal);
      });
    }

    test('headers that never end', async (t) => {
      const http = openHttp(pino({ level: 'silent' }), () => undefined);
      t.after(() => http.close());
      const slow = await http.listen({ host: '127.0.0.1', port: 0 });
      // A fraction of the time a stranger gets; only the response matters here.
      http.server.headersTimeout = 50;
      assert.equal(refusalOf(await exchange(slow, `${GET}Host: x\r\n`)), '408 invalid_request');
    });
  },
);

test('the response to malformed HTTP says what to send instead', async () => {
  const long = `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`;
  assert.match(String((await exchange(url, long)).body['message']), /16 KiB/);
  const many = `GET / HTTP/1.1\r\nHost: x\r\n${'X: 1\r\n'.repeat(1_000)}\r\n`;
  const counted = await exchange(url, many);
  assert.equal(refusalOf(counted), '431 invalid_request');
  assert.match(String(counted.body['message']), /1\.000 cabeçalhos/);
  const { body } = await exchange(url, 'nonsense\r\n\r\n');
  assert.match(String(body['message']), /HTTP\/1\.1/);
});

test('a request whose body is malformed gets a single response', async () => {
  const nowhere = `POST /nothing HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`;
  assert.equal(refusalOf(await exchange(url, nowhere)), '400 invalid_request');
});

test('any valid Host is accepted', async () => {
  for (const host of ['', 'ponte', 'my_ponte.local:3000', '127.0.0.1:', '[::1]:3000', 'a%20b']) {
    const answer = await exchange(url, HEALTH.replace('ponte', host));
    assert.equal(answer.status, 200, host);
  }
});

test('a transfer coding other than chunked is refused, and its connection closed', async () => {
  const CHUNKS = '2\r\n{}\r\n0\r\n\r\n';
  const coded = (line: string, coding: string): string =>
    `${line}${HEAD}${JSON_TYPE}Transfer-Encoding: ${coding}\r\n\r\n${CHUNKS}`;
  const nowhere = POST.replace('wallets', 'nothing');
  for (const bytes of [
    coded(POST, 'gzip, chunked'),
    coded(POST, 'identity, chunked'),
    coded(POST, 'gzip\r\nTransfer-Encoding: chunked'),
    coded(nowhere, 'gzip, chunked'),
    coded(POST.replace('1.1', '1.0'), 'chunked'),
  ]) {
    const answer = await exchange(url, bytes);
    assert.equal(refusalOf(answer), '400 invalid_request', bytes);
    assert.equal(answer.headers['connection'], 'close', bytes);
    assert.match(String(answer.body['message']), /Transfer-Encoding: chunked/, bytes);
  }
  for (const coding of ['chunked', 'CHUNKED', '\tchunked ']) {
    const answer = await exchange(url, coded(POST, coding));
    assert.equal(refusalOf(answer), '400 invalid_liquid_address', coding);
  }
});

test('every response forbids content sniffing', async () => {
  const { body } = await tenant.post('/v1/api/deposit', DEPOSIT);
  for (const path of [
    ...['/healthz', '/metrics', '/openapi.json', '/v1/api/fees', '/app/api/session'],
    `/qr/${String(body['id'])}.png`,
  ]) {
    const { headers } = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
  }
});

describe('for every method', { concurrency: true }, () => {
  const usual = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const spoken = [...usual, 'TRACE', 'QUERY', 'PROPFIND', 'M-SEARCH', 'LINK'];

  test('an unknown route is not found', async () => {
    for (const method of spoken) {
      for (const path of [
        '/',
        '/v1/api',
        '/v1/api/fees/',
        '/V1/api/fees',
        '/%zz',
        '/v1/api/deposit',
      ]) {
        const answer = await exchange(url, `${method} ${path}x HTTP/1.1\r\nHost: x\r\n\r\n`);
        assert.equal(refusalOf(answer), '404 not_found', `${method} ${path}`);
      }
    }
  });

  test('a known route lists its allowed methods', async () => {
    const routes = {
      '/v1/api/fees': 'GET, HEAD',
      '/v1/api/wallets?limit=1': 'GET, HEAD, POST',
      '/v1/%61pi/wallets/%2F%C3%A7%00': 'DELETE',
      '/v1/api/webhook-endpoints/x': 'DELETE, PATCH',
      '/v1/api/%64eposit#%zz': 'POST',
      '/v1/api/deposit/x/status': 'GET, HEAD',
      '/v1/sandbox/deposits/x/pay': 'POST',
      '/qr/x.png': 'GET, HEAD',
      '/healthz': 'GET, HEAD',
      '/provider/webhooks/med': 'POST',
    };
    for (const [path, allow] of Object.entries(routes)) {
      const others = spoken.filter((method) => !allow.split(', ').includes(method));
      for (const method of others) {
        // Neither who calls nor what is sent matters to this response.
        const answer = await exchange(url, `${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
        assert.equal(refusalOf(answer), '405 method_not_allowed', `${method} ${path}`);
        assert.equal(answer.headers['allow'], allow);
      }
    }
    const whole = await exchange(url, 'PUT http://x/v1/api/fees?a=/ HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.equal(refusalOf(whole), '405 method_not_allowed');
  });

  test('a path that only resembles a known one is not found', async () => {
    for (const path of ['/openapi-json', '/llmsxtxt', '/v1/api/%2566ees', '/%zz']) {
      assert.equal((await send(url, 'GET', path)).status, 404, path);
    }
  });

  test('HEAD returns the headers of GET, without a body', async () => {
    const got = await send(url, 'GET', '/v1/api/fees', { key });
    const headed = await send(url, 'HEAD', '/v1/api/fees', { key });
    assert.equal(headed.status, 200);
    assert.equal(headed.text, '');
    assert.equal(headed.headers['content-length'], got.headers['content-length']);
    assert.equal((await send(url, 'HEAD', '/v1/api/deposit')).status, 405);
  });
});

describe('a client that half-closes its connection', { concurrency: true }, () => {
  const body = JSON.stringify(DEPOSIT);
  const order =
    `POST /v1/api/deposit HTTP/1.1\r\n${HEAD}${JSON_TYPE}Idempotency-Key: said-all\r\n` +
    `Content-Length: ${String(body.length)}\r\n\r\n`;

  test('gets its response after a complete request', async () => {
    const made = await say(url, order + body, true);
    assert.match(made, /^HTTP\/1\.1 201 Created\r\n/);
    assert.match(made, /"pixQrCode"/);
  });

  test('gets 400 after an incomplete request', async () => {
    const said = await say(url, order + body.slice(1), true);
    assert.match(said, /^HTTP\/1\.1 400 Bad Request\r\n/);
  });
});

describe('a request with an Expect header', { concurrency: true }, () => {
  test('gets 100 Continue, and then its response', async () => {
    const bytes = `${POST}${HEAD}${JSON_TYPE}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`;
    const said = await say(url, bytes);
    assert.match(said, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 Bad Request\r\n/);
    assert.match(said, /"invalid_liquid_address"/);
  });

  test('is answered normally if the expectation is unknown', async () => {
    const bytes = `${GET}${HEAD}Expect: a-miracle\r\n\r\n`;
    const answer = await exchange(url, bytes);
    assert.equal(answer.status, 200);
  });
});

test('an undecodable or overlong id gets 404 with a key, and 401 without', async () => {
  for (const id of ['%ff', '%zz', '%2f%', 'a'.repeat(500), 'a'.repeat(8_000)]) {
    const path = `/v1/api/deposit/${id}/status`;
    assert.equal(refusalOf(await send(url, 'GET', path, { key })), '404 not_found', id);
    assert.equal(refusalOf(await send(url, 'GET', path)), '401 unauthorized', id);
    assert.equal(refusalOf(await send(url, 'PUT', path, { key })), '405 method_not_allowed', id);
  }
});

test('the request id of every response is in the log', async (t) => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  const http = openHttp(log, () => undefined);
  t.after(() => http.close());
  const logged = await http.listen({ host: '127.0.0.1', port: 0 });
  const requests = [
    'GET / HTTP/1.1\r\n',
    'GET /%zz HTTP/1.1\r\n',
    'CONNECT a:1 HTTP/1.1\r\n',
    'NONSENSE\r\n',
  ];
  for (const request of requests) {
    const { headers } = await exchange(logged, `${request}Host: x\r\n\r\n`);
    const id = String(headers['x-request-id']);
    assert.ok(
      lines.some((line) => line.includes(`"requestId":"${id}"`)),
      request,
    );
  }
});
