import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConnections, testApp, testEnvironment } from '../../test/app.ts';
import { alertsAbout, eventsOf, moveClock } from '../../test/operator.ts';
import { payoutReadingOf, secondsToLook, storedWithdrawal } from '../../test/withdrawals.ts';
import type { PayoutAnswer } from '../provider/port.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { lockWithdrawal } from './settlement-store.ts';
import { findWithdrawal } from './store.ts';
import type { Withdrawal } from './withdrawal.ts';

const app = await testApp();
await openConnections(app);

async function newcomer(): Promise<Withdrawal> {
  return storedWithdrawal(app, await testEnvironment(app));
}

async function settle(withdrawal: Withdrawal, reading: Partial<PayoutAnswer>): Promise<void> {
  const answer = { ...payoutReadingOf(withdrawal), ...reading };
  const news = { reading: answer, cause: 'poll' } as const;
  await settleWithdrawal(app, withdrawal.environmentId, withdrawal.id, news);
}

async function historyOf({ environmentId, id }: Withdrawal): Promise<string[]> {
  const rows = await app.db<{ row: string }>`
    select from_status || ' ' || to_status || ' ' || cause as row from transitions
    where environment_id = ${environmentId} and resource_id = ${id} order by from_status`;
  return rows.map(({ row }) => row);
}

const stored = ({ environmentId, id }: Withdrawal) => findWithdrawal(app, environmentId, id);

test('twenty concurrent copies of a reading give one transition and one event', async () => {
  const withdrawal = await newcomer();
  await Promise.all(Array.from({ length: 20 }, () => settle(withdrawal, { status: 'sent' })));
  assert.deepEqual(await historyOf(withdrawal), ['PENDING COMPLETED poll']);
  assert.deepEqual(await eventsOf(app, withdrawal.id), ['withdrawal.completed']);
});

test('a payout after the expiry passes through PROCESSING in one step, and raises an alert', async () => {
  const withdrawal = await newcomer();
  const expiresAt = new Date(Date.now() - 1_000);
  await settle(withdrawal, { status: 'unsent', expiresAt });
  assert.equal((await stored(withdrawal))?.status, 'EXPIRED');
  await settle(withdrawal, { status: 'sent', expiresAt });
  assert.deepEqual(await historyOf(withdrawal), [
    'EXPIRED PROCESSING poll',
    'PENDING EXPIRED clock',
    'PROCESSING COMPLETED poll',
  ]);
  assert.deepEqual(await eventsOf(app, withdrawal.id), [
    'withdrawal.expired',
    'withdrawal.completed',
  ]);
  assert.deepEqual(await alertsAbout(app, withdrawal.id), ['paid_out_late']);
});

test('an earlier status of the provider does not overwrite a later one', async () => {
  const withdrawal = await newcomer();
  const expiresAt = new Date(Date.now() - 1_000);
  await settle(withdrawal, { status: 'unsent', expiresAt });
  await settle(withdrawal, { status: 'sending', expiresAt });
  await settle(withdrawal, { status: 'unsent', expiresAt });
  const [row] = await app.db<{ said: string; isSoon: boolean }>`
    select provider_status as said, look_at < now() + interval '1 hour' as is_soon
    from withdrawals where id = ${withdrawal.id}`;
  assert.deepEqual(row, { said: 'sending', isSoon: true });
});

test('a payout in flight after its end raises an alert, and is checked often until it ends', async () => {
  const ends = [
    ['EXPIRED', { status: 'unsent', expiresAt: new Date(Date.now() - 1_000) }],
    ['FAILED', { status: 'canceled' }],
  ] as const;
  for (const [end, reading] of ends) {
    const withdrawal = await newcomer();
    await settle(withdrawal, reading);
    assert.ok(((await secondsToLook(app, withdrawal)) ?? 0) > 3_600);
    await moveClock(app, withdrawal.environmentId, 30 * 86_400_000);
    await settle(withdrawal, { status: 'sending' });
    assert.equal((await stored(withdrawal))?.status, end);
    assert.deepEqual(await alertsAbout(app, withdrawal.id), ['paying_out_late']);
    assert.ok(((await secondsToLook(app, withdrawal)) ?? Infinity) <= 60);
    await settle(withdrawal, { status: 'refunded' });
    assert.equal(await secondsToLook(app, withdrawal), undefined, 'it ended long ago');
  }
});

