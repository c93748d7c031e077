import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import pg from 'pg';
import { chainAt, newWallet, scriptOf, settle } from '../../test/chain.ts';
import { type Json, openSandbox, partnerAt, until } from '../../test/sandbox.ts';

const sandbox = await openSandbox();
const chain = chainAt(sandbox.url);
await shortenBlockInterval();

/** Keeps the wait for a block short. */
async function shortenBlockInterval(): Promise<void> {
  const client = new pg.Client({ connectionString: sandbox.database.url });
  await client.connect();
  await client.query(`update sandbox.chain set block_interval = '200 ms'`);
  await client.end();
}

test('a transaction is confirmed in a block, and further blocks follow', async () => {
  const { txId } = await settle(partnerAt(sandbox.url), { depixAddress: newWallet().plain });
  const tip = async () => Number((await chain.ask('/blocks/tip/height')).text);
  const status = () => chain.json(`/tx/${txId}/status`);
  const first = await tip();
  const confirmed = await until(async () => {
    const seen = await status();
    return seen['confirmed'] === true && seen;
  });
  const { block_height: height, block_hash: hash } = confirmed;
  assert.equal((await chain.ask(`/block-height/${height}`)).text, hash);
  assert.equal((await chain.json(`/block/${hash}`))['height'], height);
  await until(async () => (await tip()) >= Math.max(first, Number(height)) + 1);
  assert.deepEqual(await status(), confirmed);
  const tipHash = (await chain.ask('/blocks/tip/hash')).text;
  assert.ok(Number((await chain.json(`/block/${tipHash}`))['height']) >= first);
  const ahead = await chain.ask(`/block-height/${(await tip()) + 1_000}`);
  assert.deepEqual([ahead.status, ahead.text], [404, 'Block not found']);
});

test('a reorganisation removes a transaction from its block, for a while or for good', async () => {
  const partner = partnerAt(sandbox.url);
  const { plain } = newWallet();
  const { id, txId } = await settle(partner, { depixAddress: plain });
  const status = () => chain.json(`/tx/${txId}/status`);
  const before = await until(async () => {
    const seen = await status();
    return seen['confirmed'] === true && seen;
  });
  const command = `charges/${id}/reorganise`;
  assert.equal((await partner.control('POST', command, { backAfterBlocks: 1_000 })).status, 202);
  assert.deepEqual(await status(), { confirmed: false });
  assert.notEqual(
    (await chain.ask(`/block-height/${before['block_height']}`)).text,
    before['block_hash'],
  );
  assert.equal((await chain.ask(`/block/${before['block_hash']}`)).status, 404);
  assert.equal((await chain.json<Json[]>(`/address/${plain}/txs/mempool`)).length, 1);
  assert.equal((await partner.control('POST', command, { backAfterBlocks: 1 })).status, 202);
  await until(async () => (await status())['confirmed'] === true);

  assert.equal((await partner.control('POST', command)).status, 202);
  assert.equal((await chain.ask(`/tx/${txId}`)).status, 404);
  assert.deepEqual(await status(), { confirmed: false });
  assert.deepEqual(await chain.json<Json[]>(`/address/${plain}/utxo`), []);
  assert.equal((await partner.control('POST', command)).status, 409);
});

test('an address is found in every form, and by its script hash', async () => {
  const partner = partnerAt(sandbox.url);
  const wallet = newWallet();
  const paid: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    paid.unshift((await settle(partner, { depixAddress: wallet.confidential })).txId);
  }
  const hash = createHash('sha256').update(Buffer.from(scriptOf(wallet.plain), 'hex'));
  const places = [
    `/address/${wallet.plain}`,
    `/address/${wallet.confidential}`,
    `/address/${wallet.plain.toUpperCase()}`,
    `/scripthash/${hash.digest('hex')}`,
  ];
  const idsOf = async (path: string) => (await chain.json<Json[]>(path)).map(({ txid }) => txid);
  await until(async () => (await idsOf(`${places[0]}/txs/chain`)).length === 3);
  for (const place of places) {
    assert.deepEqual(await idsOf(`${place}/txs`), paid);
    assert.deepEqual(await idsOf(`${place}/utxo`), paid);
    assert.deepEqual(await idsOf(`${place}/txs/chain/${paid[0]}`), paid.slice(1));
    assert.deepEqual(await idsOf(`${place}/txs/mempool`), []);
    assert.equal(((await chain.json(place))['chain_stats'] as Json)['tx_count'], 3);
  }
  const [shown] = await chain.json<{ vout: Json[] }[]>(`${places[0]}/txs`);
  const [out] = shown?.vout ?? [];
  assert.deepEqual(Object.keys(out ?? {}).sort(), [
    'assetcommitment',
    'scriptpubkey',
    'scriptpubkey_address',
    'scriptpubkey_type',
    'valuecommitment',
  ]);
  assert.equal(out?.['scriptpubkey_address'], wallet.plain);
});

