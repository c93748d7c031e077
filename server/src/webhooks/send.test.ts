import assert from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { listen } from '../../test/listen.ts';
import { openReceiver } from '../../test/receiver.ts';
// Two self-signed certificates for receiver.example, valid until 2126.
import certificates from '../../test/vectors/certificates.json' with { type: 'json' };
import { readConfig } from '../config.ts';
import type { LeasedDelivery, Outcome } from './delivery.ts';
import { newSecret } from './endpoint.ts';
import { openSender, type SenderOptions } from './send.ts';

const config = readConfig({});
const secret = newSecret();

function delivery(url: string): LeasedDelivery {
  return {
    environmentId: 'env_01jd6v4q5vfr0rd1n9s5g0x3c7',
    id: 'whd_01jd6v4q5vfr0rd1n9s5g0x3c7',
    endpointId: 'whe_01jd6v4q5vfr0rd1n9s5g0x3c7',
    lease: '',
    mode: 'test',
    url,
    slow: false,
    sealedSecrets: [],
    eventId: 'evt_01jd6v4q5vfr0rd1n9s5g0x3c7',
    event: 'deposit.confirmed',
    sequence: 7,
    body: '{"event":"deposit.confirmed","data":{"id":"dep_1","note":"ação"}}',
    attempts: 0,
    beside: 0,
    at: new Date(),
    leasedAt: new Date('2026-11-21T12:00:00.900Z'),
  };
}

function post(url: string, options: SenderOptions = {}): Promise<Outcome> {
  return openSender(config, options)(delivery(url), [secret]);
}

/** A server that writes raw bytes of the test's choosing instead of valid HTTP. */
async function openRaw(t: TestContext, speak: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => speak(socket));
  });
  return `http://127.0.0.1:${String(await serve(t, server))}/`;
}

async function serve(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listen(server);
}

test('an attempt sends the stored body and every header', async (t) => {
  const receiver = await openReceiver(t);
  const outcome = await post(receiver.url);
  assert.equal(outcome.responseStatus, 200);
  assert.equal(outcome.responseBody, 'ok');
  assert.equal(outcome.error, null);
  const [request] = receiver.received;
  assert.ok(request);
  assert.equal(request.body, delivery('').body);
  assert.equal(request.path, '/hook');
  assert.equal(request.headers['content-type'], 'application/json');
  assert.equal(request.headers['user-agent'], 'Ponte-Webhooks/1');
  assert.equal(request.headers['x-webhook-event'], 'deposit.confirmed');
  assert.equal(request.headers['x-webhook-sequence'], '7');
  assert.equal(request.headers['webhook-id'], delivery('').eventId);
  assert.equal(request.headers['webhook-timestamp'], '1795262400');
  assert.match(String(request.headers['x-webhook-signature']), /^sha256=[0-9a-f]{64}$/);
  assert.match(String(request.headers['webhook-signature']), /^v1,[A-Za-z0-9+/]{43}=$/);
});

test('header names are sent in the documented case, for case-sensitive receivers', async (t) => {
  const names: string[] = [];
  const receiver = await openReceiver(t, ({ rawHeaders }, response) => {
    names.push(...rawHeaders.filter((_, place) => place % 2 === 0));
    response.end();
  });
  await openSender(config)(delivery(receiver.url), [secret, newSecret()]);
  for (const name of [
    ...['Content-Type', 'User-Agent', 'X-Webhook-Event', 'X-Webhook-Sequence'],
    ...['X-Webhook-Signature', 'X-Webhook-Signature-Previous'],
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  ]) {
    assert.ok(names.includes(name), name);
  }
});

test('a redirect is recorded as the response and not followed', async (t) => {
  const target = await openReceiver(t);
  for (const status of [301, 302, 307, 308]) {
    const receiver = await openReceiver(t, (_request, response) => {
      response.writeHead(status, { location: target.url }).end();
    });
    assert.equal((await post(receiver.url)).responseStatus, status);
  }
  assert.equal(target.received.length, 0);
});

test('a receiver that does not respond in time counts as a timeout', async (t) => {
  const url = await openRaw(t, () => undefined);
  const outcome = await post(url, { timeoutMs: 150 });
  assert.deepEqual([outcome.responseStatus, outcome.error], [null, 'timeout']);
  assert.ok(outcome.durationMs >= 140);
});

test('a response that starts with 200 but does not end in time is not a success', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n';
  const silent = await openRaw(t, (socket) => void socket.write(`${head}begun`));
  const dripping = await openRaw(t, (socket) => {
    socket.write(head);
    const timer = setInterval(() => void socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  for (const url of [silent, dripping]) {
    const outcome = await post(url, { timeoutMs: 200 });
    assert.deepEqual([outcome.responseStatus, outcome.error], [200, 'response_too_slow']);
  }
});

test('an endless response is cut off early, and its status still counts', async (t) => {
  let written = 0;
  const receiver = await openReceiver(t, (_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('y'.repeat(8_192))) written += 8_192;
    };
    response.on('drain', more);
    more();
  });
  const outcome = await post(receiver.url);
  assert.deepEqual([outcome.responseStatus, outcome.error], [200, null]);
  assert.equal(outcome.responseBody, 'y'.repeat(1_024));
  assert.ok(written < 8 * 1024 * 1024);
});

