import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runPonte } from '../../test/contract/ponte.ts';
import { openChainServer } from '../../test/esplora.ts';
import { openGateway } from '../../test/gateway.ts';
import { testEnvironment } from '../../test/app.ts';
import { listen } from '../../test/listen.ts';
import { ADDRESS, PAYER } from '../../test/merchant.ts';
import { readConfig } from '../config.ts';
import { openPooler } from '../../test/pooler.ts';
import { makeDirectory, startNode } from '../../test/roles/node.ts';
import { listKnownRefs } from '../deposits/store.ts';
import { writeSafeMode } from '../installations/store.ts';
import { isObject } from '../platform/json.ts';
import { partnerToken } from '../sandbox/partner.ts';
import { lookAtToken } from './check-provider.ts';
import { lookAtMail, lookAtProxies } from './check-surroundings.ts';
import { type Finding, lookAt, ok } from './finding.ts';

const gateway = await openGateway();
const { app } = gateway;
const dataDir = await makeDirectory({ after });

/** The environment variables that describe the gateway. */
const ENV: Readonly<Record<string, string>> = {
  PONTE_DATA_DIR: dataDir,
  PORT: String(app.config.port),
  PONTE_ENCRYPTION_KEYS: app.config.encryptionKeys ?? '',
  PONTE_SANDBOX_URL: app.config.sandbox?.url ?? '',
  PONTE_SANDBOX_SECRET: app.config.sandbox?.secret ?? '',
  PONTE_SANDBOX_WEBHOOK_SECRET: app.config.sandbox?.webhookSecret ?? '',
};

async function findings(
  env: Record<string, string> = {},
  ...args: string[]
): Promise<{ status: number; failed: Finding[]; of: (check: string) => Finding }> {
  const { status, output, errors } = await runPonte(app.config, ['doctor', '--json', ...args], {
    ...ENV,
    ...env,
  });
  assert.equal(errors, '');
  const printed: unknown = JSON.parse(output);
  assert.ok(isObject(printed) && Array.isArray(printed['findings']));
  // Each finding is judged below.
  const found = printed['findings'] as Finding[];
  for (const one of found) assert.equal(one.verdict === 'ok', one.todo === undefined, one.found);
  return {
    status,
    failed: found.filter(({ verdict }) => verdict === 'fail'),
    of: (check) => {
      const one = found.find((finding) => finding.check === check);
      assert.ok(one, `${check} is not among ${found.map((finding) => finding.check).join()}`);
      return one;
    },
  };
}

test('the sandbox check creates a real charge, which leaves no deposit or alert', async () => {
  const { status, failed, of } = await findings();
  // The tests' database trades durability for speed.
  assert.deepEqual([status, failed.map(({ check }) => check)], [1, ['database']]);
  assert.match(of('database').found, /fsync off/);
  for (const check of ['migrations', 'encryption keys', 'clock', 'queues', 'fees', 'disk']) {
    assert.equal(of(check).verdict, 'ok', of(check).found);
  }
  assert.equal(of('disk').found, 'the database of DATABASE_URL keeps its own');
  assert.deepEqual(
    [of('provider, test').verdict, of('provider, test').found],
    ['ok', 'a charge was made and read back'],
  );
  assert.equal(of('provider, live').verdict, 'ok');
  assert.match(of('public address').found, /this machine only/);
  assert.match(of('mail').todo ?? '', /PONTE_SMTP_URL/);
  // The check leaves no trace for a merchant or an operator.
  const [left] = await app.db<{ alerts: number; deposits: number }>`
    select (select count(*) from operator_alerts) as alerts,
      (select count(*) from deposits) as deposits`;
  assert.deepEqual(left, { alerts: 0, deposits: 0 });
});

test('a slow database connection is not a failure', async (t) => {
  const far = new URL(app.config.databaseUrl ?? '');
  const slow = createServer((socket) => {
    const near = connect(Number(far.port), far.hostname);
    for (const one of [socket, near]) one.on('error', () => undefined);
    setTimeout(() => socket.pipe(near).pipe(socket), 2_000);
  });
  const url = new URL(far);
  url.port = String(await listen(slow));
  t.after(() => slow.close());
  const { output } = await runPonte({ ...app.config, databaseUrl: url.href }, ['doctor'], ENV);
  for (const check of ['migrations', 'encryption keys', 'safe mode', 'alerts', 'books', 'queues']) {
    assert.match(output, new RegExp(`^ok {4}${check} `, 'm'), output);
  }
});

