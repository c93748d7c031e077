import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment, type TestTenant } from '../../test/app.ts';
import { readingOf, storedDeposit } from '../../test/deposits.ts';
import { alertsAbout, eventsOf } from '../../test/operator.ts';
import { wholeTurn } from '../../test/patient-bulkhead.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import type { Mode } from '../accounts/environment.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { depositJobs } from '../deposits/jobs.ts';
import { settleDeposit } from '../deposits/settle-deposit.ts';
import { findDeposit } from '../deposits/store.ts';
import { newId } from '../ids.ts';
import {
  countOpenAlerts,
  findAlert,
  listAlerts,
  listWords,
  resolveAlert,
} from '../operator-alerts/store.ts';
import { toMedNotice } from '../provider/eulen/translate.ts';
import { fileNotice } from '../provider/inbox.ts';
import { type ChargeReading, unknownOutcome } from '../provider/port.ts';
import { listReversals } from '../reversals/store.ts';
import { assignAlert } from './assign-alert.ts';

const charges = new Map<string, ChargeReading>();

const provider = silentProvider({
  readCharge: async (ref) => charges.get(ref) ?? Promise.reject(unknownOutcome()),
  readMed: toMedNotice,
});
const app = await testApp(undefined, { providerOf: () => provider });

const notices = depositJobs(app).find(({ name }) => name === 'deposit notices');

/** Makes the inbox's notices due and runs a turn of the worker, `turns` times. */
async function applyNotices(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await app.db`update provider_inbox set due_at = now() where due_at is not null`;
    await wholeTurn(notices);
  }
}

async function confirmed(mode: Mode = 'test'): Promise<{ tenant: TestTenant; deposit: Deposit }> {
  const tenant = await testEnvironment(app, mode);
  const deposit = await storedDeposit(app, tenant);
  const reading = readingOf(deposit, { status: 'approved' });
  await settleDeposit(app, deposit.environmentId, deposit.id, { reading, cause: 'poll' });
  return { tenant, deposit };
}

/** As somebody who writes down nothing else with it. */
const assign = (alertId: number, depositId: string) =>
  assignAlert(app, alertId, depositId, async () => undefined);

const newRef = (): string => crypto.randomUUID().replaceAll('-', '');

const MED = {
  webhookType: 'med',
  bankTxId: 'fitbank_E033',
  creationDateReport: '2026-11-21T13:00:00-03:00',
  name: 'ANA SOUZA',
  taxNumber: '12345678909',
  principalValueInCents: '1200',
};

/** Files a MED of an unknown charge; returns the alert it raises. */
async function strayMed(mode: Mode = 'test', body: object = MED, qrId = newRef()): Promise<number> {
  await fileNotice(app, mode, 'med', { ...body, qrId });
  await applyNotices(5);
  const [alert] = await app.db<{ id: number }>`
    select id from operator_alerts where subject = ${`med ${qrId}`}`;
  assert.ok(alert);
  return alert.id;
}

async function reversalsOf({ environmentId, id }: Deposit) {
  const filter = { kind: null, depositId: id, after: undefined, limit: 9 };
  return listReversals(app, environmentId, filter);
}

test('a MED that matches no deposit becomes a reversal of the deposit that an operator assigns it to', async () => {
  const { deposit } = await confirmed();
  const alertId = await strayMed();
  assert.deepEqual(await reversalsOf(deposit), []);
  const assigned = await assign(alertId, deposit.id);
  assert.deepEqual(assigned, { alertId, depositId: deposit.id, status: 'REFUNDED' });
  const [reversal] = await reversalsOf(deposit);
  assert.ok(reversal);
  const { kind, amountCents, payerName, payerTaxId, providerRef, divergent } = reversal;
  assert.deepEqual(
    { kind, amountCents, payerName, payerTaxId, providerRef, divergent },
    {
      kind: 'med',
      amountCents: 1_200,
      payerName: 'ANA SOUZA',
      payerTaxId: '12345678909',
      providerRef: 'fitbank_E033',
      divergent: false,
    },
  );
  assert.deepEqual(await eventsOf(app, deposit.id), ['deposit.confirmed', 'deposit.refunded']);
  const [transition] = await app.db`
    select cause from transitions where resource_id = ${deposit.id} and to_status = 'REFUNDED'`;
  assert.deepEqual(transition, { cause: 'operator' });
  const alert = await findAlert(app.db, alertId);
  assert.equal(alert?.assignedTo, deposit.id);
  assert.ok(alert.resolvedAt);
  // The alert's notice is finished and will not be judged again.
  const [notice] = await app.db`
    select outcome, due_at from provider_inbox where id = ${alert.noticeId}`;
  assert.deepEqual(notice, { outcome: 'applied', dueAt: null });
});

