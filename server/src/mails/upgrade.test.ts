import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { testDatabase } from '../../test/database.ts';
import { onlyJob, openMailServer, SENT, statesOf, withMail } from '../../test/mails.ts';
import { openOlderTenant } from '../../test/older-tenant.ts';
import { query } from '../../test/query.ts';
import type { App } from '../app.ts';
import { readConfig } from '../config.ts';
import { connect } from '../platform/db.ts';
import { migrate } from '../platform/migrate.ts';
import { openVault } from '../platform/vault.ts';
import { disableDeadEndpoints } from '../webhooks/disable-dead-endpoints.ts';
import { registerEndpoint } from '../webhooks/register-endpoint.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');

test('a mail queued before mails could be sent is sent after the upgrade', async (t) => {
  const older = await mkdtemp(join(tmpdir(), 'ponte-migrations-'));
  t.after(() => rm(older, { recursive: true }));
  for (const name of (await readdir(MIGRATIONS)).filter((file) => file < '0007')) {
    await cp(join(MIGRATIONS, name), join(older, name));
  }
  const url = await testDatabase(t);
  await query(url, 'drop schema public cascade; create schema public');
  await migrate(url, older);
  const db = connect({ url, connections: 4, onError: () => undefined });
  t.after(() => db.end());
  const app: App = {
    config: readConfig({}),
    db,
    vault: openVault(`k1:${randomBytes(32).toString('base64')}`),
    log: pino({ level: 'silent' }),
    providerOf: () => undefined,
    chainOf: () => undefined,
  };
  const { accountId, environment } = await openOlderTenant(db);
  const { id } = await registerEndpoint(app, environment, { url: 'http://127.0.0.1:9/hook' });
  await db`
    update webhook_endpoints set enabled = false, disabled_reason = 'dead',
      failing_since = now() - interval '6 days' where id = ${id}`;
  await db`
    insert into mails (account_id, kind, subject, sent_at) values
      (${accountId}, 'endpoint_disabled', ${id}, null),
      (${accountId}, 'endpoint_disabled', 'whe_00000000000000000000000000', now())`;

  await migrate(url, MIGRATIONS);
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
