import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApi } from '../../src/api.ts';
import { newId } from '../../src/ids.ts';
import { readMailbox } from '../../src/mailbox/read-mailbox.ts';
import { registerMailboxRoutes } from '../../src/mailbox/routes.ts';
import { cents } from '../../src/money.ts';
import { openHttp } from '../../src/platform/http.ts';
import { countWaitingMails } from '../../src/mails/store.ts';
import { notifyManagers as notifyOfReversal } from '../../src/reversals/notify-managers.ts';
import type { ReportedReversal } from '../../src/reversals/store.ts';
import { openGateway } from '../gateway.ts';
import { testEnvironment } from '../app.ts';
import { say } from '../contract/requests.ts';
import { onlyJob } from '../mails.ts';
import { ADDRESS } from '../merchant.ts';
import { openPerson } from '../person.ts';
import { newEmail, openVisitor, PASSWORD, subjectsTo } from '../visitor.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

const mailsTo = (email: string) => subjectsTo(gateway, email);

function askMailbox(host: string, version = '1.1'): Promise<string> {
  const head = `GET /dev/mailbox.json HTTP/${version}\r\nHost: ${host}\r\nConnection: close`;
  return say(gateway.url, `${head}\r\n\r\n`);
}

async function openTeam() {
  const { accountId } = await testEnvironment(app);
  const [owner, admin, developer] = [
    await openPerson(gateway, { [accountId]: 'owner' }),
    await openPerson(gateway, { [accountId]: 'admin' }),
    await openPerson(gateway, { [accountId]: 'developer' }),
  ];
  await app.db`update users set language = 'en' where id = ${admin.userId}`;
  return { accountId, owner, admin, developer };
}

test('mails are in the mailbox right after the response, newest first, in the documented format', async () => {
  const visitor = openVisitor(gateway);
  const emails = [newEmail(), newEmail()];
  for (const email of emails) await visitor.call('POST', '/sign-up', { email, password: PASSWORD });
  const answer = await fetch(`${gateway.url}/dev/mailbox.json`);
  assert.match(String(answer.headers.get('content-type')), /^application\/json/);
  const mails = (await answer.json()) as Record<string, string>[];
  const [newest, before] = mails;
  assert.deepEqual([newest?.['to'], before?.['to']], [emails[1], emails[0]]);
  assert.deepEqual(Object.keys(newest ?? {}).sort(), ['at', 'html', 'subject', 'text', 'to']);
  assert.ok(Date.parse(String(newest?.['at'])) >= Date.parse(String(before?.['at'])));
  assert.ok(newest?.['html']?.startsWith('<!doctype html>'));
});

test('the mailbox page links into this installation and contains no script', async () => {
  const visitor = openVisitor(gateway);
  await visitor.call('POST', '/sign-up', { email: newEmail(), password: PASSWORD });
  const answer = await fetch(`${gateway.url}/dev/mailbox`);
  const page = await answer.text();
  assert.match(String(answer.headers.get('content-security-policy')), /default-src 'none'/);
  assert.ok(page.includes(`<a href="${gateway.url}/app/confirm#`), page);
  assert.ok(!/<script/i.test(page));
  assert.match(page, />\d{2}\/\d{2}\/\d{4} às \d{2}:\d{2} \(Brasília\)<\/time>/);
  assert.equal((await visitor.call('GET', '/entry')).body['mailbox'], true);
});

test('the mailbox page is in the language of the browser', async () => {
  for (const [language, lang, title] of [
    ['pt-BR', 'pt-BR', 'Caixa de entrada de desenvolvimento'],
    ['en-US', 'en', 'Development mailbox'],
  ] as const) {
    const headers = { 'accept-language': language };
    const page = await (await fetch(`${gateway.url}/dev/mailbox`, { headers })).text();
    assert.ok(page.includes(`<html lang="${lang}">`), page);
    assert.ok(page.includes(`<h1>${title}</h1>`), page);
  }
});

test('the mailbox is not found under another host name', async () => {
  const { port } = app.config;
  for (const host of ['evil.example', `evil.example:${String(port)}`, 'localhost.evil.example']) {
    assert.match(await askMailbox(host), /^HTTP\/1\.1 404 /, host);
  }
});

