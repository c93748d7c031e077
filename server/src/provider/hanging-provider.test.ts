import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { readingOf, storedDeposit } from '../../test/deposits.ts';
import { until } from '../../test/receiver.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import { payoutReadingOf, storedWithdrawal } from '../../test/withdrawals.ts';
import type { Mode } from '../accounts/environment.ts';
import type { Deposit } from '../deposits/deposit.ts';
import { depositJobs } from '../deposits/jobs.ts';
import { findDeposit } from '../deposits/store.ts';
import { runJobs } from '../platform/job-loop.ts';
import { withdrawalJobs } from '../withdrawals/jobs.ts';
import { findWithdrawal } from '../withdrawals/store.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';
import { fileNotice } from './inbox.ts';
import { type ChargeReading, type PayoutReading, unknownOutcome } from './port.ts';

/** What gets no answer: the ref of a charge or payout, or all calls of a connection. */
const hanging = new Set<string>();
const charges = new Map<string, ChargeReading>();
const payouts = new Map<string, PayoutReading>();
const ended = Promise.withResolvers<never>();
let hung = 0;

const app = await testApp(undefined, {
  providerOf: ({ environmentId, mode }) => {
    const connection = mode === 'live' ? mode : environmentId;
    const answer = <Answer>(ref: string, known: Answer | undefined): Promise<Answer> => {
      if (!hanging.has(ref) && !hanging.has(connection)) {
        return known === undefined ? Promise.reject(unknownOutcome()) : Promise.resolve(known);
      }
      hung += 1;
      return ended.promise;
    };
    return silentProvider({
      readCharge: (ref) => answer(ref, charges.get(ref)),
      readPayout: (ref) => answer(ref, payouts.get(ref)),
      listCharges: () => answer('list', []),
    });
  },
});
const loop = runJobs([...depositJobs(app), ...withdrawalJobs(app)], app.log);
after(async () => {
  ended.reject(unknownOutcome());
  await loop.stop();
});
beforeEach(() => hanging.clear());

/** Paid according to the provider; our own look isn't due for an hour. */
async function paidDeposit(mode: Mode): Promise<Deposit> {
  const deposit = await storedDeposit(app, await testEnvironment(app, mode));
  await app.db`update deposits set look_at = now() + interval '1 hour' where id = ${deposit.id}`;
  charges.set(deposit.providerRef, readingOf(deposit, { status: 'approved' }));
  return deposit;
}

async function sentWithdrawal(mode: Mode): Promise<Withdrawal> {
  const withdrawal = await storedWithdrawal(app, await testEnvironment(app, mode));
  const { id, providerRef } = withdrawal;
  await app.db`update withdrawals set look_at = now() + interval '1 hour' where id = ${id}`;
  payouts.set(providerRef, payoutReadingOf(withdrawal, { status: 'sent' }));
  return withdrawal;
}

const notify = (mode: Mode, { providerRef }: Deposit) =>
  fileNotice(app, mode, 'deposit', { qrId: providerRef, status: 'approved' });
const notifyOfPayout = (mode: Mode, { providerRef }: Withdrawal) =>
  fileNotice(app, mode, 'withdraw', { id: providerRef, status: 'sent' });
const lookAtDeposit = ({ id }: Deposit) =>
  app.db`update deposits set look_at = now() where id = ${id}`;
const lookAtWithdrawal = ({ id }: Withdrawal) =>
  app.db`update withdrawals set look_at = now() where id = ${id}`;

const confirmed = ({ environmentId, id }: Deposit) =>
  until(async () => (await findDeposit(app, environmentId, id))?.status === 'CONFIRMED');
const completed = ({ environmentId, id }: Withdrawal) =>
  until(async () => (await findWithdrawal(app, environmentId, id))?.status === 'COMPLETED');

/** Runs `begin` and waits until at least `count` more calls hang. */
async function hangs(count: number, begin: () => Promise<unknown>): Promise<void> {
  const before = hung;
  await begin();
  await until(() => hung >= before + count);
}

test('a hanging status call of one charge does not block notices about another', async () => {
  const [stuck, paid] = [await paidDeposit('live'), await paidDeposit('live')];
  hanging.add(stuck.providerRef);
  await hangs(1, () => notify('live', stuck));
  await notify('live', paid);
  await confirmed(paid);
});

test('hanging status calls of payouts block neither notices nor checks of others', async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => sentWithdrawal('live')));
  const [notified, looked, ...paid] = all;
  assert.ok(notified && looked && paid[0] && paid[1]);
  hanging.add(notified.providerRef).add(looked.providerRef);
  await hangs(2, () => Promise.all([notifyOfPayout('live', notified), lookAtWithdrawal(looked)]));
  await Promise.all([notifyOfPayout('live', paid[0]), lookAtWithdrawal(paid[1])]);
  await Promise.all(paid.map(completed));
});

test('a live provider that hangs does not block test mode', async () => {
  const deposits = [await paidDeposit('live'), await paidDeposit('live')] as const;
  const withdrawals = [await sentWithdrawal('live'), await sentWithdrawal('live')] as const;
  hanging.add('live');
  await hangs(4, () =>
    Promise.all([
      notify('live', deposits[0]),
      lookAtDeposit(deposits[1]),
      notifyOfPayout('live', withdrawals[0]),
      lookAtWithdrawal(withdrawals[1]),
    ]),
  );
  const paid = [await paidDeposit('test'), await paidDeposit('test')] as const;
  const sent = [await sentWithdrawal('test'), await sentWithdrawal('test')] as const;
  await Promise.all([
    notify('test', paid[0]),
    lookAtDeposit(paid[1]),
    notifyOfPayout('test', sent[0]),
    lookAtWithdrawal(sent[1]),
  ]);
  await Promise.all([...paid.map(confirmed), ...sent.map(completed)]);
});

test('a test environment whose calls hang does not block others, and is called only once', async () => {
  const [stuck, paid] = [await paidDeposit('test'), await paidDeposit('test')];
  hanging.add(stuck.environmentId);
  await hangs(1, () => lookAtDeposit(stuck));
  const before = hung;
  await Promise.all([lookAtDeposit(stuck), lookAtDeposit(paid)]);
  await confirmed(paid);
  assert.equal(hung, before);
  const [row] = await app.db<{ due: boolean }>`
    select look_at <= now() as due from deposits where id = ${stuck.id}`;
  assert.equal(row?.due, true);
});
