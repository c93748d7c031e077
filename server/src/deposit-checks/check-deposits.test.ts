import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import {
  chainOf,
  hasten,
  letPass,
  look,
  nextLookMs,
  openCheckStage,
  openDeposit,
  pays,
  stateOf,
  setTx,
  warnings,
} from '../../test/check-stage.ts';
import type { ScriptedOutput } from '../../test/scripted-chain.ts';
import { ChainFailure } from '../chain/port.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { checkDeposits, openCheckTurns } from './check-deposits.ts';

const stage = await openCheckStage();
const { app, chain } = stage;
const OTHER_ASSET = '07'.repeat(32);

/** Opens deposits, each with a transaction in a block that pays it. */
async function openPaid(count: number): Promise<{ deposits: Deposit[]; txIds: string[] }> {
  const deposits = await Promise.all(Array.from({ length: count }, () => openDeposit(stage)));
  const txIds = deposits.map((deposit) => chain.put([pays(stage, deposit)], 99));
  await Promise.all(deposits.map((deposit, at) => setTx(stage, deposit, String(txIds[at]))));
  return { deposits, txIds };
}

test('a payment is seen, then confirmed, and checked until it is final', async () => {
  const deposit = await openDeposit(stage);
  const nothing = { confirmations: 0, checkedAt: null, assetOk: null, amountOk: null };
  assert.deepEqual(await chainOf(stage, deposit), { state: 'unchecked', ...nothing });
  await look(stage, deposit);
  assert.deepEqual(chain.asked, [], 'there is no transaction to look for');
  const txId = chain.put([pays(stage, deposit)]);
  await setTx(stage, deposit, txId);
  assert.deepEqual(await chainOf(stage, deposit), { state: 'unchecked', ...nothing });
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'seen 0 true true');
  assert.deepEqual(chain.asked, ['tip', `transaction ${txId}`, `place ${txId}`]);
  chain.move(txId, 100);
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'seen 1 true true');
  assert.deepEqual(chain.asked, ['tip', `place ${txId}`], 'the transaction is not read again');
  chain.move(txId, 99);
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'confirmed 2 true true');
  assert.notEqual((await chainOf(stage, deposit)).checkedAt, null);
  assert.notEqual(await nextLookMs(stage, deposit), null);
  chain.move(txId, 91);
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'confirmed 10 true true');
  assert.equal(await nextLookMs(stage, deposit), null);
  assert.deepEqual(await warnings(stage, deposit), []);
});

test('a payment that differs from the expected one is a mismatch, with one alert', async () => {
  const table: readonly (readonly [(deposit: Deposit) => ScriptedOutput[], string])[] = [
    [(deposit) => [pays(stage, deposit, { asset: OTHER_ASSET })], 'other_asset 2 false ?'],
    [(deposit) => [pays(stage, deposit, { moreUnits: -1_000_000n })], 'other_amount 2 true false'],
    [(deposit) => [pays(stage, deposit, { moreUnits: 1_000_000n })], 'other_amount 2 true false'],
    [(deposit) => [pays(stage, deposit, { moreUnits: -1n })], 'other_amount 2 true false'],
    [
      (deposit) => [{ ...pays(stage, deposit), script: '0014'.padEnd(44, '7') }],
      'other_address 2 ? ?',
    ],
    [() => [{ script: '', asset: OTHER_ASSET, units: 500n }], 'other_address 2 ? ?'],
  ];
  for (const [outputs, verdict] of table) {
    const deposit = await openDeposit(stage);
    await setTx(stage, deposit, chain.put(outputs(deposit), 99));
    await look(stage, deposit);
    assert.equal(await stateOf(stage, deposit), verdict);
    assert.equal((await chainOf(stage, deposit)).state, 'mismatch');
    await look(stage, deposit);
    const [fault] = verdict.split(' ');
    assert.deepEqual(await warnings(stage, deposit), [fault]);
    assert.ok(Number(await nextLookMs(stage, deposit)) > 30_000);
    await letPass(stage, deposit, '8 days');
    await look(stage, deposit);
    assert.equal(await nextLookMs(stage, deposit), null);
  }
});

