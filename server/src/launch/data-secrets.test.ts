import assert from 'node:assert/strict';
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeScratch } from '../../test/launcher.ts';
import { readDataSecrets, refuseMissing } from './data-secrets.ts';
import { lockFile } from './lock-file.ts';

test('concurrent first readers create the secrets once, and all readers get the same ones', async (t) => {
  const dataDir = join(await makeScratch(t), 'deep', 'data');
  const [first, ...others] = await Promise.all(
    Array.from({ length: 10 }, () => readDataSecrets(dataDir)),
  );
  for (const other of others) assert.deepEqual(other, first);
  assert.deepEqual(await readDataSecrets(dataDir), first);
  assert.deepEqual(await readdir(dataDir), ['secrets.json']);
});

test('each secret has 32 random bytes of its own', async (t) => {
  const scratch = await makeScratch(t);
  const one = await readDataSecrets(join(scratch, 'one'));
  const other = await readDataSecrets(join(scratch, 'other'));
  const all = [one, other].flatMap((secrets) => Object.values(secrets));
  assert.equal(new Set(all).size, 8);
  assert.match(one.databasePassword, /^[0-9a-f]{64}$/);
  assert.match(one.sandboxSecret, /^[0-9a-f]{64}$/);
  assert.match(one.sandboxWebhookSecret, /^[0-9a-f]{64}$/);
  const [id, key] = one.encryptionKeys.split(':');
  assert.equal(id, 'k1');
  assert.equal(Buffer.from(String(key), 'base64').length, 32);
});

test('other users can neither read the secrets nor list the directory', async (t) => {
  const dataDir = join(await makeScratch(t), 'data');
  await readDataSecrets(dataDir);
  assert.equal((await stat(join(dataDir, 'secrets.json'))).mode & 0o777, 0o600);
  assert.equal((await stat(dataDir)).mode & 0o066, 0);
});

test('damaged secrets are reported and not replaced', async (t) => {
  const dataDir = await makeScratch(t);
  for (const text of ['', '{"databasePassword":', '{}', 'null']) {
    await writeFile(join(dataDir, 'secrets.json'), text);
    await assert.rejects(readDataSecrets(dataDir), /secrets\.json is damaged/);
  }
});

test('lost secrets are not replaced while their database is there, and commands name them', async (t) => {
  const dataDir = join(await makeScratch(t), 'data');
  await mkdir(join(dataDir, 'postgres'), { recursive: true });
  const lost = /secrets\.json is missing, and the database beside it/;
  await assert.rejects(readDataSecrets(dataDir), lost);
  await assert.rejects(refuseMissing(dataDir), lost);
  assert.deepEqual(await readdir(dataDir), ['postgres']);
});

test('an error creating the data directory names the setting', { timeout: 10_000 }, async (t) => {
  const file = join(await makeScratch(t), '0001_rows.sql');
  for (const dataDir of ['/proc/ponte', '/proc/ponte/data', file, join(file, 'data')]) {
    await assert.rejects(readDataSecrets(dataDir), /^Error: PONTE_DATA_DIR must lead to/, dataDir);
  }
});

test("unreadable secrets or an unwritable lock file advise running as Ponte's user", async (t) => {
  const dataDir = await makeScratch(t);
  // Not even root can open a directory as a file.
  for (const name of ['secrets.json', 'ponte.lock']) {
    await mkdir(join(dataDir, name), { recursive: true });
  }
  await assert.rejects(readDataSecrets(dataDir), {
    message: `${join(dataDir, 'secrets.json')} cannot be read (EISDIR). Run this as the user that Ponte runs as.`,
  });
  await assert.rejects(
    lockFile(join(dataDir, 'ponte.lock')),
    /ponte\.lock cannot be written \(EISDIR\)\. Run this as the user that Ponte runs as, or set/,
  );
});

test('an unreadable data directory is not mistaken for one without an installation', async (t) => {
  const dataDir = await makeScratch(t);
  await assert.rejects(refuseMissing(dataDir), /^Error: There is no installation in/);
  // Nothing is refused to root, except following a link to itself.
  await symlink('secrets.json', join(dataDir, 'secrets.json'));
  await assert.rejects(refuseMissing(dataDir), {
    message: `${join(dataDir, 'secrets.json')} cannot be read (ELOOP). Run this as the user that Ponte runs as.`,
  });
});
