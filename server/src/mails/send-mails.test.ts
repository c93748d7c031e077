import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { testApp, testEnvironment } from '../../test/app.ts';
import {
  LOGIN,
  onlyJob,
  openMailServer,
  oweMail,
  readable,
  SENT,
  statesOf,
  USER,
  withMail,
} from '../../test/mails.ts';
import { until } from '../../test/receiver.ts';
import type { App } from '../app.ts';
import { readConfig } from '../config.ts';
import { newId, type UserId } from '../ids.ts';
import { insertMembership } from '../members/store.ts';
import { mailJobs } from './jobs.ts';

/** Makes the waiting mails due immediately. */
async function skipWait({ db }: App): Promise<void> {
  await db`update mails set due_at = now() where due_at is not null`;
}

test("a mail is sent once to the account's owner, authenticated, with advice in two languages", async (t) => {
  const server = await openMailServer(t);
  const app = withMail(await testApp(t), server.url);
  const { accountId } = await testEnvironment(app);
  const id = await oweMail(app, accountId);
  const job = onlyJob(app);
  assert.equal(await job.turn(), false);
  await job.turn();
  assert.deepEqual(await statesOf(app), [{ tries: 1, ...SENT }]);
  assert.equal(server.taken.length, 1);
  const message = readable(server.taken[0] ?? '');
  const [account] = await app.db<{
    email: string;
  }>`select email from accounts where id = ${accountId}`;
  assert.ok(message.includes(`To: ${String(account?.email)}`), message);
  assert.match(message, /^From: Ponte <ponte@example.com>/m);
  assert.match(message, /^Subject: Webhook desativado \/ Webhook disabled: shop\.example/m);
  assert.match(message, /^Content-Type: text\/plain/m);
  for (const word of [
    id,
    accountId,
    'produção',
    'live mode',
    'cinco dias',
    'five days',
    '/replay',
  ]) {
    assert.ok(message.includes(word), `${word}: ${message}`);
  }
  assert.ok(message.indexOf('Olá') < message.indexOf('Hello'));
});

test("a mail's Message-ID has the installation's host name, and it is marked as automatic", async (t) => {
  const server = await openMailServer(t);
  const app = withMail(await testApp(t), server.url);
  const { accountId } = await testEnvironment(app);
  await oweMail(app, accountId);
  const config = { ...app.config, baseUrl: 'https://pay.example:8443' };
  await onlyJob({ ...app, config }).turn();
  const message = readable(server.taken[0] ?? '');
  assert.match(message, /^Message-ID: <\d+\.\d+@pay\.example>/m);
  assert.match(message, /^Auto-Submitted: auto-generated/m);
});

test("an account's mails go to its creator, and to another owner once the creator has left", async (t) => {
  const server = await openMailServer(t);
  const app = withMail(await testApp(t), server.url);
  const { accountId } = await testEnvironment(app);
  const recipientNow = async (): Promise<string | undefined> => {
    await oweMail(app, accountId);
    await onlyJob(app).turn();
    return /^To: (\S+)/m.exec(server.taken.at(-1) ?? '')?.[1];
  };
  const join = async (email: string, role: 'owner' | 'admin'): Promise<UserId> => {
    const id = newId('usr');
    await app.db`
      insert into users (id, email, email_confirmed_at) values (${id}, ${email}, now())`;
    await insertMembership(app.db, accountId, id, role);
    return id;
  };
  const [account] = await app.db<{ email: string }>`
    select email from accounts where id = ${accountId}`;
  const maker = String(account?.email);
  await join('admin@example.com', 'admin');
  assert.equal(await recipientNow(), maker, 'it has no owner');
  await join('second@example.com', 'owner');
  const makerId = await join(maker, 'owner');
  assert.equal(await recipientNow(), maker, 'its creator is an owner');
  await app.db`delete from memberships where user_id = ${makerId}`;
  assert.equal(await recipientNow(), 'second@example.com');
});

test('a mail queued again is sent again, also while the first is being sent', async (t) => {
  const held = Promise.withResolvers<undefined>();
  const server = await openMailServer(t, {}, async (taken) => {
    if (taken === 1) await held.promise;
  });
  const app = withMail(await testApp(t), server.url);
  const { accountId } = await testEnvironment(app);
  const id = await oweMail(app, accountId);
  const job = onlyJob(app);
  const first = job.turn();
  await until(() => server.taken.length === 1);
  await oweMail(app, accountId, id);
  held.resolve(undefined);
  await first;
  assert.deepEqual(await statesOf(app), [{ tries: 0, sent: false, waits: true }]);
  await job.turn();
  assert.deepEqual(await statesOf(app), [{ tries: 1, ...SENT }]);
  assert.equal(server.taken.length, 2);
});

test('concurrent workers send each mail once', async (t) => {
  const server = await openMailServer(t);
  const app = withMail(await testApp(t), server.url);
  const { accountId } = await testEnvironment(app);
  for (let made = 0; made < 30; made += 1) await oweMail(app, accountId);
  await Promise.all(
    [0, 1, 2, 3].map(async () => {
      const job = onlyJob(app);
      while (await job.turn());
    }),
  );
  assert.equal(server.taken.length, 30);
  const ids = server.taken.map((message) => /^Message-ID: (.*)$/m.exec(message)?.[1]);
  assert.equal(new Set(ids).size, 30);
});

