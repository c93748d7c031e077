import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp, testEnvironment } from '../../test/app.ts';
import { losing } from '../../test/losing.ts';
import { onlyJob, openMailServer, oweMail, SENT, statesOf, withMail } from '../../test/mails.ts';

for (const when of ['before', 'after'] as const) {
  test(`a mail is not sent again if the database went away ${when} it was marked as sent`, async (t) => {
    const server = await openMailServer(t);
    const app = withMail(await testApp(t), server.url);
    const { accountId } = await testEnvironment(app);
    await oweMail(app, accountId);
    await onlyJob({ ...app, db: losing(app.db, /set sent_at = /, 2, when) }).turn();
    assert.deepEqual(await statesOf(app), [{ tries: 1, ...SENT }]);
    await onlyJob(app).turn();
    assert.equal(server.taken.length, 1);
  });
}
