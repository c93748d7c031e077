import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import type { App } from '../app.ts';
import { openVault } from '../platform/vault.ts';
import { fileNotice } from '../provider/inbox.ts';
import { deleteOldTestAlerts, listAlerts, listWords, raiseAlert, resolveAlert } from './store.ts';

test('a detail stored under an older key is recognized when it is repeated', async (t) => {
  const own = await testApp(t);
  const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
  const [old, young] = [key('old'), key('young')];
  const before: App = { ...own, vault: openVault(old) };
  const rotated: App = { ...own, vault: openVault(`${young},${old}`) };
  const alert = {
    environmentId: null,
    kind: 'unknown_status',
    subject: 'x',
    detail: 'odd',
  } as const;
  await raiseAlert(own.db, before, alert);
  const [raised] = await listAlerts(own.db, false);
  assert.ok(raised);
  await resolveAlert(own.db, raised.id);
  await raiseAlert(own.db, rotated, alert);
  assert.deepEqual(await listAlerts(own.db, false), []);
  assert.deepEqual(await listWords(rotated, raised.id), ['odd']);
  await raiseAlert(own.db, rotated, { ...alert, detail: 'odder' });
  assert.equal((await listAlerts(own.db, false)).length, 1);
});

test('what no key opens does not hide the rest of what was said', async (t) => {
  const own = await testApp(t);
  const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;
  const [lost, held] = [key('lost'), key('held')];
  const alert = { environmentId: null, kind: 'unknown_status', subject: 'x' } as const;
  await raiseAlert(own.db, { ...own, vault: openVault(lost) }, { ...alert, detail: 'odd' });
  const left: App = { ...own, vault: openVault(held) };
  await raiseAlert(own.db, left, { ...alert, detail: 'odder' });
  const [raised] = await listAlerts(own.db, false);
  assert.ok(raised);
  assert.deepEqual(await listWords(left, raised.id), ['(no encryption key opens this)', 'odder']);
});

test('a resolved alert about a nonsensical answer is reopened even by the same detail', async (t) => {
  const own = await testApp(t);
  const alert = {
    environmentId: null,
    kind: 'nonsense_answer',
    subject: 'x',
    detail: '{}',
  } as const;
  await raiseAlert(own.db, own, alert);
  const [raised] = await listAlerts(own.db, false);
  assert.ok(raised);
  await resolveAlert(own.db, raised.id);
  await raiseAlert(own.db, own, alert);
  assert.deepEqual(
    (await listAlerts(own.db, false)).map(({ id, times }) => [id, times]),
    [[raised.id, 2]],
  );
});

test('alerts of live mode are listed before any number of others, whoever raises those', async (t) => {
  const own = await testApp(t);
  const live = await testEnvironment(own, 'live');
  const stranger = await testEnvironment(own);
  const paidShort = { kind: 'paid_short', environmentId: live.environment.id } as const;
  await raiseAlert(own.db, own, { ...paidShort, subject: 'first' });
  await raiseAlert(own.db, own, { ...paidShort, environmentId: null, subject: 'of nobody' });
  await own.db`
    insert into operator_alerts (environment_id, kind, subject)
    select ${stranger.environment.id}, 'paid_short', 'rehearsal ' || nth
    from generate_series(1, 1000) as nth`;
  const listed = await listAlerts(own.db, false);
  assert.equal(listed.length, 1_000);
  assert.deepEqual(
    listed.slice(0, 2).map(({ subject }) => subject),
    ['of nobody', 'first'],
  );
});

test('only alerts of test mode that were resolved and quiet for long enough are deleted', async (t) => {
  const own = await testApp(t);
  const rehearsal = (await testEnvironment(own)).environment.id;
  const live = (await testEnvironment(own, 'live')).environment.id;
  await fileNotice(own, 'test', 'deposit', { qrId: 'a'.repeat(32) });
  const [notice] = await own.db<{ id: number }>`select id from provider_inbox`;
  const paidShort = { kind: 'paid_short', environmentId: rehearsal, detail: 'odd' } as const;
  const ofNobody = { ...paidShort, environmentId: null };
  await raiseAlert(own.db, own, { ...paidShort, subject: 'old' });
  await raiseAlert(own.db, own, {
    ...ofNobody,
    subject: 'old, by its notice',
    noticeId: notice?.id,
  });
  const kept = ['open', 'live', 'of no known mode', 'resolved lately', 'heard of lately'];
  await raiseAlert(own.db, own, { ...paidShort, subject: 'open' });
  await raiseAlert(own.db, own, { ...paidShort, environmentId: live, subject: 'live' });
  await raiseAlert(own.db, own, { ...ofNobody, subject: 'of no known mode' });
  await raiseAlert(own.db, own, { ...paidShort, subject: 'resolved lately' });
  await raiseAlert(own.db, own, { ...paidShort, subject: 'heard of lately' });
  await own.db`
    update operator_alerts set
      resolved_at = case subject when 'open' then null when 'resolved lately' then now()
        else now() - interval '181 days' end,
      updated_at = case subject when 'heard of lately' then now()
        else now() - interval '181 days' end`;
  assert.equal(await deleteOldTestAlerts(own.db, 180), false);
  const left = await listAlerts(own.db, true);
  assert.deepEqual(left.map(({ subject }) => subject).toSorted(), kept.toSorted());
  const words = await own.db<{ alertId: number }>`select alert_id from operator_alert_words`;
  assert.equal(words.length, kept.length);
});
