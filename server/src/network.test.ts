import assert from 'node:assert/strict';
import dns from 'node:dns';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { pino } from 'pino';
import { listenedOn } from './network.ts';
import { openHttp } from './platform/http.ts';

type Answered = (error: null, found: readonly dns.LookupAddress[]) => void;

const BOTH = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
const hasBoth = networkInterfaces()['lo']?.some(({ address }) => address === '::1') ?? false;

test(
  'a host name that resolves to two addresses is listened on once',
  { skip: !hasBoth },
  async (t) => {
    // On this machine, `localhost` may resolve to only one of them.
    t.mock.method(dns, 'lookup', (host: string, _options: object, done: Answered) =>
      done(null, host === 'localhost' ? BOTH : [{ address: host, family: isIP(host) }]),
    );
    assert.deepEqual(await listenAt('localhost'), ['127.0.0.1']);
  },
);

test('an IP address is listened on unchanged', { skip: !hasBoth }, async () => {
  for (const host of ['0.0.0.0', '127.0.0.1', '::', '::1']) {
    assert.deepEqual(await listenAt(host), [host]);
  }
});

async function listenAt(host: string): Promise<string[]> {
  const http = openHttp(pino({ level: 'silent' }), () => undefined);
  await http.listen({ host: listenedOn(host), port: 0 });
  const addresses = http.addresses().map((one) => (typeof one === 'string' ? one : one.address));
  await http.close();
  return addresses;
}
