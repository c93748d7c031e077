import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { storedDeposit } from '../../test/deposits.ts';
import { patientBulkhead } from '../../test/patient-bulkhead.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import { openNoticeHandler } from '../deposits/open-notice-handler.ts';
import { DatabaseAwayError } from '../platform/db.ts';
import { applyNotices } from './apply-notices.ts';
import { fileNotice, type Notice } from './inbox.ts';

test('notices that an outage of the database cut short do not wait until their lease runs out', async (t) => {
  const away = new DatabaseAwayError(new Error('the connection is gone'), 0);
  const app = await testApp(t, {
    providerOf: () => silentProvider({ readCharge: () => Promise.reject(away) }),
  });
  const { providerRef } = await storedDeposit(app, await testEnvironment(app));
  const dueSoon = () => app.db<{ soon: boolean }>`
    select due_at < now() + interval '5 seconds' as soon from provider_inbox`;
  await fileNotice(app, 'test', 'deposit', { qrId: providerRef, status: 'approved' });
  const cutShort = new Set<Notice>();
  const turn = () => applyNotices(app, openNoticeHandler(app), patientBulkhead(), cutShort);
  await assert.rejects(turn(), DatabaseAwayError);
  assert.deepEqual(await dueSoon(), [{ soon: false }]);
  await turn();
  assert.deepEqual(await dueSoon(), [{ soon: true }]);
});
