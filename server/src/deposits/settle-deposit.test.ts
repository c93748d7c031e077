import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConnections, testApp, testEnvironment } from '../../test/app.ts';
import { medOf, readingOf, storedDeposit } from '../../test/deposits.ts';
import { PAYER } from '../../test/merchant.ts';
import { alertsAbout, eventsOf } from '../../test/operator.ts';
import { HOUR_MS } from '../durations.ts';
import { cents } from '../money.ts';
import { fileNotice } from '../provider/inbox.ts';
import type { ChargeReading, MedNotice } from '../provider/port.ts';
import { listReversals } from '../reversals/store.ts';
import type { Deposit } from './deposit.ts';
import { settleDeposit, settleWithin } from './settle-deposit.ts';
import { findDeposit } from './store.ts';

const app = await testApp();
await openConnections(app);

async function freshDeposit(): Promise<Deposit> {
  return storedDeposit(app, await testEnvironment(app));
}

function settle(deposit: Deposit, reading: Partial<ChargeReading>, med?: MedNotice) {
  const news = { reading: readingOf(deposit, reading), med, cause: 'poll' } as const;
  return settleDeposit(app, deposit.environmentId, deposit.id, news);
}

async function stepsOf(deposit: Deposit): Promise<string[]> {
  const rows = await app.db<{ step: string }>`
    select from_status || ' ' || to_status as step from transitions
    where environment_id = ${deposit.environmentId} and resource_id = ${deposit.id}`;
  return rows.map(({ step }) => step);
}

const stored = (deposit: Deposit) => findDeposit(app, deposit.environmentId, deposit.id);

const reversalsOf = ({ environmentId, id }: Deposit) =>
  listReversals(app, environmentId, { kind: null, depositId: id, after: undefined, limit: 10 });

test('twenty concurrent identical readings cause one transition and one event', async () => {
  const deposit = await freshDeposit();
  const settlements = Array.from({ length: 20 }, () => settle(deposit, { status: 'approved' }));
  assert.deepEqual(new Set(await Promise.all(settlements)), new Set(['CONFIRMED']));
  assert.deepEqual(await stepsOf(deposit), ['PENDING CONFIRMED']);
  assert.deepEqual(await eventsOf(app, deposit.id), ['deposit.confirmed']);
});

test('concurrent contradictory readings end in one state, with each kind of event at most once', async () => {
  const deposit = await freshDeposit();
  const statuses = ['approved', 'expired', 'depix_sent', 'refunded', 'error', 'canceled'] as const;
  const settlements = [...statuses, ...statuses, ...statuses];
  await Promise.all(settlements.map((status) => settle(deposit, { status })));
  assert.equal((await stored(deposit))?.status, 'REFUNDED');
  const events = await eventsOf(app, deposit.id);
  assert.equal(new Set(events).size, events.length);
  assert.equal(events.at(-1), 'deposit.refunded');
});

test('an expiry reported in whole seconds is never stored as before the creation', async () => {
  const deposit = await freshDeposit();
  const second = Math.floor(deposit.createdAt.getTime() / 1_000) * 1_000;
  await settle(deposit, { status: 'expired', expiresAt: new Date(second - 1_000) });
  assert.deepEqual((await stored(deposit))?.expiresAt, deposit.createdAt);
});

test('an expiry hours before the creation, of a clock that is behind, does not close the charge', async () => {
  const deposit = await freshDeposit();
  const expiresAt = new Date(deposit.createdAt.getTime() - 3 * HOUR_MS);
  await settle(deposit, { status: 'pending', expiresAt });
  assert.deepEqual((await stored(deposit))?.expiresAt, deposit.expiresAt);
});

test('a later reading does not overwrite the transaction and amount of a payment', async () => {
  const deposit = await freshDeposit();
  const [first, later] = ['a'.repeat(64), 'b'.repeat(64)];
  const { totalCents } = deposit;
  await settle(deposit, { status: 'depix_sent', blockchainTxId: first });
  const changed = { blockchainTxId: later, valueCents: cents(totalCents + 500) };
  await settle(deposit, { status: 'depix_sent', ...changed });
  const now = await stored(deposit);
  assert.deepEqual([now?.blockchainTxId, now?.paidCents], [first, totalCents]);
  assert.deepEqual(await alertsAbout(app, deposit.id), ['paid_over']);
});