test('an unknown transaction is missing only after an hour in live or a minute in test', async () => {
  for (const mode of ['test', 'live'] as const) {
    const tenant = await testEnvironment(app, mode);
    const liquidAddress = 'ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6';
    const deposit = await openDeposit(stage, tenant, mode === 'live' ? { liquidAddress } : {});
    const paid = pays(stage, deposit, { mode });
    const txId = chain.put([paid]);
    chain.move(txId, undefined);
    await setTx(stage, deposit, txId);
    await look(stage, deposit);
    assert.equal(await stateOf(stage, deposit), 'unchecked 0 ? ?');
    assert.notEqual((await chainOf(stage, deposit)).checkedAt, null);
    await letPass(stage, deposit, mode === 'live' ? '59 minutes' : '59 seconds');
    await look(stage, deposit);
    assert.equal(await stateOf(stage, deposit), 'unchecked 0 ? ?');
    await letPass(stage, deposit, mode === 'live' ? '1 minute' : '1 second');
    await look(stage, deposit);
    assert.equal(await stateOf(stage, deposit), 'missing 0 ? ?');
    assert.deepEqual(await warnings(stage, deposit), ['missing']);
    chain.move(txId, 99);
    await look(stage, deposit);
    assert.equal(await stateOf(stage, deposit), 'confirmed 2 true true');
  }
  assert.deepEqual([...new Set(stage.networks)].sort(), ['liquid', 'testnet']);
});

test('a reorganization undoes a confirmation, and each disappearance raises an alert', async () => {
  const deposit = await openDeposit(stage);
  const txId = chain.put([pays(stage, deposit)], 95);
  await setTx(stage, deposit, txId);
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'confirmed 6 true true');
  chain.move(txId, 100);
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'seen 1 true true');
  chain.move(txId, undefined);
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'unchecked 0 ? ?');
  chain.move(txId, null);
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'seen 0 true true');
  for (const times of [1, 2]) {
    chain.move(txId, undefined);
    await look(stage, deposit);
    assert.equal(await stateOf(stage, deposit), 'unchecked 0 ? ?');
    await letPass(stage, deposit, '61 seconds');
    await look(stage, deposit);
    assert.equal(await stateOf(stage, deposit), 'missing 0 ? ?');
    assert.equal((await warnings(stage, deposit)).length, times);
    chain.move(txId, 99);
    await look(stage, deposit);
    assert.equal(await stateOf(stage, deposit), 'confirmed 2 true true');
  }
});

test('a failed call changes nothing but the time of the next check', async () => {
  const [seen, fresh] = [await openDeposit(stage), await openDeposit(stage)];
  const txId = chain.put([pays(stage, seen)], 100);
  await setTx(stage, seen, txId);
  await setTx(stage, fresh, chain.put([pays(stage, fresh)], 100));
  await look(stage, seen);
  const before = await chainOf(stage, seen);
  chain.move(txId, undefined);
  const failures = [new ChainFailure('a page of HTML'), new ChainFailure('too often', 600)];
  for (const failure of failures) {
    chain.failure = failure;
    await look(stage, seen, fresh);
    await letPass(stage, seen, '2 hours');
    await look(stage, seen, fresh);
  }
  chain.failure = undefined;
  assert.deepEqual(await chainOf(stage, seen), before);
  assert.equal(await stateOf(stage, fresh), 'unchecked 0 ? ?');
  assert.ok(Number(await nextLookMs(stage, fresh)) > 590_000, 'not before the server said');
  assert.deepEqual([...(await warnings(stage, seen)), ...(await warnings(stage, fresh))], []);
});