test('a payout changed before funding raises an alert once, and again when it is paid out', async () => {
  const withdrawal = await newcomer();
  const otherwise = { depositAddress: 'another' };
  const [unsent, sent] = ['{"status":"unsent"}', '{"status":"sent"}'];
  const timesTold = async (reading: Partial<PayoutAnswer>): Promise<number[]> => {
    await settle(withdrawal, { ...otherwise, ...reading });
    const rows = await app.db<{ kind: string; times: number }>`
      select kind, times from operator_alerts where subject = ${withdrawal.id}`;
    assert.deepEqual([...new Set(rows.map(({ kind }) => kind))], ['paid_out_differently']);
    return rows.map(({ times }) => times);
  };
  assert.deepEqual(await timesTold({ raw: unsent }), [1]);
  assert.deepEqual(await timesTold({ raw: unsent }), [1]);
  assert.deepEqual(await timesTold({ status: 'sent', raw: sent }), [2]);
});

test('one Pix pays one withdrawal: a second one that is given its id raises an alert', async () => {
  const pixEndToEndId = `E${'7'.repeat(31)}`;
  const tenant = await testEnvironment(app);
  const [first, second] = [
    await storedWithdrawal(app, tenant),
    await storedWithdrawal(app, tenant),
  ];
  for (const withdrawal of [first, second, first]) {
    await settle(withdrawal, { status: 'sent', pixEndToEndId });
    const known = await stored(withdrawal);
    assert.deepEqual([known?.status, known?.pixEndToEndId], ['COMPLETED', pixEndToEndId]);
  }
  assert.deepEqual(await alertsAbout(app, first.id), []);
  assert.deepEqual(await alertsAbout(app, second.id), ['paid_out_differently']);
});

test('of two withdrawals that are given one Pix at the same time, one raises the alert', async () => {
  const tenant = await testEnvironment(app);
  for (let round = 0; round < 5; round += 1) {
    const both = [await storedWithdrawal(app, tenant), await storedWithdrawal(app, tenant)];
    const pixEndToEndId = `E-at-once-${String(round)}-${both[0]?.id ?? ''}`;
    await Promise.all(both.map((one) => settle(one, { status: 'sent', pixEndToEndId })));
    const alerts = await Promise.all(both.map(({ id }) => alertsAbout(app, id)));
    assert.deepEqual(alerts.flat(), ['paid_out_differently']);
  }
});

test('a payout returned after completion changes no status and raises an alert', async () => {
  const withdrawal = await newcomer();
  await settle(withdrawal, { status: 'sent' });
  await settle(withdrawal, { status: 'refunded' });
  assert.equal((await stored(withdrawal))?.status, 'COMPLETED');
  assert.deepEqual(await eventsOf(app, withdrawal.id), ['withdrawal.completed']);
  assert.deepEqual(await alertsAbout(app, withdrawal.id), ['returned_after_payout']);
});

test('a withdrawal expires when the clock of its environment passes the provider’s expiration', async () => {
  const withdrawal = await newcomer();
  const expiresAt = new Date(Date.now() + 86_400_000);
  await settle(withdrawal, { status: 'unsent', expiresAt });
  assert.equal((await stored(withdrawal))?.status, 'PENDING');
  await moveClock(app, withdrawal.environmentId, 86_400_000 + 60_000);
  await settle(withdrawal, { status: 'unsent', expiresAt });
  assert.equal((await stored(withdrawal))?.status, 'EXPIRED');
});

test('a transaction that settles after another never uses an earlier time', async () => {
  const withdrawal = await newcomer();
  const { environmentId, id } = withdrawal;
  await app.db.begin(async (tx) => {
    await tx`select 1 as one`;
    await settle(withdrawal, { status: 'sent' });
    const locked = await lockWithdrawal(tx, app, environmentId, id);
    assert.ok(locked?.completedAt && locked.now >= locked.completedAt);
  });
});