test('a deposit reported as underpaid and then as paid in full is confirmed', async () => {
  const deposit = await freshDeposit();
  const { totalCents } = deposit;
  const short = cents(totalCents - 300);
  assert.equal(await settle(deposit, { status: 'approved', valueCents: short }), 'PENDING');
  assert.equal((await stored(deposit))?.paidCents, short);
  assert.equal(await settle(deposit, { status: 'depix_sent' }), 'CONFIRMED');
  assert.equal((await stored(deposit))?.paidCents, totalCents);
});

test('a payment that every look finds underpaid alerts the operator once', async () => {
  // Of today: one that has named no transaction for a month is another alert.
  const deposit = await storedDeposit(app, await testEnvironment(app), { createdAt: new Date() });
  const short = { status: 'depix_sent', valueCents: cents(deposit.totalCents - 300) } as const;
  for (let look = 1; look <= 3; look++) await settle(deposit, short);
  const timesOf = () => app.db`
    select kind, times from operator_alerts where subject = ${deposit.id}`;
  assert.deepEqual([...(await timesOf())], [{ kind: 'paid_short', times: 1 }]);
  await settle(deposit, { ...short, raw: '{"changed":true}' });
  assert.deepEqual([...(await timesOf())], [{ kind: 'paid_short', times: 2 }]);
});

test('an underpaid deposit is refunded without a confirmation, whatever amount the refund reports', async () => {
  const deposit = await freshDeposit();
  const short = cents(deposit.totalCents - 300);
  await settle(deposit, { status: 'approved', valueCents: short });
  assert.equal(await settle(deposit, { status: 'refunded' }), 'REFUNDED');
  assert.deepEqual(await eventsOf(app, deposit.id), ['deposit.refunded']);
  assert.equal((await stored(deposit))?.paidCents, short);
});

test('a changed expiry is stored from every reading', async () => {
  const deposit = await freshDeposit();
  const expiresAt = new Date(deposit.expiresAt.getTime() + 3_600_000);
  await settle(deposit, { status: 'pending', expiresAt });
  assert.deepEqual((await stored(deposit))?.expiresAt, expiresAt);
});

test('an acceptance still counts for a refund if an error came between', async () => {
  const deposit = await freshDeposit();
  const waiting = { ...app, config: { ...app.config, confirmOn: 'depix_sent' as const } };
  for (const status of ['approved', 'error', 'refunded'] as const) {
    const news = { reading: readingOf(deposit, { status }), cause: 'poll' } as const;
    await settleDeposit(waiting, deposit.environmentId, deposit.id, news);
  }
  assert.deepEqual(await eventsOf(app, deposit.id), ['deposit.confirmed', 'deposit.refunded']);
});

const MED = medOf({
  createdAt: new Date('2026-11-20T10:00:00Z'),
  deadline: new Date('2026-11-25T10:00:00Z'),
  amountCents: cents(5_199),
  payerName: 'Maria',
  payerTaxId: PAYER,
  bankTxId: 'E123',
});

test('a MED confirms and refunds in one step, with a reversal and both events', async () => {
  const deposit = await freshDeposit();
  assert.equal(await settle(deposit, { status: 'depix_sent' }, MED), 'REFUNDED');
  assert.deepEqual(await eventsOf(app, deposit.id), ['deposit.confirmed', 'deposit.refunded']);
  const [reversal] = await reversalsOf(deposit);
  assert.deepEqual(
    [reversal?.kind, reversal?.providerRef, reversal?.deadline, reversal?.createdAt],
    ['med', 'E123', MED.deadline, MED.createdAt],
  );
});

test('a refund passes through its confirmation if a filed notice reported the payment', async () => {
  for (const [kind, content] of [
    ['med', {}],
    ['deposit', { status: 'refunded', blockchainTxID: 'ab'.repeat(32) }],
  ] as const) {
    const deposit = await freshDeposit();
    await fileNotice(app, 'test', kind, { qrId: deposit.providerRef, ...content });
    assert.equal(await settle(deposit, { status: 'pending' }), 'PENDING');
    assert.equal(await settle(deposit, { status: 'refunded' }), 'REFUNDED');
    assert.deepEqual(await eventsOf(app, deposit.id), ['deposit.confirmed', 'deposit.refunded']);
  }
});