test('a provider status repeated after an assignment raises no alert and changes nothing', async () => {
  const { deposit } = await confirmed();
  await assign(await strayMed(), deposit.id);
  const reading = readingOf(deposit, { status: 'approved' });
  const news = { reading, cause: 'reconciliation' } as const;
  await settleDeposit(app, deposit.environmentId, deposit.id, news);
  assert.deepEqual(await alertsAbout(app, deposit.id), []);
  const after = await findDeposit(app, deposit.environmentId, deposit.id);
  assert.deepEqual([after?.status, after?.providerStatus], ['REFUNDED', 'approved']);
});

test('concurrent assignments assign an alert once', async () => {
  const [one, two] = [await confirmed(), await confirmed()];
  const alertId = await strayMed();
  const ends = await Promise.allSettled(
    [one, two, one, two].map(({ deposit }) => assign(alertId, deposit.id)),
  );
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
  const statuses = await Promise.all(
    [one, two].map(async ({ deposit }) => {
      return (await findDeposit(app, deposit.environmentId, deposit.id))?.status;
    }),
  );
  assert.deepEqual(statuses.sort(), ['CONFIRMED', 'REFUNDED']);
});

test("a later report of an assigned MED can update only the same deposit's reversal, and once", async () => {
  const [one, two] = [await confirmed(), await confirmed()];
  const qrId = newRef();
  const alertId = await strayMed('test', MED, qrId);
  await assign(alertId, one.deposit.id);
  await strayMed('test', { ...MED, principalValueInCents: '1500' }, qrId);
  await assert.rejects(assign(alertId, two.deposit.id), { code: 'invalid_state' });
  const again = [one, one].map(({ deposit }) => assign(alertId, deposit.id));
  const ends = await Promise.allSettled(again);
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
  const amounts = (await reversalsOf(one.deposit)).map(({ amountCents }) => amountCents);
  assert.deepEqual(amounts, [1_500]);
  assert.deepEqual(await eventsOf(app, one.deposit.id), ['deposit.confirmed', 'deposit.refunded']);
});

test("the callback runs in the assignment's transaction, once, and its failure rolls the assignment back", async () => {
  const { deposit, tenant } = await confirmed();
  const alertId = await strayMed();
  const failing = assignAlert(app, alertId, deposit.id, () => Promise.reject(new Error('no')));
  await assert.rejects(failing, /no/);
  const { status } = (await findDeposit(app, deposit.environmentId, deposit.id)) ?? {};
  assert.equal(status, 'CONFIRMED');
  const owners: unknown[] = [];
  const assign = () =>
    assignAlert(app, alertId, deposit.id, async (_tx, owner) => void owners.push(owner.accountId));
  await Promise.allSettled([assign(), assign(), assign()]);
  assert.deepEqual(owners, [tenant.accountId]);
});

test('an impossible assignment is refused with the reason and changes nothing', async () => {
  const live = await confirmed('live');
  const { deposit } = await confirmed();
  const alertId = await strayMed();
  await assert.rejects(assign(999_999_999, deposit.id), /no alert/);
  await assert.rejects(assign(alertId, newId('dep')), /no deposit/);
  // The mode comes from the secret the notice was sent with; rows of the other one are out of
  // reach.
  await assert.rejects(assign(alertId, live.deposit.id), /mode/);
  const ref = newRef();
  await fileNotice(app, 'test', 'deposit', { qrId: ref, status: 'approved' });
  await applyNotices(5);
  const [other] = await app.db<{ id: number }>`
    select id from operator_alerts where subject = ${`deposit ${ref}`}`;
  await assert.rejects(assign(other?.id ?? 0, deposit.id), /MED/);
  const sealed = await strayMed();
  await app.db`
    update provider_inbox set body = replace(body, 'v1:', 'v1:lost')
    where id = (select notice_id from operator_alerts where id = ${sealed})`;
  await assert.rejects(assign(sealed, deposit.id), /no encryption key/);
  assert.equal((await findAlert(app.db, alertId))?.assignedTo, null);
});

