import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sandboxEnvironment } from './child-environment.ts';

const SECRETS = {
  databasePassword: 'made here',
  sandboxSecret: 'made here',
  sandboxWebhookSecret: 'made here',
  encryptionKeys: 'made here',
};
const LISTENER = { host: '0.0.0.0', port: 3001 };

test('a sandbox by itself takes the secrets of files, and is told nothing of encryption keys', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ponte-environment-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'secret');
  await writeFile(file, 'of the operator\n');
  const env = {
    PONTE_SANDBOX_SECRET_FILE: file,
    PONTE_SANDBOX_WEBHOOK_SECRET: '',
    PONTE_ENCRYPTION_KEYS_FILE: file,
  };
  const told = sandboxEnvironment(env, SECRETS, 'postgres://ponte@database/ponte', LISTENER);
  assert.equal(told['PONTE_SANDBOX_SECRET'], 'of the operator');
  assert.equal(told['PONTE_SANDBOX_WEBHOOK_SECRET'], 'made here');
  assert.equal(told['PONTE_ENCRYPTION_KEYS'], undefined);
  assert.equal(told['PONTE_ENCRYPTION_KEYS_FILE'], undefined);
});