test('an installation of npm start has no failures, running or stopped', async (t) => {
  const own = join(await makeDirectory(t), 'data');
  const node = await startNode(t, ['start'], { PONTE_DATA_DIR: own, PORT: '0' });
  const look = () => runPonte({ databaseUrl: '', dataDir: own }, ['doctor'], { PORT: '0' });
  const running = await look();
  assert.equal(running.status, 0, running.output);
  assert.match(running.output, /^ok {4}disk +\d+\.\d GB free in \S+\/data\/postgres$/m);
  assert.match(running.output, /^ok {4}provider, test +a charge was made and read back$/m);
  assert.match(running.output, /^ok {4}server +process \d+ at http:\S+ is ready$/m);
  const note = JSON.parse(await readFile(join(own, 'running.json'), 'utf8')) as { pid: number };
  await node.stop('SIGKILL');
  // The file is left behind, and no longer believed.
  assert.ok(note.pid > 0 && existsSync(join(own, 'running.json')));
  const stopped = await look();
  assert.equal(stopped.status, 0, stopped.output);
  assert.match(stopped.output, /^ok {4}disk +\d+\.\d GB free in \S+\/data\/postgres$/m);
  assert.match(stopped.output, /^warn {2}provider, test +no sandbox runs here$/m);
  assert.match(stopped.output, /^ok {4}server +nothing started by npm start runs/m);
  const again = await startNode(t, ['start'], { PONTE_DATA_DIR: own, PORT: '0' });
  await again.stop();
  assert.ok(!existsSync(join(own, 'running.json')));
});

test('each failed check is reported with what to do', async (t) => {
  t.after(() => writeSafeMode(app.db, false, null));
  await writeSafeMode(app.db, true, 'drill');
  await testEnvironment(app);
  const { status, of } = await findings({
    PONTE_ENCRYPTION_KEYS: `k9:${Buffer.alloc(32, 9).toString('base64')}`,
    PONTE_SANDBOX_URL: 'http://127.0.0.1:9',
    PONTE_BASE_URL: 'http://10.255.255.1.invalid',
    PONTE_SMTP_URL: 'smtp://127.0.0.1:9',
    PONTE_MAIL_FROM: 'ponte@example.com',
    PONTE_EULEN_TOKEN: 'token',
    PONTE_EULEN_BASE_URL: 'http://127.0.0.1:9',
    PONTE_PROVIDER_DEPOSIT_FEE_CENTS: '150',
  });
  assert.equal(status, 1);
  assert.match(of('fees').todo ?? '', /account set/);
  assert.match(of('safe mode').found, /drill/);
  assert.deepEqual(
    ['provider, test', 'public address', 'mail', 'split address'].map((one) => of(one).verdict),
    ['fail', 'fail', 'fail', 'fail'],
  );
  assert.equal(of('provider notices').verdict, 'warn');
});

test('a missing encryption key is a failure', async () => {
  await app.db`
    insert into encryption_keys (id, proof) values ('lost', 'v1:lost:AAAA') on conflict do nothing`;
  const { of } = await findings();
  assert.match(of('encryption keys').found, /lost/);
  await app.db`delete from encryption_keys where id = 'lost'`;
});

test('an unusable chain server is a warning that names its setting', async (t) => {
  const server = await openChainServer(t);
  const test = { PONTE_ESPLORA_TEST_URL: server.url };
  const near = await findings();
  assert.match(near.of('chain, test').found, /^127\.0\.0\.1:\d+ answers; its newest block is \d+$/);
  const well = await findings(test);
  assert.match(well.of('chain, test').found, /its newest block is 100$/);
  server.genesis = 'ab'.repeat(32);
  const wrong = await findings(test);
  assert.equal(wrong.of('chain, test').verdict, 'warn');
  assert.match(wrong.of('chain, test').found, /not that of the network testnet/);
  assert.match(wrong.of('chain, test').todo ?? '', /PONTE_ESPLORA_TEST_URL/);
  const live = { PONTE_EULEN_TOKEN: 'token', PONTE_EULEN_BASE_URL: 'http://127.0.0.1:9' };
  const none = await findings({ ...live, PONTE_ESPLORA_URL: 'none' });
  assert.match(none.of('chain, live').found, /switched off/);
  const down = await findings({ ...live, PONTE_ESPLORA_URL: 'http://127.0.0.1:9/secret' });
  assert.match(down.of('chain, live').found, /^127\.0\.0\.1:9: it does not answer$/);
});

test('a sandbox with another secret is reported with the setting, not as a stopped sandbox', async () => {
  const { verdict, todo } = (await findings({ PONTE_SANDBOX_SECRET: 'another' })).of(
    'provider, test',
  );
  assert.equal(verdict, 'fail');
  assert.match(todo ?? '', /PONTE_SANDBOX_SECRET/);
});

