import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '../../test/app.ts';
import { onlyJob, openMailServer, SENT, statesOf, withMail } from '../../test/mails.ts';
import { openOlderDatabase } from '../../test/older-database.ts';
import { openOlderTenant } from '../../test/older-tenant.ts';
import { disableDeadEndpoints } from '../webhooks/disable-dead-endpoints.ts';
import { registerEndpoint } from '../webhooks/register-endpoint.ts';

test('a mail queued before mails could be sent is sent after the upgrade', async (t) => {
  const { db, upgrade } = await openOlderDatabase(t, '0007');
  const app = { ...(await testApp(t)), db };
  const { accountId, environment } = await openOlderTenant(db);
  const { id } = await registerEndpoint(app, environment, { url: 'http://127.0.0.1:9/hook' });
  await db`
    update webhook_endpoints set enabled = false, disabled_reason = 'dead',
      failing_since = now() - interval '6 days' where id = ${id}`;
  await db`
    insert into mails (account_id, kind, subject, sent_at) values
      (${accountId}, 'endpoint_disabled', ${id}, null),
      (${accountId}, 'endpoint_disabled', 'whe_00000000000000000000000000', now())`;

  await upgrade('all');
  await disableDeadEndpoints(app);
  const [endpoint] = await db<{ reason: string }>`
    select disabled_reason as reason from webhook_endpoints where id = ${id}`;
  assert.equal(endpoint?.reason, 'dead');
  const server = await openMailServer(t);
  await onlyJob(withMail(app, server.url)).turn();
  assert.equal(server.taken.length, 1);
  assert.deepEqual(await statesOf(app), [
    { tries: 0, ...SENT },
    { tries: 1, ...SENT },
  ]);
});
