import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { pino } from 'pino';
import { openHttp } from './http.ts';

/** A server with these trusted proxies: which address it believes, and what it warns of. */
function openServer(t: TestContext, trustedProxies?: readonly string[]) {
  const log = pino({ level: 'silent' });
  const warned: string[] = [];
  t.mock.method(log, 'warn', (line: string) => void warned.push(line));
  const http = openHttp(
    log,
    (routes) => void routes.get('/', async ({ ip }) => ({ ip })),
    trustedProxies,
  );
  t.after(() => http.close());
  const ask = async (remoteAddress: string, forwarded?: string | string[]): Promise<string> => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const answer = await http.inject({ method: 'GET', url: '/', remoteAddress, headers });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json<{ ip: string }>().ip;
  };
  return { ask, warned };
}

const PAYER = '203.0.113.7';

test('without trusted proxies X-Forwarded-For is ignored, with a single warning', async (t) => {
  const { ask, warned } = openServer(t);
  assert.equal(await ask('127.0.0.1'), '127.0.0.1');
  assert.deepEqual(warned, []);
  for (let times = 0; times < 3; times += 1) {
    assert.equal(await ask('127.0.0.1', PAYER), '127.0.0.1');
  }
  assert.equal(warned.length, 1);
  assert.match(warned[0] ?? '', /PONTE_TRUSTED_PROXIES/);
});

test('the client is the last forwarded address that is not a trusted proxy', async (t) => {
  const { ask, warned } = openServer(t, ['loopback', '10.0.0.0/8', '2001:db8:ffff::/48']);
  const expected: Readonly<Record<string, string>> = {
    [PAYER]: PAYER,
    // A client may send anything before the proxy appends the address it saw.
    [`198.51.100.1, ${PAYER}`]: PAYER,
    [`127.0.0.1,10.9.9.9, ${PAYER}`]: PAYER,
    [`${PAYER}, 10.1.2.3`]: PAYER,
    [`198.51.100.1,${PAYER},10.1.2.3 , ::ffff:10.4.5.6`]: PAYER,
    [`${PAYER}, 2001:db8:ffff::1`]: PAYER,
    '198.51.100.1, 2001:db8::7': '2001:db8::7',
    '::ffff:203.0.113.7': '::ffff:203.0.113.7',
    // The list isn't followed past an unreadable entry: the rest may be made up.
    [`${PAYER}, garbage`]: 'garbage',
    '': '127.0.0.1',
    ' , ,': '127.0.0.1',
  };
  for (const [header, ip] of Object.entries(expected)) {
    assert.equal(await ask('127.0.0.1', header), ip, header);
  }
  for (const peer of ['10.255.0.1', '::1', '::ffff:127.0.0.1', '2001:db8:ffff:0:1::2']) {
    assert.equal(await ask(peer, PAYER), PAYER, peer);
  }
  assert.equal(await ask('127.0.0.1', ['198.51.100.1', PAYER]), PAYER);
  // If all addresses are proxies, the request comes from the inside.
  assert.equal(await ask('127.0.0.1', '10.0.0.1, 10.0.0.2'), '10.0.0.1');
  assert.deepEqual(warned, []);
});

test('X-Forwarded-For from an untrusted peer is ignored although proxies are trusted', async (t) => {
  const { ask, warned } = openServer(t, ['10.0.0.0/8']);
  for (const peer of ['198.51.100.1', '2001:db8::1', '::ffff:198.51.100.1', '11.0.0.1']) {
    assert.equal(await ask(peer, PAYER), peer);
    assert.equal(await ask(peer, `${PAYER}, 10.0.0.1`), peer);
  }
  assert.equal(warned.length, 1);
});
