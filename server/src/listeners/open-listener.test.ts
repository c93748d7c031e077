import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { countWaiting } from '../../test/locks.ts';
import { until } from '../../test/receiver.ts';
import { disableAway } from '../webhooks/store.ts';
import { openListener } from './open-listener.ts';
import { lockAwayListeners } from './store.ts';

test('a listener opened while it is being put away is enabled, and learns since when it missed events', async (t) => {
  const app = await testApp(t);
  const { environment } = await testEnvironment(app);
  const open = () => openListener(app, environment, { name: 'desk' });
  await open();
  await app.db`update listeners set seen_at = now() - interval '4 days'`;
  let opening: ReturnType<typeof open> | undefined;
  await app.db.begin(async (tx) => {
    const away = await lockAwayListeners(tx, 3, 100);
    assert.equal(away.length, 1);
    opening = open();
    await until(async () => (await countWaiting(app)) > 0);
    await disableAway(tx, away);
  });
  const opened = await opening;
  assert.equal(opened?.endpoint.enabled, true);
  assert.ok(opened.missedSince);
});
