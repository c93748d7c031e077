import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { AssetHash, Transaction } from 'liquidjs-lib';
import { testApp, testEnvironment, type TestTenant } from '../../test/app.ts';
import { moveClock } from '../../test/operator.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import { payoutReadingOf, storedWithdrawal } from '../../test/withdrawals.ts';
import { ChainFailure, type ChainPlace, type ChainSource } from '../chain/port.ts';
import { readLiquidAddress } from '../liquid/address.ts';
import { randomTestAddress } from '../liquid/random-test-address.ts';
import { UNITS_PER_CENT } from '../liquid/units.ts';
import type { PayoutStatus } from '../provider/port.ts';
import { findStatus } from '../withdrawals/find-status.ts';
import { settleWithdrawal } from '../withdrawals/settle-withdrawal.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import { leaseFundings } from './store.ts';
import { openPaymentReader } from './open-payment-reader.ts';
import { openFundingTurns, watchFundings } from './watch-fundings.ts';

const DUE = 5_100n * UNITS_PER_CENT;
const TIP = 1_000;
const OTHER_ASSET = '07'.repeat(32);

interface OnChain extends ChainPlace {
  readonly hex: string;
}

/** The transactions at each address on the chain, and the addresses for which the source fails. */
const chain = new Map<string, Map<string, OnChain>>();
const fails = new Map<string, () => never>();
const calls: string[] = [];
let duringCheck: () => Promise<void> = () => Promise.resolve();

const everything = () => [...chain.values()].flatMap((there) => [...there]);
const source: ChainSource = {
  readTip: () => Promise.resolve(TIP),
  readTransaction: async (txId) => {
    calls.push(txId);
    return everything().find(([id]) => id === txId)?.[1].hex;
  },
  readPlace: async (txId) => everything().find(([id]) => id === txId)?.[1],
  listUnspent: () => Promise.reject(new Error('an unexpected call')),
  listTransactions: async (address) => {
    calls.push(address);
    fails.get(address)?.();
    await duringCheck();
    const there = chain.get(address) ?? new Map<string, OnChain>();
    return [...there].slice(-30).map(([txId, { block }]) => ({ txId, block }));
  },
};

const app = await testApp(undefined, {
  providerOf: () => silentProvider({}),
  chainOf: () => source,
});
const tenant = await testEnvironment(app);
const readPayment = openPaymentReader();
const watch = (as = app) => watchFundings(as, readPayment, openFundingTurns());

/** `null` stands for a confidential amount. */
function transaction(address: string, units: bigint | null, asset = app.config.depixAssetId.test) {
  const made = new Transaction();
  made.addInput(randomBytes(32), 0);
  const script = Buffer.from(readLiquidAddress(address, ['testnet'])?.script ?? '', 'hex');
  const hidden = (kind: number) => Buffer.from([kind, ...randomBytes(32)]);
  const value = Buffer.alloc(9, 1);
  value.writeBigUInt64BE(units ?? 0n, 1);
  if (units === null) made.addOutput(script, hidden(8), hidden(10), hidden(2));
  else made.addOutput(script, value, AssetHash.fromHex(asset).bytes, Buffer.alloc(1));
  return { txId: made.getId(), hex: made.toHex() };
}

/** Pays the withdrawal's address; without a height the transaction is unconfirmed. */
function pay(
  { depositAddress: address }: Withdrawal,
  { units, height, asset }: { units: bigint | null; height?: number; asset?: string },
): string {
  const { txId, hex } = transaction(address, units, asset);
  const block = height === undefined ? null : { height, hash: 'ab'.repeat(32) };
  const there = chain.get(address) ?? new Map<string, OnChain>();
  chain.set(address, there.set(txId, { hex, block }));
  return txId;
}

const open = (changes: Partial<Withdrawal> = {}, whose: TestTenant = tenant) =>
  storedWithdrawal(app, whose, {
    depositAddress: randomTestAddress().address,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 86_400_000),
    ...changes,
  });

const makeDue = ({ id }: Withdrawal) => app.db`
  update withdrawal_fundings set look_at = now() where withdrawal_id = ${id}`;

const read = async ({ environmentId, id }: Withdrawal) => findStatus(app.db, { environmentId, id });

async function looked(withdrawal: Withdrawal) {
  await makeDue(withdrawal);
  while (await watch());
  return read(withdrawal);
}

async function nextLookOf({ id }: Withdrawal): Promise<number | undefined> {
  const [row] = await app.db<{ seconds: number | null }>`
    select extract(epoch from look_at - now())::double precision as seconds
    from withdrawal_fundings where withdrawal_id = ${id}`;
  return row?.seconds ?? undefined;
}

