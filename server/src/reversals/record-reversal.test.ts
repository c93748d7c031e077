import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConnections, testApp, testEnvironment } from '../../test/app.ts';
import { readingOf, storedDeposit } from '../../test/deposits.ts';
import { PAYER, STRANGER } from '../../test/merchant.ts';
import { eventsOf } from '../../test/operator.ts';
import { wholeTurn } from '../../test/patient-bulkhead.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { depositJobs } from '../deposits/jobs.ts';
import { settleDeposit } from '../deposits/settle-deposit.ts';
import { cents } from '../money.ts';
import { toMedNotice } from '../provider/eulen/translate.ts';
import { fileNotice } from '../provider/inbox.ts';
import { type ChargeReading, unknownOutcome } from '../provider/port.ts';
import { listReversals, type Reversal } from './store.ts';

const charges = new Map<string, ChargeReading>();

const provider = silentProvider({
  readCharge: async (ref) => charges.get(ref) ?? Promise.reject(unknownOutcome()),
  readMed: toMedNotice,
});
const app = await testApp(undefined, { providerOf: () => provider });

const notices = depositJobs(app).find(({ name }) => name === 'deposit notices');

/** A deposit, and what the provider says about it from now on. */
async function deposited(changes: Partial<ChargeReading>): Promise<Deposit> {
  const deposit = await storedDeposit(app, await testEnvironment(app));
  charges.set(deposit.providerRef, readingOf(deposit, changes));
  return deposit;
}

async function poll({ environmentId, id, providerRef }: Deposit): Promise<void> {
  const reading = charges.get(providerRef);
  assert.ok(reading);
  await settleDeposit(app, environmentId, id, { reading, cause: 'poll' });
}

async function report({ providerRef: qrId }: Deposit, med: object): Promise<void> {
  await fileNotice(app, 'test', 'med', { webhookType: 'med', qrId, ...med });
  await wholeTurn(notices);
}

async function alertOf({ environmentId, id }: Deposit): Promise<Reversal> {
  const filter = { kind: null, depositId: id, after: undefined, limit: 9 };
  const [alert, ...more] = await listReversals(app, environmentId, filter);
  assert.ok(alert);
  assert.deepEqual(more, [], 'one alert per deposit');
  return alert;
}

const BOTH = ['deposit.confirmed', 'deposit.refunded'];

test('a MED notice gives a complete alert and both events', async () => {
  const deposit = await deposited({ status: 'depix_sent', blockchainTxId: 'b'.repeat(64) });
  await report(deposit, {
    bankTxId: 'fitbank_E9',
    creationDateReport: '2026-11-21T09:00:00-03:00',
    name: 'ANA',
    taxNumber: '123.456.789-09',
    principalValueInCents: 700,
  });
  const { id, ...alert } = await alertOf(deposit);
  assert.match(id, /^med_/);
  assert.deepEqual(alert, {
    environmentId: deposit.environmentId,
    depositId: deposit.id,
    kind: 'med',
    providerRef: 'fitbank_E9',
    blockchainTxId: 'b'.repeat(64),
    divergent: false,
    disputed: true,
    amountCents: 700,
    payerName: 'ANA',
    payerTaxId: '12345678909',
    informedTaxId: deposit.taxId,
    createdAt: new Date('2026-11-21T12:00:00Z'),
    deadline: new Date('2026-11-28T12:00:00Z'),
  });
  assert.deepEqual(await eventsOf(app, deposit.id), BOTH);
});

test('the transaction ID of a MED notice is stored, unless another is already known', async () => {
  const [reported, other] = ['cd'.repeat(32), 'ef'.repeat(32)];
  const unnamed = await deposited({ status: 'depix_sent' });
  await report(unnamed, { blockchainTxID: reported });
  assert.equal((await alertOf(unnamed)).blockchainTxId, reported);
  await report(unnamed, { name: 'ANA SOUZA' });
  assert.equal((await alertOf(unnamed)).blockchainTxId, reported);
  const named = await deposited({ status: 'depix_sent', blockchainTxId: other });
  await report(named, { blockchainTxID: reported });
  assert.equal((await alertOf(named)).blockchainTxId, other);
});

