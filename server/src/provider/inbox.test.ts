import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { newDeposit } from '../../test/deposits.ts';
import {
  closeNotices,
  deleteOldNotices,
  fileNotice,
  leaseNotices,
  listNoticesLike,
  markApplied,
  postpone,
} from './inbox.ts';

const app = await testApp();

test('notices of one charge stored concurrently revive the parked ones, without a deadlock', async () => {
  const { providerRef: qrId } = newDeposit();
  const words = ['approved', 'depix_sent', 'refunded', 'under_review'];
  const file = (status: string) => fileNotice(app, 'test', 'deposit', { qrId, status });
  for (const word of words) await file(word);
  for (let round = 0; round < 60; round += 1) {
    await app.db`
      update provider_inbox set due_at = null, outcome = 'early', tries = 16
      where provider_ref = ${qrId}`;
    await Promise.all(words.map(file));
    const parked = await app.db`
      select id from provider_inbox where provider_ref = ${qrId} and due_at is null`;
    assert.deepEqual(parked, []);
  }
});

test('an overlong status is rejected quickly, and stored as null', async () => {
  const { providerRef: qrId } = newDeposit();
  // A pattern tried at every position would take minutes.
  await fileNotice(app, 'test', 'deposit', { qrId, status: `${'a'.repeat(500_000)}!` });
  const [row] = await app.db`
    select status from provider_inbox where provider_ref = ${qrId}`;
  assert.deepEqual(row, { status: null });
});

test('a notice that an operator closes while a worker holds its lease stays closed', async () => {
  const { providerRef: qrId } = newDeposit();
  await fileNotice(app, 'test', 'withdraw', { id: qrId, status: 'sent' });
  const held = (await leaseNotices(app.db, ['withdraw'], 100, [])).filter(
    ({ providerRef }) => providerRef === qrId,
  );
  const [one] = held;
  assert.ok(one);
  const like = await listNoticesLike(app.db, one.id);
  await app.db.begin((tx) => closeNotices(tx, like));
  await postpone(app.db, held, 'unmatched');
  const [row] = await app.db`
    select outcome, due_at from provider_inbox where provider_ref = ${qrId}`;
  assert.deepEqual(row, { outcome: 'applied', dueAt: null });
});

test('a notice repeated while a worker holds its lease stays due, even if leased again since', async () => {
  const { providerRef: qrId } = newDeposit();
  const tell = () => fileNotice(app, 'test', 'withdraw', { id: qrId, status: 'sending' });
  const lease = async () =>
    (await leaseNotices(app.db, ['withdraw'], 100, [])).filter(
      ({ providerRef }) => providerRef === qrId,
    );
  await tell();
  const first = await lease();
  await tell();
  const second = await lease();
  assert.deepEqual([first[0]?.tries, second[0]?.tries], [1, 1]);
  await markApplied(app.db, first);
  const [row] = await app.db<{ due: boolean }>`
    select due_at is not null as due from provider_inbox where provider_ref = ${qrId}`;
  assert.deepEqual(row, { due: true });
});

test('no more notices are leased than requested, even with outdated table statistics', async () => {
  const { providerRef: qrId } = newDeposit();
  await app.db`delete from provider_inbox`;
  const file = (id: string) => fileNotice(app, 'test', 'med', { qrId, id });
  await file('one');
  // PostgreSQL then plans repeated scans of the table instead of looking up what is due.
  await app.db`vacuum analyze provider_inbox`;
  for (const id of ['two', 'three', 'four', 'five']) await file(id);
  assert.equal((await leaseNotices(app.db, ['med'], 2, [])).length, 2);
});

test('applied notices are deleted after their retention, and all others are kept', async () => {
  const [old, young, waiting] = [newDeposit(), newDeposit(), newDeposit()].map(
    ({ providerRef }) => providerRef,
  );
  for (const qrId of [old, young, waiting]) await fileNotice(app, 'test', 'deposit', { qrId });
  await app.db`
    update provider_inbox set due_at = null, outcome = 'applied'
    where provider_ref = any(${[old, young]})`;
  await app.db`
    update provider_inbox set received_at = now() - interval '130 days'
    where provider_ref = any(${[old, waiting]})`;
  assert.equal(await deleteOldNotices(app.db, 120), false);
  const left = await app.db<{ providerRef: string }>`
    select provider_ref from provider_inbox where provider_ref = any(${[old, young, waiting]})`;
  assert.deepEqual(left.map(({ providerRef }) => providerRef).sort(), [young, waiting].sort());
});
