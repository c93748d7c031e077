import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import {
  hasten,
  hides,
  look,
  openCheckStage,
  openDeposit,
  openedTo,
  pays,
  priceOf,
  stateOf,
  setTx,
  warnings,
} from '../../test/check-stage.ts';
import type { ChainSource } from '../chain/port.ts';
import type { Deposit } from '../deposits/deposit.ts';
import type { Opening } from '../liquid/output.ts';
import { MAX_HEX_LENGTH } from '../liquid/parse-transaction.ts';
import { registerWallet } from '../wallets/register-wallet.ts';
import { checkDeposits, openCheckTurns } from './check-deposits.ts';
import { openReader } from './observe-payment.ts';

const stage = await openCheckStage();
const { app, chain } = stage;
const OTHER_ASSET = '07'.repeat(32);
/** The address of a test wallet on the regtest network, and its blinding key. */
const HIDDEN_ADDRESS =
  'el1qqv5kvgzekd4qv4q6ld8jpnnx8zjwkykuj5secarhpjvdg3hpazqfhjmp7c98ap2eleu8tp74prx282h6vgzy2h27h6ny0gm8u';
const BLINDING_KEY = '5b96f2f522025de61616f64f6cdec19b29fbb1dcf1c922a7ccf332f118b81d86';

test('the exact output counts, whatever else the transaction pays to the address', async () => {
  const deposit = await openDeposit(stage);
  const others = [
    pays(stage, deposit, { asset: OTHER_ASSET }),
    pays(stage, deposit, { moreUnits: 5n }),
  ];
  await setTx(
    stage,
    deposit,
    chain.put([...others, pays(stage, deposit), pays(stage, deposit)], 99),
  );
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'confirmed 2 true true');
});

test('an output pays only one deposit', async () => {
  const tenant = await testEnvironment(app);
  const one = await openDeposit(stage, tenant);
  const other = await openDeposit(stage, tenant, { liquidAddress: one.liquidAddress });
  const txId = chain.put([pays(stage, one)], 99);
  await setTx(stage, one, txId);
  await setTx(stage, other, txId);
  await look(stage, one);
  await look(stage, other);
  assert.equal(await stateOf(stage, one), 'confirmed 2 true true');
  assert.equal(await stateOf(stage, other), 'counted_before 2 ? ?');
  assert.deepEqual(await warnings(stage, other), ['counted_before']);
});

test('what another account says about the same address and transaction does not change a check', async () => {
  const own = await openDeposit(stage);
  const foreign = await openDeposit(stage, undefined, { liquidAddress: own.liquidAddress });
  assert.notEqual(own.environmentId, foreign.environmentId);
  const txId = chain.put([pays(stage, own)], 99);
  for (const deposit of [foreign, own]) {
    await setTx(stage, deposit, txId);
    await look(stage, deposit);
    assert.equal(await stateOf(stage, deposit), 'confirmed 2 true true');
  }
});

test('concurrent checks of deposits with one transaction give each an output of its own', async () => {
  const tenant = await testEnvironment(app);
  const first = await openDeposit(stage, tenant);
  const deposits = [first];
  while (deposits.length < 8) {
    deposits.push(await openDeposit(stage, tenant, { liquidAddress: first.liquidAddress }));
  }
  const txId = chain.put(
    Array.from({ length: 6 }, () => pays(stage, first)),
    99,
  );
  for (const deposit of deposits) await setTx(stage, deposit, txId);
  await hasten(stage, deposits);
  await Promise.all([1, 2, 3].map(() => checkDeposits(app, chain.unblinder, openCheckTurns())));
  // A deposit that lost too many races for an output is checked once more.
  await look(stage, ...deposits);
  const states = await Promise.all(deposits.map((deposit) => stateOf(stage, deposit)));
  assert.deepEqual(states.toSorted(), [
    ...Array<string>(6).fill('confirmed 2 true true'),
    ...Array<string>(2).fill('counted_before 2 ? ?'),
  ]);
  const outputs = await app.db<{ vout: number }>`
    select vout from deposit_checks where tx_id = ${txId} and vout is not null order by vout`;
  assert.deepEqual(
    outputs.map(({ vout }) => vout),
    [0, 1, 2, 3, 4, 5],
  );
});

test('a batch that pays one deposit short still confirms the others', async () => {
  const tenant = await testEnvironment(app);
  const short = await openDeposit(stage, tenant);
  const { liquidAddress } = short;
  const whole = await openDeposit(stage, tenant, { liquidAddress, ...priceOf(7_000) });
  const txId = chain.put([pays(stage, whole), pays(stage, short, { moreUnits: -1n })], 99);
  for (const deposit of [short, whole]) await setTx(stage, deposit, txId);
  await look(stage, short);
  await look(stage, whole);
  assert.equal(await stateOf(stage, short), 'other_amount 2 true false');
  assert.equal(await stateOf(stage, whole), 'confirmed 2 true true');
});

/** Opens a wallet at the confidential address, with or without its key. @returns a deposit maker */
async function openWallet(blindingKey?: string) {
  const tenant = await testEnvironment(app);
  const order = { liquidAddress: HIDDEN_ADDRESS, label: '', makeDefault: true, blindingKey };
  const { id: walletId } = await registerWallet(app, tenant.environment, order);
  return (changes: Partial<Deposit> = {}) =>
    openDeposit(stage, tenant, { walletId, liquidAddress: HIDDEN_ADDRESS, ...changes });
}

const openHidden = async (blindingKey?: string): Promise<Deposit> =>
  (await openWallet(blindingKey))();