test('concurrent requests for a transaction get the same one, in hex and in bytes', async () => {
  const order = { depixAddress: newWallet().confidential };
  const { txId } = await settle(partnerAt(sandbox.url), order);
  const paths = Array.from({ length: 8 }, () => `/tx/${txId}/hex`);
  const answers = await Promise.all(paths.map(chain.ask));
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  const raw = await fetch(`${sandbox.url}/esplora/tx/${txId}/raw`);
  assert.equal(Buffer.from(await raw.arrayBuffer()).toString('hex'), answers[0]?.text);
  const coinId = ((await chain.json<{ vin: Json[] }>(`/tx/${txId}`)).vin[0] ?? {})['txid'];
  const spent = await chain.json<Json[]>(`/tx/${String(coinId)}/outspends`);
  assert.deepEqual(
    spent.map(({ txid, vin }) => [txid, vin]),
    [
      [txId, 0],
      [txId, 1],
    ],
  );
});

test('unknown and malformed requests are refused in plain text', async () => {
  const unknown = 'ab'.repeat(32);
  const refusals: [string, number, string][] = [
    [`/tx/${unknown}`, 404, 'Transaction not found'],
    ['/tx/xyz/hex', 400, 'Invalid hex string'],
    ['/address/bc1qxyz', 400, 'Invalid Bitcoin address'],
    ['/scripthash/12', 400, 'Invalid hex string'],
    [`/address/${newWallet().plain}/txs/chain/%00`, 400, 'Invalid hex string'],
    [`/block/${unknown}`, 404, 'Block not found'],
    ['/block-height/first', 400, 'Invalid number'],
    ['/nothing', 404, 'endpoint does not exist'],
  ];
  for (const [path, status, text] of refusals) {
    const answer = await chain.ask(path);
    assert.deepEqual([answer.status, answer.text], [status, text], path);
    assert.match(answer.type, /^text\/plain/);
  }
  const post = await fetch(`${sandbox.url}/esplora/tx`, { method: 'POST', body: '00' });
  assert.equal(post.status, 400);
  assert.deepEqual(await chain.json(`/address/${newWallet().plain}/txs`), []);
});

test('a fault set for a subject affects requests about it and no others', async () => {
  const partner = partnerAt(sandbox.url);
  const { plain, confidential: hidden } = newWallet();
  const { txId } = await settle(partner, { depixAddress: plain });
  const { txId: other } = await settle(partner, { depixAddress: newWallet().plain });
  const set = (subject: string, fault: object) =>
    partner.control('PUT', 'chain', { subject, fault });
  assert.equal((await set(txId, { kind: 'status', status: 429, times: 2 })).status, 204);
  assert.equal((await set(hidden, { kind: 'garbage' })).status, 204);
  assert.equal((await chain.ask(`/tx/${other}/hex`)).status, 200);
  assert.equal((await chain.ask(`/tx/${txId}/hex`)).status, 429);
  assert.equal((await chain.ask(`/tx/${txId}/status`)).status, 429);
  assert.equal((await chain.ask(`/tx/${txId}/hex`)).status, 200);
  const page = await chain.ask(`/address/${plain}/utxo`);
  assert.match(page.type, /html/);
  assert.match(page.text, /^<!doctype html>/);
  assert.equal((await chain.ask(`/address/${plain}/utxo`)).status, 200);

  await set(txId, { kind: 'timeout' });
  const signal = AbortSignal.timeout(300);
  await assert.rejects(fetch(`${sandbox.url}/esplora/tx/${txId}`, { signal }));
  assert.equal((await set(txId, { kind: 'nonsense' })).status, 400);
});