const settle = (withdrawal: Withdrawal, status: PayoutStatus, blockchainTxId?: string) =>
  settleWithdrawal(app, withdrawal.environmentId, withdrawal.id, {
    reading: payoutReadingOf(withdrawal, { status, blockchainTxId }),
    cause: 'poll',
  });

test("a payment to a withdrawal is seen and then confirmed, without changing the withdrawal's status", async () => {
  const withdrawal = await open();
  assert.partialDeepStrictEqual(await read(withdrawal), { state: 'unchecked', checkedAt: null });
  const empty = await looked(withdrawal);
  assert.partialDeepStrictEqual(empty, { state: 'unchecked', confirmations: 0, txId: null });
  assert.ok(empty?.checkedAt instanceof Date);

  const txId = pay(withdrawal, { units: DUE });
  assert.partialDeepStrictEqual(await looked(withdrawal), { state: 'seen', txId, problem: null });
  const inBlock = everything().find(([id]) => id === txId)?.[1].hex ?? '';
  const block = { height: TIP - 1, hash: 'ab'.repeat(32) };
  chain.get(withdrawal.depositAddress)?.set(txId, { hex: inBlock, block });
  const confirmed = await looked(withdrawal);
  assert.partialDeepStrictEqual(confirmed, { state: 'confirmed', confirmations: 2, txId });
  assert.equal(confirmed?.status, 'PENDING');
  const [events] = await app.db`select 1 from events where resource_id = ${withdrawal.id}`;
  assert.equal(events, undefined);
});

test('a payment with a confidential amount is seen, and not judged', async () => {
  const withdrawal = await open();
  const txId = pay(withdrawal, { units: null, height: TIP });
  assert.partialDeepStrictEqual(await looked(withdrawal), { state: 'seen', txId, problem: null });
});

test('dust payments do not displace the real payment, whether before or after it', async () => {
  const withdrawal = await open();
  const dust = pay(withdrawal, { units: 1n, height: TIP - 5 });
  const first = await looked(withdrawal);
  assert.partialDeepStrictEqual(first, { state: 'confirmed', txId: dust, problem: 'short' });
  const real = pay(withdrawal, { units: null });
  const second = await looked(withdrawal);
  assert.partialDeepStrictEqual(second, { state: 'seen', txId: real, problem: null });
  // So many that the list no longer includes the payment that counts.
  for (let at = 0; at < 40; at += 1) pay(withdrawal, { units: 1n, height: TIP });
  const then = await looked(withdrawal);
  assert.partialDeepStrictEqual(then, { state: 'seen', txId: real, problem: null });
  const sent = await open();
  const txId = pay(sent, { units: null, height: TIP - 1 });
  for (let at = 0; at < 40; at += 1) pay(sent, { units: 1n, height: TIP });
  await settle(sent, 'sending', txId);
  assert.partialDeepStrictEqual(await looked(sent), { state: 'confirmed', txId, problem: null });
});

test('a transaction is read once, however often its address is checked', async () => {
  const withdrawal = await open();
  const ids = [pay(withdrawal, { units: DUE }), pay(withdrawal, { units: 1n })];
  for (let look = 0; look < 3; look += 1) await looked(withdrawal);
  for (const id of ids) assert.equal(calls.filter((call) => call === id).length, 1);
});

test('concurrent workers check each withdrawal once', async () => {
  const withdrawals = await Promise.all(Array.from({ length: 8 }, () => open()));
  await Promise.all(Array.from({ length: 4 }, () => watch()));
  for (const { depositAddress } of withdrawals)
    assert.equal(calls.filter((call) => call === depositAddress).length, 1);
});

test('a source that fails or lies does not change the known state, and its Retry-After is respected', async () => {
  const withdrawal = await open();
  const { depositAddress } = withdrawal;
  const txId = pay(withdrawal, { units: DUE });
  const known = await looked(withdrawal);
  assert.partialDeepStrictEqual(known, { state: 'seen', txId });
  const failures: [() => never, number][] = [
    [() => fail(new ChainFailure('a page of HTML')), 30],
    [() => fail(new ChainFailure('no room', 7)), 7],
    [() => fail(new ChainFailure('asks for too much patience', 1e9)), 3_600],
    [() => fail(new TypeError('a fault of our own')), 30],
  ];
  for (const [failure, seconds] of failures) {
    fails.set(depositAddress, failure);
    assert.deepEqual(await looked(withdrawal), known);
    const next = (await nextLookOf(withdrawal)) ?? 0;
    assert.ok(next > 0 && next <= seconds, String(next));
  }
  fails.delete(depositAddress);
  // More units than any asset can have, in a transaction whose id is right.
  pay(withdrawal, { units: 2n ** 64n - 1n });
  assert.deepEqual(await looked(withdrawal), known);
});

