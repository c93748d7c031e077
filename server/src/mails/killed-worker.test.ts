import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { urlBehind } from '../../test/database.ts';
import { onlyJob, openMailServer, oweMail, SENT, statesOf, withMail } from '../../test/mails.ts';
import { ENTRIES } from '../launch/entries.ts';
import { openVault } from '../platform/vault.ts';

test('a mail whose worker is killed after the server accepted it is sent again, with the same id', async (t) => {
  const taken = Promise.withResolvers<undefined>();
  const server = await openMailServer(t, {}, async (count) => {
    if (count > 1) return;
    taken.resolve(undefined);
    // The server accepts the first mail, and the worker never gets the answer.
    await new Promise(() => undefined);
  });
  const keys = `k1:${randomBytes(32).toString('base64')}`;
  const app = withMail({ ...(await testApp(t)), vault: openVault(keys) }, server.url);
  const { accountId } = await testEnvironment(app);
  await oweMail(app, accountId);
  const worker = spawn(process.execPath, [ENTRIES.worker], {
    env: {
      ...process.env,
      DATABASE_URL: await urlBehind(app.db),
      PONTE_ENCRYPTION_KEYS: keys,
      PONTE_SMTP_URL: server.url,
      PONTE_MAIL_FROM: 'ponte@example.com',
      PONTE_PARENT_PIPE: '1',
    },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = once(worker, 'exit');
  await taken.promise;
  worker.kill('SIGKILL');
  await gone;
  const job = onlyJob(app);
  await job.turn();
  assert.equal(server.taken.length, 1);
  await app.db`update mails set lease_until = now() - interval '1 ms'`;
  await job.turn();
  assert.deepEqual(await statesOf(app), [{ tries: 1, ...SENT }]);
  const ids = server.taken.map((message) => /^Message-ID: (.*)$/m.exec(message)?.[1]);
  assert.deepEqual([ids.length, new Set(ids).size], [2, 1]);
});