test('an amount is read from a string or a number, and defaults to that of the deposit', async () => {
  const cases: [unknown, number | 'total'][] = [
    ['700', 700],
    [700, 700],
    ['5199', 5_199],
    ['7.00', 'total'],
    [7.5, 'total'],
    ['1e3', 'total'],
    ['0x10', 'total'],
    ['-700', 'total'],
    [0, 'total'],
    ['', 'total'],
    [null, 'total'],
    ['99999999', 'total'],
    [1e30, 'total'],
  ];
  for (const [principalValueInCents, expected] of cases) {
    const deposit = await deposited({ status: 'approved' });
    await report(deposit, { principalValueInCents });
    const { amountCents } = await alertOf(deposit);
    assert.equal(
      amountCents,
      expected === 'total' ? deposit.totalCents : expected,
      JSON.stringify(principalValueInCents),
    );
  }
});

test('a refund and its MED notice, in either order, give one alert with the data of the notice', async () => {
  const until = new Date(Date.now() + 10 * 86_400_000);
  const ids = { bankTxId: 'fitbank_M', principalValueInCents: 9 };
  const med = { ...ids, deadline: until.toISOString() };
  for (const medFirst of [true, false]) {
    const deposit = await deposited({ status: 'refunded', payerTaxId: STRANGER });
    if (medFirst) await report(deposit, med);
    await poll(deposit);
    if (!medFirst) await report(deposit, med);
    const alert = await alertOf(deposit);
    const { kind, divergent, amountCents, providerRef, deadline } = alert;
    assert.deepEqual(
      { kind, divergent, amountCents, providerRef, deadline },
      {
        ...{ kind: 'estorno', divergent: true, amountCents: 9, providerRef: 'fitbank_M' },
        deadline: until,
      },
    );
    assert.ok((await eventsOf(app, deposit.id)).includes('deposit.refunded'));
  }
});

test('an early refund with an unknown payer is an estorno until a MED notice arrives', async () => {
  const deposit = await deposited({ status: 'refunded' });
  const stateOf = async () => {
    const { kind, divergent } = await alertOf(deposit);
    return [kind, divergent];
  };
  await poll(deposit);
  assert.deepEqual(await stateOf(), ['estorno', false]);
  await report(deposit, {});
  assert.deepEqual(await stateOf(), ['med', false]);
  await poll(deposit);
  assert.deepEqual(await stateOf(), ['med', false]);
});

test('an early refund to the right payer is an undisputed med until a MED notice arrives', async () => {
  const deposit = await deposited({ status: 'refunded', payerTaxId: PAYER });
  const stateOf = async () => {
    const { kind, disputed } = await alertOf(deposit);
    return [kind, disputed];
  };
  await poll(deposit);
  assert.deepEqual(await stateOf(), ['med', false]);
  assert.deepEqual(await eventsOf(app, deposit.id), ['deposit.refunded']);
  await report(deposit, {});
  assert.deepEqual(await stateOf(), ['med', true]);
  await poll(deposit);
  assert.deepEqual(await stateOf(), ['med', true]);
});

test('a refund after the confirmation is disputed, even without a MED notice', async () => {
  const deposit = await deposited({ status: 'depix_sent', payerTaxId: PAYER });
  await poll(deposit);
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'refunded', payerTaxId: PAYER }));
  await poll(deposit);
  assert.deepEqual(await eventsOf(app, deposit.id), BOTH);
  assert.equal((await alertOf(deposit)).disputed, true);
});