test('a refused mail is retried with growing delays, up to twelve attempts', async (t) => {
  let isRefusing = true;
  const server = await openMailServer(t, {
    onRcptTo: (_address, _session, done) =>
      done(isRefusing ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
  });
  const app = withMail(await testApp(t), server.url);
  const { accountId } = await testEnvironment(app);
  await oweMail(app, accountId);
  const job = onlyJob(app);
  const waits: number[] = [];
  for (let tries = 1; tries <= 12; tries += 1) {
    await job.turn();
    await job.turn();
    const [row] = await app.db<{ tries: number; minutes: number | null }>`
      select tries, extract(epoch from due_at - now())::float8 / 60 as minutes from mails`;
    assert.equal(row?.tries, tries);
    waits.push(Math.round(row?.minutes ?? -1));
    await skipWait(app);
  }
  assert.deepEqual(waits, [1, 5, 15, 60, 180, 360, 720, 1_440, 1_440, 1_440, 1_440, -1]);
  assert.deepEqual(await statesOf(app), [{ tries: 12, sent: false, waits: false }]);
  isRefusing = false;
  await job.turn();
  assert.equal(server.taken.length, 0);
});

test('a wrong password, a missing one, wrong TLS, a closed port or a refused connection leave the mail waiting', async (t) => {
  const server = await openMailServer(t);
  const app = await testApp(t);
  const { accountId } = await testEnvironment(app);
  await oweMail(app, accountId);
  const silent = await openMailServer(t, {
    onConnect: (_session, done) => done(new Error('go away')),
  });
  for (const url of [
    server.url.replace(LOGIN, 'ponte:wrong@'),
    server.url.replace(LOGIN, ''),
    server.url.replace('smtp:', 'smtps:'),
    'smtp://127.0.0.1:9',
    silent.url,
  ]) {
    await onlyJob(withMail(app, url)).turn();
    await skipWait(app);
  }
  assert.deepEqual(await statesOf(app), [{ tries: 5, sent: false, waits: true }]);
  assert.deepEqual([server.taken.length, silent.taken.length], [0, 0]);
  await onlyJob(withMail(app, server.url)).turn();
  assert.equal(server.taken.length, 1);
});

test("no log line contains the owner's address, the password or the mail's content", async (t) => {
  const lines: string[] = [];
  const server = await openMailServer(t, {
    onRcptTo: ({ address }, _session, done) => done(new Error(`no mailbox for ${address}`)),
  });
  const app = withMail(await testApp(t), server.url);
  const { accountId } = await testEnvironment(app);
  const [account] = await app.db<{
    email: string;
  }>`select email from accounts where id = ${accountId}`;
  await oweMail(app, accountId);
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  await onlyJob({ ...app, log }).turn();
  assert.equal(lines.length, 1);
  assert.match(lines.join(), /mail not sent/);
  for (const word of [String(account?.email), USER.password, 'shop.example']) {
    assert.ok(!lines.join().includes(word), lines.join());
  }
});

test('without a mail server and a mailbox mails wait, and an hourly job logs it', async (t) => {
  const lines: string[] = [];
  const app = await testApp(t);
  const { accountId } = await testEnvironment(app);
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const config = readConfig({ PONTE_BASE_URL: 'https://pay.example' });
  const job = onlyJob({ ...app, config, log });
  assert.equal(job.everyMs, 3_600_000);
  await job.turn();
  assert.deepEqual(lines, []);
  await oweMail(app, accountId);
  await oweMail(app, accountId);
  assert.equal(await job.turn(), false);
  assert.equal(lines.length, 1);
  assert.match(lines.join(), /"mails":2.*PONTE_SMTP_URL/);
  assert.deepEqual(await statesOf(app), [
    { tries: 0, sent: false, waits: true },
    { tries: 0, sent: false, waits: true },
  ]);
});

test('a mail that cannot be decrypted is retried like any other and does not delay others', async (t) => {
  const server = await openMailServer(t);
  const app = withMail(await testApp(t), server.url);
  const { accountId } = await testEnvironment(app);
  await oweMail(app, accountId);
  await app.db`update mails set facts = 'v1:other:AAAA'`;
  await oweMail(app, accountId);
  await onlyJob(app).turn();
  assert.deepEqual(await statesOf(app), [
    { tries: 1, sent: false, waits: true },
    { tries: 1, ...SENT },
  ]);
});

test('a sent mail is deleted after the retention period, and a waiting one is not', async (t) => {
  const app = await testApp(t);
  const { accountId } = await testEnvironment(app);
  const [, waiting, fresh] = [
    await oweMail(app, accountId),
    await oweMail(app, accountId),
    await oweMail(app, accountId),
  ];
  await app.db`
    update mails set created_at = now() - interval '181 days' where subject <> ${fresh}`;
  await app.db`
    update mails set sent_at = now(), due_at = null where subject <> ${waiting}`;
  const job = mailJobs(app).find(({ name }) => name === 'forget mails');
  assert.equal(await job?.turn(), false);
  const left = await app.db<{ subject: string }>`select subject from mails order by id`;
  assert.deepEqual(
    left.map(({ subject }) => subject),
    [waiting, fresh],
  );
});