test('a live charge is created only with a tax id, and is not counted as an orphan', async () => {
  const { environment } = await testEnvironment(app, 'live');
  // The sandbox speaks the live provider's protocol too.
  const live = {
    PONTE_EULEN_TOKEN: partnerToken(environment.id),
    PONTE_EULEN_BASE_URL: `${app.config.sandbox?.url ?? ''}/api`,
    PONTE_SPLIT_ADDRESS: ADDRESS.live,
  };
  const unset = await findings({}, '--tax-id', PAYER);
  assert.match(unset.of('provider, live').todo ?? '', /PONTE_EULEN_TOKEN/);
  const asked = await findings(live);
  assert.match(asked.of('provider, live').found, /only with --tax-id/);
  assert.equal((await app.db`select from probes`).length, 0);
  const tried = await findings(live, '--tax-id', PAYER);
  assert.match(tried.of('provider, live').found, /a charge of R\$ 2.00 was made/);
  const [probe] = await app.db<{ providerRef: string }>`select provider_ref from probes`;
  assert.deepEqual(await listKnownRefs(app.db, [probe?.providerRef ?? '']), [probe?.providerRef]);
});

test('an unreachable database is one failure, and the other checks still run', async () => {
  const { status, output } = await runPonte(
    { databaseUrl: 'postgres://ponte@127.0.0.1:9/ponte' },
    ['doctor'],
    ENV,
  );
  assert.equal(status, 1);
  assert.deepEqual(output.match(/^fail {2}\S+/gm), ['fail  database']);
  assert.match(output, /DATABASE_URL/);
  assert.match(output, /^ok {4}disk +the database of DATABASE_URL keeps its own$/m);
});

test('a pooler is checked, also if commands bypass it', async (t) => {
  const { databaseUrl = '' } = app.config;
  const { url } = await openPooler(t, databaseUrl);
  const { of } = await findings({
    DATABASE_URL: url,
    PONTE_DATABASE_POOLED: 'true',
    PONTE_DATABASE_DIRECT_URL: databaseUrl,
  });
  assert.equal(of('pooler').found, 'the pooler answers, and commands bypass it');
});

test('a check that hangs times out', async () => {
  const [hung, well] = await lookAt(
    [
      { check: 'hung', look: () => new Promise(() => undefined) },
      { check: 'well', look: async () => ok('fine') },
    ],
    50,
  );
  assert.equal(hung?.verdict, 'fail');
  assert.equal(well?.verdict, 'ok');
});

test('a token that expires soon is a warning, and an expired one a failure', () => {
  const now = new Date('2026-11-21T00:00:00Z');
  const token = (exp: unknown): string =>
    `x.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.x`;
  const at = (days: number): string =>
    lookAtToken(token(now.getTime() / 1_000 + days * 86_400), now).verdict;
  assert.deepEqual([at(-1), at(10), at(100)], ['fail', 'warn', 'ok']);
  assert.equal(lookAtToken('opaque', now).verdict, 'ok');
  for (const exp of ['soon', 1e15]) assert.equal(lookAtToken(token(exp), now).verdict, 'ok');
});

test('an https address without a trusted proxy is a warning', () => {
  const verdictOf = (env: Record<string, string>): string => lookAtProxies(readConfig(env)).verdict;
  const behind = { PONTE_BASE_URL: 'https://pay.example' };
  assert.equal(verdictOf(behind), 'warn');
  assert.match(lookAtProxies(readConfig(behind)).todo ?? '', /PONTE_TRUSTED_PROXIES/);
  assert.equal(verdictOf({ ...behind, PONTE_TRUSTED_PROXIES: 'loopback' }), 'ok');
  assert.equal(verdictOf({ ...behind, PONTE_HOST: '0.0.0.0' }), 'ok');
  assert.equal(verdictOf({ ...behind, PONTE_HOST: '::1' }), 'warn');
  assert.equal(verdictOf({}), 'ok');
});

test('behind a proxy the mailbox is reported with its local address', async () => {
  const behind = readConfig({
    PONTE_BASE_URL: 'http://localhost:8080',
    PONTE_TRUSTED_PROXIES: 'loopback',
  });
  assert.match(
    (await lookAtMail(behind)).found,
    /http:\/\/127\.0\.0\.1:3000\/dev\/mailbox .*not through the proxy/,
  );
  assert.match(
    (await lookAtMail(readConfig({}))).found,
    /http:\/\/127\.0\.0\.1:3000\/dev\/mailbox$/,
  );
});