test('a MED reported after the refund completes the reversal and creates no second one', async () => {
  const deposit = await freshDeposit();
  await settle(deposit, { status: 'depix_sent' });
  await settle(deposit, { status: 'refunded', payerTaxId: PAYER });
  await settle(deposit, { status: 'refunded', payerTaxId: PAYER }, MED);
  const [reversal, ...more] = await reversalsOf(deposit);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [reversal?.kind, reversal?.providerRef, reversal?.payerName, reversal?.deadline],
    ['med', 'E123', 'Maria', MED.deadline],
  );
  assert.deepEqual(await eventsOf(app, deposit.id), ['deposit.confirmed', 'deposit.refunded']);
});

test('a payer identified later changes the kind of the reversal', async () => {
  const deposit = await freshDeposit();
  await settle(deposit, { status: 'will_refund' });
  const [first] = await reversalsOf(deposit);
  assert.deepEqual([first?.kind, first?.divergent], ['estorno', false]);
  assert.equal(first?.providerRef, deposit.providerRef);
  await settle(deposit, { status: 'will_refund', payerTaxId: PAYER, bankTxId: 'E9' });
  const [second] = await reversalsOf(deposit);
  assert.deepEqual([second?.kind, second?.providerRef], ['med', 'E9']);
  const other = '98765432100';
  await settle(deposit, { status: 'refunded', payerTaxId: other, reasons: ['PAYER_MISMATCH'] });
  await settle(deposit, { status: 'refunded' });
  const [reversal, ...more] = await reversalsOf(deposit);
  assert.deepEqual([reversal?.kind, reversal?.divergent, more], ['estorno', true, []]);
  assert.deepEqual(await eventsOf(app, deposit.id), ['deposit.refunded']);
});

test('a MED on a charge that the provider shows unpaid changes nothing and raises an alert', async () => {
  const deposit = await freshDeposit();
  assert.equal(await settle(deposit, { status: 'pending' }, MED), 'PENDING');
  assert.deepEqual(await alertsAbout(app, deposit.id), ['unbelievable_news']);
  assert.deepEqual(await eventsOf(app, deposit.id), []);
});

test("a reading for another environment's deposit changes nothing", async () => {
  const deposit = await freshDeposit();
  const { environment } = await testEnvironment(app);
  const news = { reading: readingOf(deposit, { status: 'approved' }), cause: 'poll' } as const;
  assert.equal(await settleDeposit(app, environment.id, deposit.id, news), undefined);
  assert.equal((await stored(deposit))?.status, 'PENDING');
});

test('a check is opened when a transaction id is stored, also by an older release', async () => {
  const [one, other, older] = [await freshDeposit(), await freshDeposit(), await freshDeposit()];
  const [first, second, third] = ['1'.repeat(64), '2'.repeat(64), '3'.repeat(64)];
  await Promise.all([
    settle(one, { status: 'depix_sent', blockchainTxId: first }),
    settle(other, { status: 'depix_sent', blockchainTxId: second }),
  ]);
  // What an older release writes, which doesn't know about checks.
  await app.db`
    update deposits set blockchain_tx_id = ${third}
    where environment_id = ${older.environmentId} and id = ${older.id}`;
  const ids = [one, other, older].map(({ id }) => id);
  const rows = await app.db<{ txId: string; isDue: boolean }>`
    select tx_id, look_at <= now() as is_due from deposit_checks
    where deposit_id = any(${ids}::text[]) order by tx_id`;
  assert.deepEqual(
    rows,
    [first, second, third].map((txId) => ({ txId, isDue: true })),
  );
});

test('a later settlement never has an earlier time, also in a transaction that began before', async () => {
  const deposit = await freshDeposit();
  const { environmentId, id } = deposit;
  await app.db.begin(async (tx) => {
    // The transaction has begun, and another one settles in the meantime.
    await tx`select 1 as one`;
    await settle(deposit, { status: 'approved' });
    const news = { reading: readingOf(deposit, { status: 'refunded' }), cause: 'poll' } as const;
    await settleWithin(tx, app, environmentId, id, news);
  });
  const { confirmedAt, refundedAt } = (await stored(deposit)) ?? {};
  assert.ok(confirmedAt && refundedAt && confirmedAt <= refundedAt);
});