test('an unpaid deposit passes through CONFIRMED, and a refunded one gets the MED’s own amount', async () => {
  const tenant = await testEnvironment(app);
  const unpaid = await storedDeposit(app, tenant);
  await assign(await strayMed(), unpaid.id);
  assert.deepEqual(await eventsOf(app, unpaid.id), ['deposit.confirmed', 'deposit.refunded']);
  const { deposit } = await confirmed();
  const reading = readingOf(deposit, { status: 'refunded' });
  await settleDeposit(app, deposit.environmentId, deposit.id, { reading, cause: 'poll' });
  assert.equal((await reversalsOf(deposit))[0]?.amountCents, deposit.totalCents);
  await assign(await strayMed(), deposit.id);
  assert.deepEqual(
    (await reversalsOf(deposit)).map(({ amountCents }) => amountCents),
    [1_200],
  );
});

test('a MED without effect is parked with an alert, and a later notice applies it', async () => {
  const { tenant } = await confirmed();
  const deposit = await storedDeposit(app, tenant);
  charges.set(deposit.providerRef, readingOf(deposit));
  await fileNotice(app, 'test', 'med', { ...MED, qrId: deposit.providerRef });
  await applyNotices(16);
  const state = async () => {
    const [row] = await app.db<{ outcome: string; due: boolean }>`
      select outcome, due_at is not null as due from provider_inbox
      where provider_ref = ${deposit.providerRef} and kind = 'med'`;
    return row;
  };
  assert.deepEqual(await state(), { outcome: 'early', due: false });
  const [alert] = await app.db<{ kind: string; environmentId: string }>`
    select kind, environment_id from operator_alerts where subject = ${`med ${deposit.providerRef}`}`;
  assert.deepEqual(alert, { kind: 'parked_notice', environmentId: deposit.environmentId });
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  await fileNotice(app, 'test', 'deposit', { qrId: deposit.providerRef, status: 'approved' });
  await applyNotices(1);
  assert.deepEqual(await state(), { outcome: 'applied', due: false });
  const after = await findDeposit(app, deposit.environmentId, deposit.id);
  assert.equal(after?.status, 'REFUNDED');
});

test('an operator can assign a MED that the provider no longer confirms', async () => {
  const { deposit } = await confirmed();
  // After 90 days the provider may have forgotten the charge.
  await app.db`
    update deposits set created_at = created_at - interval '91 days',
      confirmed_at = confirmed_at - interval '91 days' where id = ${deposit.id}`;
  await fileNotice(app, 'test', 'med', { ...MED, qrId: deposit.providerRef });
  await applyNotices(16);
  const [alert] = await app.db<{ id: number }>`
    select id from operator_alerts where subject = ${`med ${deposit.providerRef}`}`;
  await assign(alert?.id ?? 0, deposit.id);
  const [reversal] = await reversalsOf(deposit);
  assert.deepEqual(reversal?.createdAt, new Date('2026-11-21T16:00:00Z'));
  assert.deepEqual(reversal.deadline, new Date('2026-11-28T16:00:00Z'));
});

test('every distinct notice is kept and reopens a resolved alert; a repeated one does not', async () => {
  const ref = newRef();
  const say = async (name: string) => {
    await fileNotice(app, 'test', 'med', { ...MED, qrId: ref, name });
    await applyNotices(5);
  };
  await say('FIRST');
  const [alert] = (await listAlerts(app.db, false)).filter(({ subject }) => subject.endsWith(ref));
  assert.ok(alert);
  await say('SECOND');
  const words = (await listWords(app, alert.id)).map((word) => /"name":"(\w+)"/.exec(word)?.[1]);
  assert.deepEqual(words, ['FIRST', 'SECOND']);
  await resolveAlert(app.db, alert.id);
  await say('SECOND');
  assert.ok((await findAlert(app.db, alert.id))?.resolvedAt);
  await say('THIRD');
  assert.equal((await findAlert(app.db, alert.id))?.resolvedAt, null);
  const counts = await countOpenAlerts(app.db);
  assert.ok((counts.find(({ kind }) => kind === 'unmatched_notice')?.open ?? 0) >= 1);
});