function fail(error: Error): never {
  throw error;
}

test('a payment removed by a reorganization is unchecked again, and found when it returns', async () => {
  const withdrawal = await open();
  const txId = pay(withdrawal, { units: DUE, height: TIP - 3 });
  assert.partialDeepStrictEqual(await looked(withdrawal), { state: 'confirmed', confirmations: 4 });
  const there = chain.get(withdrawal.depositAddress);
  chain.delete(withdrawal.depositAddress);
  const gone = { state: 'unchecked', confirmations: 0, txId: null, problem: null };
  assert.partialDeepStrictEqual(await looked(withdrawal), gone);
  chain.set(withdrawal.depositAddress, there ?? new Map<string, OnChain>());
  assert.partialDeepStrictEqual(await looked(withdrawal), { state: 'confirmed', txId });
});

test('a payment that is late, in another asset or not accepted is reported, by the environment’s clock', async () => {
  const whose = await testEnvironment(app);
  const late = await open({}, whose);
  const foreign = await open({}, whose);
  const waiting = await open({}, whose);
  pay(foreign, { units: DUE, asset: OTHER_ASSET });
  pay(waiting, { units: null, height: TIP - 1 });
  assert.equal((await looked(foreign))?.problem, 'other_asset');
  assert.equal((await looked(waiting))?.problem, null);
  await moveClock(app, whose.environment.id, 2 * 86_400_000);
  pay(late, { units: DUE });
  assert.equal((await looked(late))?.problem, 'late');
  assert.equal((await looked(waiting))?.problem, 'not_taken');
});

test('a provider update makes the next check due, also while one is in progress', async () => {
  const withdrawal = await open();
  await looked(withdrawal);
  assert.ok(((await nextLookOf(withdrawal)) ?? 0) > 10);
  const txId = pay(withdrawal, { units: null, height: TIP - 1 });
  duringCheck = async () => void (await settle(withdrawal, 'sending', txId));
  const found = await looked(withdrawal);
  assert.partialDeepStrictEqual(found, { status: 'PROCESSING', state: 'confirmed' });
  duringCheck = () => Promise.resolve();
  assert.ok(((await nextLookOf(withdrawal)) ?? 1) <= 0);

  await settle(withdrawal, 'sent', txId);
  assert.equal((await looked(withdrawal))?.status, 'COMPLETED');
  assert.equal(await nextLookOf(withdrawal), undefined, 'paid and confirmed: never again');
});

test('a check with an expired lease does not overwrite a later one', async () => {
  const withdrawal = await open();
  const { depositAddress } = withdrawal;
  let isFirst = true;
  duringCheck = async () => {
    if (!isFirst) return;
    isFirst = false;
    // The lease expired, and another worker looked and found more.
    const none = chain.get(depositAddress);
    pay(withdrawal, { units: DUE, height: TIP });
    await makeDue(withdrawal);
    await watch();
    if (none) chain.set(depositAddress, none);
    else chain.delete(depositAddress);
  };
  const found = await looked(withdrawal);
  duringCheck = () => Promise.resolve();
  assert.partialDeepStrictEqual(found, { state: 'seen', confirmations: 1 });
});

test('a withdrawal leased by a dead worker is checked after the lease expires', async () => {
  const withdrawal = await open();
  const txId = pay(withdrawal, { units: DUE });
  assert.ok((await leaseFundings(app.db, 100, 'oldest')).length > 0);
  await watch();
  assert.partialDeepStrictEqual(await read(withdrawal), { state: 'unchecked', checkedAt: null });
  const seconds = (await nextLookOf(withdrawal)) ?? 0;
  assert.ok(seconds > 0 && seconds <= 60, 'the lease runs out');
  assert.partialDeepStrictEqual(await looked(withdrawal), { state: 'seen', txId });
});

test('without a chain source, the withdrawal stays unchecked and is postponed', async () => {
  const withdrawal = await open();
  await makeDue(withdrawal);
  while (await watch({ ...app, chainOf: () => undefined }));
  assert.partialDeepStrictEqual(await read(withdrawal), { state: 'unchecked', checkedAt: null });
  assert.ok(((await nextLookOf(withdrawal)) ?? 0) > 3_000);
});