test('endless interim responses, headers or chunk extensions are cut off as well', async (t) => {
  const chunked = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
  const floods = [
    ['', 'HTTP/1.1 102 Processing\r\n\r\n', [null, 'invalid_response']],
    ['', '\r\n', [null, 'invalid_response']],
    ['HTTP/1.1 200 ', 'O', [null, 'invalid_response']],
    [`${chunked}1;a=`, 'x', [200, null]],
  ] as const;
  for (const [head, endless, expected] of floods) {
    const part = endless.repeat(1_000);
    const url = await openRaw(t, (socket) => {
      const more = (): void => {
        while (!socket.destroyed && socket.write(part));
      };
      socket.on('drain', more).write(head);
      more();
    });
    const { responseStatus, error } = await post(url, { timeoutMs: 5_000 });
    assert.deepEqual([responseStatus, error], expected, `${head}${endless}`);
  }
});

test('a compressed response is not decompressed', async (t) => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 'y'));
  const receiver = await openReceiver(t, (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  });
  const { responseBody, error } = await post(receiver.url);
  assert.equal(error, null);
  // A compressed body begins with two bytes that are no text.
  assert.match(responseBody ?? '', /^\uFFFD\uFFFD/);
});

test('a response body is stored as at most 1 KiB of text without control characters', async (t) => {
  const answers = [
    Buffer.concat([Buffer.from('a\0b\u001b[31m\nç'), Buffer.from([0xff, 0xfe])]),
    Buffer.from('€'.repeat(1_000)),
    Buffer.alloc(0),
  ];
  const receiver = await openReceiver(
    t,
    (_request, response) => void response.end(answers.shift()),
  );
  const bodies = [];
  for (let count = 0; count < 3; count += 1) bodies.push((await post(receiver.url)).responseBody);
  assert.deepEqual(bodies, ['a\uFFFDb\uFFFD[31m\nç\uFFFD\uFFFD', '€'.repeat(341), '']);
});

test('a closed port, a reset and a truncated response are all reported as connection_failed', async (t) => {
  const closed = createTcpServer();
  const port = await listen(closed);
  await new Promise((resolve) => closed.close(resolve));
  const reset = await openRaw(t, (socket) => void socket.resetAndDestroy());
  const cut = await openRaw(t, (socket) => void socket.end('HTTP/1.1 200'));
  const answers = await Promise.all(
    [`http://127.0.0.1:${String(port)}/`, reset, cut].map((url) => post(url)),
  );
  const words = answers.map(({ error, responseStatus }) => [error, responseStatus]);
  assert.deepEqual(words, Array(3).fill(['connection_failed', null]));
});

test('a response that is not valid HTTP is reported as invalid_response', async (t) => {
  const nonsense = await openRaw(t, (socket) => void socket.end('220 mail.example ESMTP\r\n'));
  const huge = await openRaw(t, (socket) => {
    socket.end(`HTTP/1.1 200 OK\r\nx: ${'h'.repeat(64 * 1024)}\r\n\r\n`);
  });
  const contrary = await openRaw(t, (socket) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 2\r\n\r\nok');
  });
  for (const url of [nonsense, huge, contrary]) {
    assert.equal((await post(url)).error, 'invalid_response', url);
  }
});

test('the Retry-After of a busy receiver is returned', async (t) => {
  const receiver = await openReceiver(t, (_request, response) => {
    response.writeHead(429, { 'retry-after': '120' }).end();
  });
  assert.equal((await post(receiver.url)).retryAfterMs, 120_000);
});

test('TLS certificates are always verified, against the host name and not the address', async (t) => {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  t.after(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
  const { trusted, stranger } = certificates;
  const usual = getCACertificates('default');
  t.after(() => setDefaultCACertificates(usual));
  setDefaultCACertificates([trusted.cert]);
  const names: string[] = [];
  const open = async (pair: { key: string; cert: string }): Promise<number> => {
    const server = createTlsServer(pair, (request, response) => {
      names.push(request.headers.host ?? '');
      response.end();
    });
    server.on('tlsClientError', () => undefined);
    return serve(t, server);
  };
  const [good, bad] = [String(await open(trusted)), String(await open(stranger))];
  const lookup = async () => ['127.0.0.1'];

  const outcome = await post(`https://receiver.example:${good}/`, { lookup });
  assert.deepEqual([outcome.responseStatus, outcome.error], [200, null]);
  assert.deepEqual(names, [`receiver.example:${good}`]);
  for (const url of [
    `https://receiver.example:${bad}/`,
    `https://other.example:${good}/`,
    `https://127.0.0.1:${good}/`,
  ]) {
    assert.equal((await post(url, { lookup })).error, 'tls_error', url);
  }
  const plain = await openRaw(t, (socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  assert.equal((await post(plain.replace('http:', 'https:'), { lookup })).error, 'tls_error');
  assert.equal(names.length, 1);
});
