import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { runPonte } from '../contract/ponte.ts';
import { type Answer, LIES, openChainServer } from '../esplora.ts';
import { explicitTransaction } from '../explicit-transaction.ts';
import { openGateway } from '../gateway.ts';
import { type Merchant, openMerchant } from '../merchant.ts';
import { alertsAbout } from '../operator.ts';
import { until } from '../receiver.ts';

/** A proxy for the sandbox's chain: passes its responses on, and lies where told to. */
const between = await openChainServer({ after });
const gateway = await openGateway(undefined, {
  env: { PONTE_ESPLORA_TEST_URL: between.url, PONTE_ESPLORA_CALLS_PER_MINUTE: '1000000' },
});
const { app } = gateway;
const forward: Answer = (request, response) => {
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${app.config.sandbox?.url ?? ''}/esplora${request.url ?? ''}`);
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type }).end(await answer.text());
  };
  ask().catch(() => response.destroy());
};
// Its own genesis block is the network's; the sandbox's is not.
between.lie(/^\/(?!block-height\/0$)/, forward);

const LATE_MS = 120_000;

/** That of a new wallet on the test network, so that its addresses have nobody else's payments. */
function newDescriptor(): string {
  const versions = { private: 0x04_35_83_94, public: 0x04_35_87_cf };
  const account = HDKey.fromMasterSeed(randomBytes(32), versions).derive("m/84'/1'/0'");
  const blinding = randomBytes(32).toString('hex');
  return `ct(slip77(${blinding}),elwpkh(${account.publicExtendedKey}/<0;1>/*))`;
}

/** A merchant each of whose deposits gets a confidential address of its own. */
async function openWatched(): Promise<Merchant> {
  const merchant = await openMerchant(gateway);
  const order = { descriptor: newDescriptor(), makeDefault: true };
  const { status, text } = await merchant.call('POST', '/v1/api/wallets', order);
  assert.equal(status, 201, text);
  return merchant;
}

async function payDeposit(merchant: Merchant): Promise<string> {
  const id = String((await merchant.deposit())['id']);
  await merchant.command(`deposits/${id}/pay`);
  return id;
}

/** The response was validated against the API's description. */
const chainIn = (seen: Record<string, unknown>) => seen['chain'] as Record<string, unknown>;

async function confirmed(merchant: Merchant, id: string): Promise<void> {
  const isSo = (seen: Record<string, unknown>) => chainIn(seen)['state'] === 'confirmed';
  const { assetOk, amountOk } = chainIn(await merchant.reaches(id, isSo, LATE_MS));
  assert.deepEqual([assetOk, amountOk], [true, true]);
}

interface OnChain {
  readonly state: string;
  readonly balanceCents: number | null;
}

/** What the API says is on the chain for the default wallet. */
async function holds(merchant: Merchant): Promise<string> {
  const { status, text, body } = await merchant.call('GET', '/v1/api/balance');
  // An overloaded machine sheds some requests.
  if (status !== 200) return text;
  const balances = body['balances'] as { isDefault: boolean; onChain: OnChain }[];
  const wallet = balances.find(({ isDefault }) => isDefault);
  return `${wallet?.onChain.state ?? 'no wallet'} ${String(wallet?.onChain.balanceCents)}`;
}

/** Makes the worker look now, as if that much time had passed since it last could. */
async function passTime({ environment }: Merchant, span: string): Promise<void> {
  await app.db`
    update wallet_addresses set look_at = now(), checked_at = checked_at - ${span}::interval,
      failing_since = failing_since - ${span}::interval
    where environment_id = ${environment.id}`;
}

/** Whether a look has failed since the last successful one. */
async function isFailing({ environment }: Merchant): Promise<boolean> {
  const rows = await app.db`
    select from wallet_addresses
    where environment_id = ${environment.id} and failing_since is not null`;
  return rows.length > 0;
}

test('a payment is confirmed on the chain, counted in the balance, and verified by command', async (t) => {
  const merchant = await openWatched();
  const ids = [await payDeposit(merchant), await payDeposit(merchant)];
  for (const id of ids) await confirmed(merchant, id);
  const settled = await Promise.all(
    ids.map(async (id) => (await merchant.status(id))['settledCents']),
  );
  const total = Number(settled[0]) + Number(settled[1]);
  await passTime(merchant, '0');
  await until(async () => (await holds(merchant)) === `known ${String(total)}`, LATE_MS);

  const directory = await mkdtemp(join(tmpdir(), 'ponte-proof-'));
  t.after(() => rm(directory, { recursive: true }));
  const file = join(directory, 'proof.json');
  const proof = await merchant.call('GET', `/v1/api/deposit/${String(ids[0])}/proof`);
  const verify = async (text: string): Promise<number> => {
    await writeFile(file, text);
    return (await runPonte({ databaseUrl: '' }, ['verify-proof', file])).status;
  };
  assert.equal(await verify(proof.text), 0);
  const amount = String(proof.body['amount']);
  assert.equal(await verify(proof.text.replaceAll(amount, `${amount}0`)), 1);
  assert.equal(await verify(proof.text.slice(1)), 2);
});

test('while the chain server is down, deposits still settle and no chain state is invented', async () => {
  const merchant = await openWatched();
  const before = await payDeposit(merchant);
  await confirmed(merchant, before);
  const { settledCents } = await merchant.status(before);
  const known = `known ${String(settledCents)}`;
  await passTime(merchant, '0');
  await until(async () => (await holds(merchant)) === known, LATE_MS);

  between.stop();
  const during = await payDeposit(merchant);
  const { chain } = await merchant.reaches(during, ({ blockchainTxId }) => blockchainTxId !== null);
  assert.equal(Reflect.get(Object(chain), 'state'), 'unchecked');
  await passTime(merchant, '6 hours');
  await until(() => isFailing(merchant), LATE_MS);
  assert.equal(await holds(merchant), known);
  await passTime(merchant, '61 minutes');
  await until(async () => (await holds(merchant)) === 'unavailable null', LATE_MS);
  assert.equal(chainIn(await merchant.status(before))['state'], 'confirmed');
  assert.equal(chainIn(await merchant.status(during))['state'], 'unchecked');

  await between.start();
  // For as long as the test leaves a failed server alone.
  await app.db`update deposit_checks set look_at = now() where deposit_id = ${during}`;
  await confirmed(merchant, during);
  const total = Number(settledCents) + Number((await merchant.status(during))['settledCents']);
  await passTime(merchant, '0');
  await until(async () => (await holds(merchant)) === `known ${String(total)}`, LATE_MS);
  assert.deepEqual([...(await alertsAbout(app, before)), ...(await alertsAbout(app, during))], []);
});

const nobodys = explicitTransaction([
  { script: `0014${'07'.repeat(20)}`, asset: app.config.depixAssetId.test, units: 4_901_000_000 },
]);
const block = { confirmed: true, block_height: 1, block_hash: 'ab'.repeat(32) };

/** Lies about a transaction, by the path that is requested. */
const SAID: readonly (readonly [rest: '/hex' | '', answer: Answer])[] = [
  ['/hex', LIES.says(nobodys)],
  ['/hex', LIES.says(randomBytes(300).toString('hex'))],
  ['/hex', LIES.says('404 page not found', 'text/plain', 404)],
  ['/hex', LIES.status(400)],
  ['/hex', LIES.flood()],
  ['', LIES.json({ txid: 'ab'.repeat(32), status: block })],
  ['', LIES.json({ status: block })],
  ['', LIES.says('{"txid":')],
];

test('a false or broken response about a transaction confirms nothing and raises no alert', async () => {
  const merchant = await openWatched();
  const others = await app.db<{ txId: string }>`select tx_id from deposit_checks`;
  const isOther = (asked: string): boolean => others.some(({ txId }) => txId === asked);
  // Each transaction that is requested meets the next lie, every time it is requested.
  const met = new Map<string, { readonly lie: (typeof SAID)[number]; times: number }>();
  const undo = between.lie(/^\/tx\//, (request, response) => {
    const [, , txId = '', kind] = (request.url ?? '').split('/');
    const lie = SAID[met.size];
    const mine = met.get(txId) ?? (lie && { lie, times: 0 });
    if (!mine || isOther(txId)) return forward(request, response);
    met.set(txId, mine);
    const [rest, answer] = mine.lie;
    if (rest !== (kind === undefined ? '' : `/${kind}`)) return forward(request, response);
    mine.times += 1;
    return answer(request, response);
  });
  const ids = await Promise.all(SAID.map(() => payDeposit(merchant)));
  const isServed = (): boolean =>
    met.size === SAID.length && [...met.values()].every(({ times }) => times >= 2);
  await until(isServed, LATE_MS);
  for (const id of ids) {
    const { state, confirmations } = chainIn(await merchant.status(id));
    assert.deepEqual([state, confirmations], ['unchecked', 0]);
    assert.deepEqual(await alertsAbout(app, id), []);
  }
  undo();
  for (const id of ids) await confirmed(merchant, id);
});

test('an overloaded chain server confirms nothing, and is asked again later', async () => {
  const merchant = await openWatched();
  const undo = between.lie(/./, LIES.status(429, { 'retry-after': '3' }));
  const id = await payDeposit(merchant);
  await merchant.reaches(id, ({ blockchainTxId }) => blockchainTxId !== null);
  const asked = between.asked.length;
  await until(() => between.asked.length > asked, LATE_MS);
  assert.equal(chainIn(await merchant.status(id))['state'], 'unchecked');
  undo();
  await confirmed(merchant, id);
});