test('a confidential output is opened with the wallet’s blinding key, once', async () => {
  const deposit = await openHidden(BLINDING_KEY);
  const txId = chain.put([hides(deposit, openedTo(stage, deposit))], 100);
  await setTx(stage, deposit, txId);
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'seen 1 true true');
  assert.ok(chain.asked.includes(`open 0 with ${BLINDING_KEY}`));
  chain.move(txId, 99);
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'confirmed 2 true true');
  assert.deepEqual(chain.asked, ['tip', `place ${txId}`]);
});

test('an opened output of another asset or amount, or with a forged proof, is a mismatch', async () => {
  const table: readonly (readonly [(deposit: Deposit) => Opening, string])[] = [
    [(deposit) => openedTo(stage, deposit, OTHER_ASSET), 'other_asset 2 false ?'],
    [(deposit) => openedTo(stage, { ...deposit, ...priceOf(4_999) }), 'other_amount 2 true false'],
    [
      (deposit) => ({ ...openedTo(stage, deposit, OTHER_ASSET), units: 2n ** 64n - 1n }),
      'other_asset 2 false ?',
    ],
    [
      (deposit) => ({ ...openedTo(stage, deposit), units: 2n ** 64n - 1n }),
      'other_amount 2 true false',
    ],
    [() => ({ kind: 'forged' }), 'forged 2 ? ?'],
  ];
  for (const [opening, verdict] of table) {
    const deposit = await openHidden(BLINDING_KEY);
    await setTx(stage, deposit, chain.put([hides(deposit, opening(deposit))], 99));
    await look(stage, deposit);
    assert.equal(await stateOf(stage, deposit), verdict);
  }
});

test('an output that cannot be opened is unobservable, and an unconfidential one is not', async () => {
  for (const key of [undefined, BLINDING_KEY]) {
    const deposit = await openHidden(key);
    await setTx(stage, deposit, chain.put([hides(deposit, { kind: 'closed' })], 98));
    await look(stage, deposit);
    assert.equal(await stateOf(stage, deposit), 'unobservable 3 ? ?');
    assert.deepEqual(await warnings(stage, deposit), []);
  }
  const open = await openHidden();
  await setTx(stage, open, chain.put([hides(open, { kind: 'closed' }), pays(stage, open)], 98));
  await look(stage, open);
  assert.equal(await stateOf(stage, open), 'confirmed 3 true true');
});

test('what the wallet’s own key does not open is a mismatch once it is final, and corrected if it opens after all', async () => {
  const [deposit, keyless] = [await openHidden(BLINDING_KEY), await openHidden()];
  const txIds = [deposit, keyless].map((one) => chain.put([hides(one, { kind: 'closed' })], 91));
  for (const [at, one] of [deposit, keyless].entries()) await setTx(stage, one, txIds[at] ?? '');
  await look(stage, deposit, keyless);
  assert.equal(await stateOf(stage, keyless), 'unobservable 10 ? ?');
  assert.deepEqual(await warnings(stage, keyless), []);
  assert.equal(await stateOf(stage, deposit), 'forged 10 ? ?');
  assert.deepEqual(await warnings(stage, deposit), ['forged']);
  chain.reveal(txIds[0] ?? '', 0, openedTo(stage, deposit));
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'confirmed 10 true true');
});

test('an output that could not be opened because the server lied is opened once it answers correctly', async () => {
  const deposit = await openHidden(BLINDING_KEY);
  const txId = chain.put([hides(deposit, { kind: 'closed' })], 100);
  await setTx(stage, deposit, txId);
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'unobservable 1 ? ?');
  chain.reveal(txId, 0, openedTo(stage, deposit));
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'seen 1 true true');
});

test('an output assigned to the wrong deposit because the server lied moves to the right one', async () => {
  const newDeposit = await openWallet(BLINDING_KEY);
  const [one, other] = [await newDeposit(), await newDeposit(priceOf(7_000))];
  const txId = chain.put([hides(other, { kind: 'closed' }), hides(one, { kind: 'closed' })], 99);
  for (const deposit of [one, other]) await setTx(stage, deposit, txId);
  await look(stage, one);
  chain.reveal(txId, 0, openedTo(stage, other));
  chain.reveal(txId, 1, openedTo(stage, one));
  await look(stage, other);
  assert.equal(await stateOf(stage, other), 'other_amount 2 true false');
  await look(stage, one);
  await look(stage, other);
  for (const deposit of [one, other]) {
    assert.equal(await stateOf(stage, deposit), 'confirmed 2 true true');
  }
});

const OUTPUTS = 100;

const refuse = () => Promise.reject(new Error('an unexpected call'));

test('each output of a large transaction is opened once, without holding its hex once per output', async () => {
  let read = 0;
  let opened = 0;
  const source: ChainSource = {
    ...{ readTip: refuse, readPlace: refuse, listUnspent: refuse, listTransactions: refuse },
    readTransaction: () => {
      read += 1;
      return Promise.resolve('ab'.repeat(MAX_HEX_LENGTH / 2));
    },
  };
  const reader = openReader(source, 1, {
    open: () => {
      opened += 1;
      return Promise.resolve({ kind: 'closed' });
    },
    close: () => Promise.resolve(),
  });
  const before = process.memoryUsage().heapUsed;
  for (let time = 0; time < 2; time += 1) {
    for (let vout = 0; vout < OUTPUTS; vout += 1) {
      assert.deepEqual(await reader.open('txid', vout, 'key'), { kind: 'closed' });
    }
  }
  assert.deepEqual([read, opened], [1, OUTPUTS]);
  assert.ok(process.memoryUsage().heapUsed - before < 10 * MAX_HEX_LENGTH);
});
