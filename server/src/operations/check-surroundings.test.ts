import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { chmod, symlink, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:tls';
import certificates from '../../test/vectors/certificates.json' with { type: 'json' };
import { readConfig } from '../config.ts';
import { HOUR_MS } from '../durations.ts';
import { testApp } from '../../test/app.ts';
import { listen } from '../../test/listen.ts';
import { makeDirectory } from '../../test/roles/node.ts';
import {
  clockCheck,
  lookAtDisk,
  lookAtMail,
  lookAtSecrets,
  lookAtServer,
  lookAtVariables,
} from './check-surroundings.ts';

test('an untrusted mail server certificate is reported with how to trust it', async (t) => {
  const { key, cert } = certificates.stranger;
  const server = createServer({ key, cert }).on('tlsClientError', () => undefined);
  const host = `127.0.0.1:${String(await listen(server))}`;
  t.after(() => server.close());
  const config = readConfig({ PONTE_SMTP_URL: `smtps://${host}`, PONTE_MAIL_FROM: 'a@b.example' });
  const { verdict, found, todo } = await lookAtMail(config);
  assert.deepEqual([verdict, found], ['fail', `${host}: self-signed certificate`]);
  assert.match(todo ?? '', /NODE_EXTRA_CA_CERTS/);
});

test('a mistyped variable is named, and those of settings and integrators are not', () => {
  const known = {
    PATH: '/bin',
    PONTE_KEY: 'pt_test',
    PONTE_CONFIRM_ON: 'depix_sent',
    PONTE_EULEN_TOKEN_FILE: '/run/secrets/token',
    PONTE_SPLIT_ADRESS: '',
  };
  assert.equal(lookAtVariables({ env: known }).verdict, 'ok');
  const { verdict, found } = lookAtVariables({ env: { ...known, PONTE_CONFIRMON: 'depix_sent' } });
  assert.equal(verdict, 'warn');
  assert.match(found, /: PONTE_CONFIRMON$/);
});

test('an API that does not answer is named, with what to do', async () => {
  const running = { pid: 42, url: 'http://127.0.0.1:9', sandboxUrl: undefined };
  const { verdict, found, todo } = await lookAtServer(running);
  assert.deepEqual([verdict, found], ['fail', `process 42 at ${running.url} does not answer`]);
  assert.match(todo ?? '', /Read what it prints/);
});

test('an API whose clock differs from the database is a failure, and one that is away is not', async (t) => {
  const { db } = await testApp(t);
  let aheadMs = 0;
  const api = createHttpServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString()).end();
  });
  const url = `http://127.0.0.1:${String(await listen(api))}`;
  t.after(() => api.close());
  const { look } = clockCheck(db, { api: url, provider: undefined });
  assert.equal((await look()).verdict, 'ok');
  aheadMs = -HOUR_MS;
  const { verdict, found, todo } = await look();
  assert.equal(verdict, 'fail');
  assert.match(
    found,
    /^the database's is [+-]\d\.\d s from ours, that of http:\S+ -3[56]\d\d\.\d s$/,
  );
  assert.match(todo ?? '', /NTP/);
  const away = await clockCheck(db, { api: 'http://127.0.0.1:9', provider: undefined }).look();
  assert.equal(away.verdict, 'ok');
  assert.match(away.found, /^the database's is \S+ s from ours$/);
});

test("a leap of the database's clock is a warning for a day", async (t) => {
  const { db } = await testApp(t);
  const { look } = clockCheck(db, { api: 'http://127.0.0.1:9', provider: undefined });
  const verdictAfter = async (hours: number): Promise<string> => {
    await db`update database_clock set leapt_at = now() - ${hours} * interval '1 hour'`;
    return (await look()).verdict;
  };
  assert.equal(await verdictAfter(23), 'warn');
  assert.equal(await verdictAfter(25), 'ok');
});

test('secrets that everybody may read are reported with how to close them', async (t) => {
  const dataDir = await makeDirectory(t);
  const path = join(dataDir, 'secrets.json');
  assert.equal((await lookAtSecrets({ dataDir })).verdict, 'ok');
  await writeFile(path, '{}');
  await chmod(path, 0o644);
  const { verdict, todo } = await lookAtSecrets({ dataDir });
  assert.deepEqual([verdict, todo], ['warn', `Run: chmod 600 ${path}`]);
  await chmod(path, 0o640);
  assert.equal((await lookAtSecrets({ dataDir })).verdict, 'ok');
  await chmod(path, 0o644);
  await chmod(dataDir, 0o700);
  assert.equal((await lookAtSecrets({ dataDir })).verdict, 'ok');
});

test('the free space is that of the disk with the database, which may be elsewhere', async (t) => {
  const [dataDir, elsewhere] = [await makeDirectory(t), await makeDirectory(t)];
  const config = { dataDir, databaseUrl: undefined };
  assert.ok((await lookAtDisk(config)).found.endsWith(` GB free in ${dataDir}`));
  await symlink(elsewhere, join(dataDir, 'postgres'));
  assert.ok((await lookAtDisk(config)).found.endsWith(` GB free in ${elsewhere}`));
});

test('a data directory that does not exist yet is no trouble of a disk', async (t) => {
  const dataDir = join(await makeDirectory(t), 'data');
  const { verdict, found } = await lookAtDisk({ dataDir, databaseUrl: undefined });
  assert.deepEqual([verdict, found], ['ok', `there is no ${dataDir} yet`]);
});