test('the mailbox is not found from other machines or through a proxy', async () => {
  const http = openHttp(app.log, (routes) => registerMailboxRoutes(routes, app));
  const ask = async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const url = '/dev/mailbox.json';
    const asked = { url, remoteAddress, headers: { host: 'localhost:3000', ...headers } };
    return (await http.inject(asked)).statusCode;
  };
  for (const near of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) assert.equal(await ask(near), 200);
  for (const far of ['203.0.113.9', '172.17.0.1', '::ffff:10.0.0.1', '2001:db8::1']) {
    assert.equal(await ask(far), 404, far);
  }
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host']) {
    assert.equal(await ask('127.0.0.1', { [name]: 'localhost' }), 404, name);
  }
});

test('the mailbox is not found over HTTP/1.0, which undeclared proxies use', async () => {
  const { host } = new URL(gateway.url);
  assert.match(await askMailbox(host, '1.0'), /^HTTP\/1\.1 404 /);
  assert.match(await askMailbox(host), /^HTTP\/1\.1 200 /);
});

test('behind a trusted proxy the mailbox is not offered', async (t) => {
  const config = { ...app.config, trustedProxies: ['127.0.0.1'] };
  const http = openApi({ ...app, config });
  t.after(() => http.close());
  const answer = await http.inject('/app/api/entry');
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.json<{ mailbox: boolean }>().mailbox, false);
});

test('mails to the mailbox count as sent, and none stays queued', async () => {
  const visitor = openVisitor(gateway);
  await visitor.call('POST', '/sign-up', { email: newEmail(), password: PASSWORD });
  const job = onlyJob(app);
  assert.equal(job.name, 'send mails');
  while (await job.turn());
  assert.equal(await countWaitingMails(app.db), 0);
});

test('adding or deleting a wallet mails owners and administrators once, each in their language', async () => {
  const { accountId, owner, admin, developer } = await openTeam();
  const path = `/accounts/${accountId}/test/wallets`;
  const added = await owner.call('POST', path, { liquidAddress: ADDRESS.test, label: 'Cofre' });
  assert.equal(added.status, 201, added.text);
  assert.deepEqual(await mailsTo(owner.email), ['[Teste] Carteira alterada']);
  assert.deepEqual(await mailsTo(admin.email), ['[Test] Wallet changed']);
  assert.deepEqual(await mailsTo(developer.email), []);
  const again = await owner.call('POST', path, { liquidAddress: ADDRESS.test });
  assert.equal(again.status, 409);
  assert.equal((await mailsTo(owner.email)).length, 1);
  const id = String(added.body['id']);
  assert.equal((await owner.call('DELETE', `${path}/${id}`)).status, 204);
  assert.equal((await owner.call('DELETE', `${path}/${id}`)).status, 404);
  assert.equal((await mailsTo(owner.email)).length, 2);
});

test('a reversal is mailed once per classification', async () => {
  const { accountId, owner, developer } = await openTeam();
  const [environment] = await app.db<{ id: `env_${string}` }>`
    select id from environments where account_id = ${accountId} and mode = 'test'`;
  assert.ok(environment);
  const reversal = {
    environmentId: environment.id,
    id: newId('med'),
    kind: 'med',
    disputed: false,
    amountCents: cents(5_000),
    deadline: new Date('2026-11-28T12:00:00Z'),
  } as const;
  const tell = (change: Partial<ReportedReversal> = {}) =>
    app.db.begin((tx) => notifyOfReversal(tx, app, { ...reversal, ...change }));
  await tell();
  await tell();
  assert.equal((await mailsTo(owner.email)).length, 1);
  await tell({ disputed: true });
  await tell({ disputed: true, kind: 'estorno' });
  const mails = (await readMailbox(app)).filter(({ to }) => to === owner.email);
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    [
      '[Teste] Estorno recebido: R$\u00a050,00',
      '[Teste] MED recebido: prazo 28/11/2026 às 09:00 (Brasília)',
      '[Teste] Pagamento devolvido pelo provedor: R$\u00a050,00',
    ],
  );
  assert.deepEqual(await mailsTo(developer.email), []);
});
