import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { LIES, openChainServer } from '../../test/esplora.ts';
import { readConfig } from '../config.ts';
import { counted } from '../platform/metrics.ts';
import { openChains } from './open-chains.ts';
import { ChainFailure } from './port.ts';

const UNKNOWN = randomBytes(32).toString('hex');
const ADDRESS = 'tex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz938x643';

function chainsOf(env: Readonly<Record<string, string>>, now = async () => new Date()) {
  return openChains(readConfig(env).chain, now);
}

test('a network has the configured source, or none if it is switched off', () => {
  const chainOf = chainsOf({ PONTE_EULEN_TOKEN: 'a', PONTE_ESPLORA_URL: 'none' });
  assert.equal(chainOf('liquid'), undefined);
  assert.equal(chainOf('testnet'), undefined);
  const all = chainsOf({ PONTE_ESPLORA_URL: 'http://127.0.0.1:9' });
  assert.equal(all('liquid'), undefined);
  assert.equal(all('regtest'), all('regtest'));
});

test('a server of another network is not believed when it reports something absent', async () => {
  const server = await openChainServer({ after });
  server.genesis = 'ab'.repeat(32);
  const chainOf = chainsOf({ PONTE_ESPLORA_TEST_URL: server.url });
  for (const ask of ['readPlace', 'readTransaction'] as const) {
    await assert.rejects(async () => chainOf('testnet')?.[ask](UNKNOWN), /network testnet/);
  }
  await assert.rejects(async () => chainOf('testnet')?.readTip(), ChainFailure);
  // The genesis block of a regtest network can't be known in advance.
  assert.equal(await chainOf('regtest')?.readPlace(UNKNOWN), undefined);
  server.genesis = 'a771da8e52ee6ad581ed1e9a99825e5b3b7992225534eaa2ae23244fe26ab1c1';
  assert.equal(await chainOf('testnet')?.readPlace(UNKNOWN), undefined);
});

test('a server that lags behind is not believed when it reports something absent', async () => {
  const server = await openChainServer({ after });
  server.tipTime = new Date(Date.now() - 2 * 3_600_000);
  const source = chainsOf({ PONTE_ESPLORA_TEST_URL: server.url })('testnet');
  assert.equal(await source?.readTip(), 100);
  server.lie(/\/(utxo|txs)$/, LIES.json([]));
  await assert.rejects(async () => source?.readPlace(UNKNOWN), /120 minutes old/);
  for (const list of ['listUnspent', 'listTransactions'] as const) {
    await assert.rejects(async () => source?.[list](ADDRESS), /120 minutes old/);
  }
  server.tipTime = new Date();
  assert.equal(await source?.readPlace(UNKNOWN), undefined);
  assert.deepEqual(await source?.listUnspent(ADDRESS), []);
});

test("whether a server lags behind is not judged by this process's clock", async () => {
  const server = await openChainServer({ after });
  let now = new Date();
  const open = () => chainsOf({ PONTE_ESPLORA_TEST_URL: server.url }, async () => now)('testnet');
  server.tipTime = new Date(now.getTime() - 2 * 3_600_000);
  now = server.tipTime;
  assert.equal(await open()?.readPlace(UNKNOWN), undefined);
  server.tipTime = new Date();
  now = new Date(server.tipTime.getTime() + 2 * 3_600_000);
  await assert.rejects(async () => open()?.readPlace(UNKNOWN), /120 minutes old/);
});

test("the sandbox's own server has no call budget, and serves every test network", async () => {
  const sandbox = await openChainServer({ after });
  sandbox.genesis = 'ab'.repeat(32);
  const rest = { PONTE_ESPLORA_CALLS_PER_MINUTE: '1' };
  sandbox.lie(/^\/esplora/, (request, response) => {
    response.end(/height$/.test(request.url ?? '') ? '7' : '[]');
  });
  const near = chainsOf({ PONTE_SANDBOX_URL: sandbox.url, ...rest });
  const lists = Array.from({ length: 50 }, () => near('testnet')?.listUnspent('an address'));
  assert.equal((await Promise.all(lists)).length, 50);
  assert.equal(await near('regtest')?.readTip(), 7);
});

test('all networks of one server share its call budget', async () => {
  const server = await openChainServer({ after });
  server.lie(/utxo$/, LIES.json([]));
  const chainOf = chainsOf({
    PONTE_ESPLORA_TEST_URL: server.url,
    PONTE_ESPLORA_CALLS_PER_MINUTE: '2',
  });
  assert.deepEqual(await chainOf('regtest')?.listUnspent('an address'), []);
  await assert.rejects(
    async () => chainOf('testnet')?.listUnspent('an address'),
    (error) => error instanceof ChainFailure && (error.retryAfterSeconds ?? 0) > 15,
  );
  assert.equal(server.asked.length, 1);
});

test("metrics count each call's outcome by server, and contain no credentials", async () => {
  const server = await openChainServer({ after });
  const { host } = new URL(server.url);
  const url = `${server.url.replace('//', '//me:secret@')}/secret`;
  server.lie(/height$/, LIES.says('7'));
  const source = chainsOf({ PONTE_ESPLORA_TEST_URL: url })('regtest');
  assert.equal(await source?.readTip(), 7);
  server.lie(/utxo$/, LIES.status(429, { 'retry-after': '60' }));
  await assert.rejects(async () => source?.listUnspent('an address'), ChainFailure);
  await assert.rejects(async () => source?.listUnspent('an address'), ChainFailure);
  const metrics = await counted.metrics();
  assert.doesNotMatch(metrics, /secret/);
  for (const line of [
    `ponte_chain_calls_total{server="${host}",outcome="answered"} 1`,
    `ponte_chain_calls_total{server="${host}",outcome="throttled"} 1`,
    `ponte_chain_calls_total{server="${host}",outcome="closed"} 1`,
    `ponte_chain_closed{server="${host}"} 1`,
    `ponte_chain_call_seconds_count{server="${host}"} 2`,
  ]) {
    assert.ok(metrics.includes(line), `${line} is not in ${metrics}`);
  }
});