test('the deadline defaults to seven days after the alert, whatever is reported later', async () => {
  const deposit = await deposited({ status: 'refunded', bankTxId: 'fitbank_R' });
  await poll(deposit);
  const { createdAt } = await alertOf(deposit);
  await report(deposit, { creationDateReport: '2026-11-20T09:00:00-03:00' });
  const alert = await alertOf(deposit);
  assert.deepEqual(alert.createdAt, createdAt);
  assert.equal(alert.deadline.getTime() - createdAt.getTime(), 7 * 86_400_000);
  assert.equal(alert.providerRef, 'fitbank_R', 'a MED without an ID does not remove it');
});

test('two MED notices of one payment processed in one turn both count', async () => {
  const deposit = await deposited({ status: 'approved' });
  const qrId = deposit.providerRef;
  await fileNotice(app, 'test', 'med', { qrId, name: 'ANA' });
  await fileNotice(app, 'test', 'med', { qrId, bankTxId: 'fitbank_2', principalValueInCents: 5 });
  await wholeTurn(notices);
  const { payerName, providerRef, amountCents } = await alertOf(deposit);
  assert.deepEqual([payerName, providerRef, amountCents], ['ANA', 'fitbank_2', 5]);
});

test('no more goes back than was paid, whatever a refund or a MED notice reports', async () => {
  const deposit = await deposited({ status: 'approved', valueCents: cents(3_000) });
  await poll(deposit);
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'refunded' }));
  await poll(deposit);
  assert.equal((await alertOf(deposit)).amountCents, 3_000);
  await report(deposit, { principalValueInCents: 700 });
  await report(deposit, { principalValueInCents: deposit.totalCents });
  assert.equal((await alertOf(deposit)).amountCents, 700);
});

test('concurrent copies of one MED notice give one alert, one refund and one event', async () => {
  await openConnections(app);
  const deposit = await deposited({ status: 'approved' });
  const med = { qrId: deposit.providerRef, principalValueInCents: 100 };
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      await fileNotice(app, 'test', 'med', med);
      await wholeTurn(notices);
    }),
  );
  assert.equal((await alertOf(deposit)).amountCents, 100);
  assert.deepEqual(await eventsOf(app, deposit.id), BOTH);
});

test('a MED notice after 90 days on a closed deposit gives an alert as usual', async () => {
  const deposit = await deposited({ status: 'depix_sent', blockchainTxId: 'c'.repeat(64) });
  await poll(deposit);
  await app.db`
    update deposits set created_at = created_at - interval '91 days', look_at = null,
      updated_at = updated_at - interval '91 days', confirmed_at = confirmed_at - interval '91 days'
    where id = ${deposit.id}`;
  await report(deposit, { principalValueInCents: '300' });
  assert.equal((await alertOf(deposit)).amountCents, 300);
  assert.deepEqual(await eventsOf(app, deposit.id), BOTH);
});

test('alert, refund and event are committed atomically', async () => {
  const deposit = await deposited({ status: 'approved' });
  await poll(deposit);
  await app.db`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no events today'; end $$`;
  await app.db`create trigger refuse before insert on events execute function refuse()`;
  await assert.rejects(report(deposit, {}), /no events today/);
  await app.db`drop trigger refuse on events`;
  const [row] = await app.db`
    select status, (select count(*) from reversals where deposit_id = ${deposit.id}) as alerts
    from deposits where id = ${deposit.id}`;
  assert.deepEqual(row, { status: 'CONFIRMED', alerts: 0 });
});

test('a later reading with a masked payer does not overwrite the known payer', async () => {
  const deposit = await deposited({
    status: 'will_refund',
    payerTaxId: STRANGER,
    payerName: 'ANA SOUZA',
  });
  await poll(deposit);
  const hidden = { payerTaxId: '***.247.***-**', payerName: 'A*** S***' };
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'refunded', ...hidden }));
  await poll(deposit);
  const { payerTaxId, payerName, divergent } = await alertOf(deposit);
  assert.deepEqual([payerTaxId, payerName, divergent], [STRANGER, 'ANA SOUZA', true]);
  await report(deposit, {});
  assert.equal((await alertOf(deposit)).kind, 'estorno');
});
