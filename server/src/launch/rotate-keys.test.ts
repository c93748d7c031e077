import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { readDataSecrets } from './data-secrets.ts';
import { rotateKeys } from './operate-keys.ts';
import { addKey, keepKeys } from './rotate-keys.ts';

async function makeDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-keys-'));
  t.after(() => rm(directory, { recursive: true }));
  await readDataSecrets(directory);
  return directory;
}

const idsOf = (keys: string): string[] => keys.split(',').map((key) => key.split(':')[0] ?? '');

test('a new key comes first, the old ones stay, and nothing else changes', async (t) => {
  const directory = await makeDirectory(t);
  const before = await readDataSecrets(directory);
  assert.equal(await addKey(directory), 'k2');
  const after = await readDataSecrets(directory);
  assert.deepEqual(idsOf(after.encryptionKeys), ['k2', 'k1']);
  assert.ok(after.encryptionKeys.endsWith(before.encryptionKeys));
  assert.deepEqual({ ...after, encryptionKeys: '' }, { ...before, encryptionKeys: '' });
  assert.equal((await stat(join(directory, 'secrets.json'))).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(directory), ['secrets.json', 'secrets.lock']);
});

test('the command to go on with is told as it is typed in a checkout', async (t) => {
  const nowhere = { databaseUrl: undefined, databaseDirectUrl: undefined, databasePooled: false };
  const place = { ...nowhere, dataDir: await makeDirectory(t), encryptionKeys: undefined };
  assert.match((await rotateKeys(place)).next, /npm run -s ponte -- keys reseal$/);
});

test('rotations at the same instant each keep the other', async (t) => {
  const directory = await makeDirectory(t);
  const ids = await Promise.all(Array.from({ length: 5 }, () => addKey(directory)));
  assert.deepEqual(ids.sort(), ['k2', 'k3', 'k4', 'k5', 'k6']);
  const { encryptionKeys } = await readDataSecrets(directory);
  assert.deepEqual(idsOf(encryptionKeys), ['k6', 'k5', 'k4', 'k3', 'k2', 'k1']);
});

test('only the keys named stay, and the last one always does', async (t) => {
  const directory = await makeDirectory(t);
  await addKey(directory);
  assert.deepEqual(await keepKeys(directory, ['k2']), ['k1']);
  assert.deepEqual(await keepKeys(directory, ['k2']), []);
  const kept = await readFile(join(directory, 'secrets.json'), 'utf8');
  await assert.rejects(keepKeys(directory, ['k1']), /one key must stay/);
  assert.equal(await readFile(join(directory, 'secrets.json'), 'utf8'), kept);
  assert.equal(await addKey(directory), 'k3');
});