test('a server of another network or one that contradicts itself is not believed', async () => {
  const deposit = await openDeposit(stage);
  const txId = chain.put([pays(stage, deposit)], 99);
  await setTx(stage, deposit, txId);
  await look(stage, deposit);
  const before = await chainOf(stage, deposit);
  const unknown = (call: string): void => {
    if (call.startsWith('list')) throw new ChainFailure('an address of another network');
  };
  for (const lie of [unknown, () => chain.move(txId, 99)]) {
    chain.move(txId, undefined);
    chain.before = (call) => {
      if (call.startsWith('list')) lie(call);
    };
    await look(stage, deposit);
    chain.before = () => undefined;
    assert.deepEqual(await chainOf(stage, deposit), before);
  }
});

test('an unreadable transaction does not delay the checks of other deposits', async () => {
  const { deposits, txIds } = await openPaid(9);
  chain.before = (call) => {
    if (call === `transaction ${txIds[0]}`) throw new ChainFailure('no transaction');
  };
  await look(stage, ...deposits);
  chain.before = () => undefined;
  const states = await Promise.all(deposits.map((deposit) => stateOf(stage, deposit)));
  assert.deepEqual(states, ['unchecked 0 ? ?', ...Array<string>(8).fill('confirmed 2 true true')]);
});

test('a rate limited server gets no more calls in that turn', async () => {
  const { deposits } = await openPaid(20);
  chain.before = (call) => {
    if (call !== 'tip') throw new ChainFailure('too often', 30);
  };
  await look(stage, ...deposits);
  chain.before = () => undefined;
  assert.ok(chain.asked.length <= 5, chain.asked.join());
  const pauses = await Promise.all(deposits.map((deposit) => nextLookMs(stage, deposit)));
  assert.ok(pauses.every((pause) => Number(pause) > 25_000));
});

test('a check that finishes late does not shorten the wait of the rate limited ones', async () => {
  const { deposits } = await openPaid(4);
  const allTold = Promise.withResolvers<void>();
  chain.before = (call) => {
    if (!call.startsWith('transaction')) return;
    if (call === chain.asked[1]) return allTold.promise;
    if (chain.asked.length === 5) allTold.resolve();
    throw new ChainFailure('too often', 30);
  };
  await look(stage, ...deposits);
  chain.before = () => undefined;
  const pauses = await Promise.all(deposits.map((deposit) => nextLookMs(stage, deposit)));
  assert.equal(pauses.filter((pause) => Number(pause) > 25_000).length, 3);
});

test('without a chain source, checks are postponed', async () => {
  const deposit = await openDeposit(stage);
  await setTx(stage, deposit, chain.put([pays(stage, deposit)], 99));
  stage.source = undefined;
  await look(stage, deposit);
  stage.source = chain.source;
  assert.deepEqual(chain.asked, []);
  assert.equal(await stateOf(stage, deposit), 'unchecked 0 ? ?');
  assert.ok(Number(await nextLookMs(stage, deposit)) > 3_500_000);
});

test('concurrent workers check a deposit once, and a worker with an expired lease writes nothing', async () => {
  const deposit = await openDeposit(stage);
  const txId = chain.put([pays(stage, deposit)], 99);
  await setTx(stage, deposit, txId);
  await hasten(stage, [deposit]);
  chain.asked.length = 0;
  await Promise.all([1, 2, 3].map(() => checkDeposits(app, chain.unblinder, openCheckTurns())));
  assert.equal(chain.asked.filter((call) => call.startsWith('place')).length, 1);

  // While one worker waits for its answer, its lease expires and another sees the reorganization.
  const held = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  chain.before = async (call) => {
    if (call !== 'tip') return;
    chain.before = () => undefined;
    reached.resolve();
    await held.promise;
  };
  await hasten(stage, [deposit]);
  const slow = checkDeposits(app, chain.unblinder, openCheckTurns());
  await reached.promise;
  chain.move(txId, 100);
  await look(stage, deposit);
  assert.equal(await stateOf(stage, deposit), 'seen 1 true true');
  chain.move(txId, 90);
  held.resolve();
  await slow;
  assert.equal(await stateOf(stage, deposit), 'seen 1 true true');
});
