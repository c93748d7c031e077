import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../config.ts';
import { roleEnvironment, sandboxEnvironment } from './child-environment.ts';

const SECRETS = {
  databasePassword: 'made here',
  sandboxSecret: 'made here',
  sandboxWebhookSecret: 'made here',
  encryptionKeys: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
};
const LISTENER = { host: '0.0.0.0', port: 3001 };

test('a standalone sandbox reads its secrets from files, and gets none of the server’s', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ponte-environment-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'secret');
  await writeFile(file, 'of the operator\n');
  const env = {
    PONTE_SANDBOX_SECRET_FILE: file,
    PONTE_SANDBOX_WEBHOOK_SECRET: '',
    PONTE_ENCRYPTION_KEYS_FILE: file,
    PONTE_EULEN_TOKEN: 'real',
    PONTE_EULEN_WEBHOOK_SECRET_FILE: file,
    PONTE_SMTP_URL: 'smtp://user:real@mail.example.com',
  };
  const passed = sandboxEnvironment(env, SECRETS, 'postgres://ponte@database/ponte', LISTENER);
  assert.equal(passed['PONTE_SANDBOX_SECRET'], 'of the operator');
  assert.equal(passed['PONTE_SANDBOX_WEBHOOK_SECRET'], 'made here');
  const names = Object.keys(passed).filter((name) => passed[name] !== undefined);
  assert.deepEqual(
    names.filter((name) => /ENCRYPTION|EULEN|SMTP/.test(name)),
    [],
  );
});

test('a setting read from an empty file counts as unset for the server’s processes too', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ponte-environment-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'empty');
  await writeFile(file, '\n');
  const names = ['DATABASE_URL', 'PONTE_ENCRYPTION_KEYS', 'PONTE_SANDBOX_SECRET', 'PORT'];
  const env = Object.fromEntries(names.map((name) => [`${name}_FILE`, file]));
  const databaseUrl = 'postgres://ponte@127.0.0.1:5/ponte';
  const places = { listener: LISTENER, databaseUrl, sandboxUrl: 'http://127.0.0.1:3001' };
  const passed = readConfig(roleEnvironment({ env, dataDir: folder }, SECRETS, places));
  assert.equal(passed.databaseUrl, databaseUrl);
  assert.equal(passed.encryptionKeys, SECRETS.encryptionKeys);
  assert.equal(passed.sandbox?.secret, 'made here');
  assert.equal(passed.port, LISTENER.port);
});

test("the operator's worker metrics port wins over the default, also from a file", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ponte-environment-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'port');
  await writeFile(file, '9100\n');
  const env = { PONTE_WORKER_METRICS_PORT_FILE: file };
  const databaseUrl = 'postgres://ponte@127.0.0.1:5/ponte';
  const places = { listener: LISTENER, databaseUrl, sandboxUrl: undefined };
  const passed = roleEnvironment({ env, dataDir: folder }, SECRETS, {
    ...places,
    workerMetricsPort: 40_000,
  });
  assert.equal(readConfig(passed).workerMetrics?.port, 9_100);
});

test('a sandbox gets its settings as plain values, though the server reads them from files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ponte-environment-'));
  t.after(() => rm(folder, { recursive: true }));
  const given = {
    PONTE_DATABASE_DIRECT_URL: 'postgres://ponte@direct/ponte',
    PONTE_DATABASE_POOLED: '1',
    PONTE_SANDBOX_STRICT: '1',
    PONTE_SANDBOX_GENERATION: 'legacy',
    PONTE_SANDBOX_BASE_URL: 'http://sandbox:3001',
    PONTE_DEPIX_TEST_ASSET_ID: 'ab'.repeat(32),
    PONTE_PROVIDER_DEPOSIT_FEE_CENTS: '42',
  };
  const files = Object.entries(given).map(async ([name, value]) => {
    await writeFile(join(folder, name), `${value}\n`);
    return [`${name}_FILE`, join(folder, name)] as const;
  });
  const inFiles: Record<string, string> = Object.fromEntries(await Promise.all(files));
  const plain = { ...given, PONTE_DATABASE_POOLED: 'true', PONTE_SANDBOX_STRICT: 'true' };
  for (const env of [given, inFiles]) {
    const passed = sandboxEnvironment(env, SECRETS, 'postgres://ponte@database/ponte', LISTENER);
    assert.deepEqual({ ...passed, ...plain }, passed);
  }
});

test('damaged keys in secrets.json stop a start by name, unless the operator gives others', () => {
  const places = {
    listener: LISTENER,
    databaseUrl: 'postgres://ponte@127.0.0.1:5/ponte',
    sandboxUrl: undefined,
  };
  const given = { PONTE_ENCRYPTION_KEYS: SECRETS.encryptionKeys };
  for (const encryptionKeys of ['', 'k1:secret']) {
    const damaged = { ...SECRETS, encryptionKeys };
    assert.throws(() => roleEnvironment({ env: {}, dataDir: '.' }, damaged, places), {
      message: 'The encryptionKeys in secrets.json are damaged. Restore the file from a backup.',
    });
    const passed = roleEnvironment({ env: given, dataDir: '.' }, damaged, places);
    assert.equal(passed['PONTE_ENCRYPTION_KEYS'], SECRETS.encryptionKeys);
  }
});
