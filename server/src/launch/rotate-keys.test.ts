import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { testApp } from '../../test/app.ts';
import { urlBehind } from '../../test/database.ts';
import { countWaiting } from '../../test/locks.ts';
import { until } from '../../test/receiver.ts';
import { openVault } from '../platform/vault.ts';
import { verifyKeys } from '../platform/verify-keys.ts';
import { readDataSecrets } from './data-secrets.ts';
import { retireKeys, rotateKeys } from './operate-keys.ts';
import { addKey, removeKeys } from './rotate-keys.ts';

async function makeDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ponte-keys-'));
  t.after(() => rm(directory, { recursive: true }));
  await readDataSecrets(directory);
  return directory;
}

const NOWHERE = { databaseUrl: undefined, databaseDirectUrl: undefined, databasePooled: false };

const idsOf = (keys: string): string[] => keys.split(',').map((key) => key.split(':')[0] ?? '');

test('a new key is put first, the old keys stay, and nothing else changes', async (t) => {
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

test('no key is added to damaged ones, and none in their place', async (t) => {
  const directory = await makeDirectory(t);
  const file = join(directory, 'secrets.json');
  const secrets = await readDataSecrets(directory);
  for (const encryptionKeys of ['', 'k1:AAAA', `${secrets.encryptionKeys},`]) {
    const text = JSON.stringify({ ...secrets, encryptionKeys });
    await writeFile(file, text);
    await assert.rejects(
      addKey(directory),
      /encryptionKeys in secrets\.json are damaged\. Restore/,
    );
    assert.equal(await readFile(file, 'utf8'), text);
  }
});

test('the suggested next command is shown as it is typed in a checkout', async (t) => {
  const place = { ...NOWHERE, dataDir: await makeDirectory(t), encryptionKeys: undefined };
  assert.match((await rotateKeys(place)).next, /npm run -s ponte -- keys reseal$/);
});

test("concurrent rotations keep each other's keys", async (t) => {
  const directory = await makeDirectory(t);
  const ids = await Promise.all(Array.from({ length: 5 }, () => addKey(directory)));
  assert.deepEqual(ids.sort(), ['k2', 'k3', 'k4', 'k5', 'k6']);
  const { encryptionKeys } = await readDataSecrets(directory);
  assert.deepEqual(idsOf(encryptionKeys), ['k6', 'k5', 'k4', 'k3', 'k2', 'k1']);
});

test('a key added while older ones are retired is kept', async (t) => {
  const dataDir = await makeDirectory(t);
  await addKey(dataDir);
  const app = await testApp(t);
  const { encryptionKeys } = await readDataSecrets(dataDir);
  await verifyKeys(app.db, openVault(encryptionKeys));
  const databaseUrl = await urlBehind(app.db);
  const place = { ...NOWHERE, dataDir, databaseUrl, encryptionKeys: undefined };
  const retired = await app.db.begin(async (tx) => {
    await tx`lock table encryption_keys`;
    const retirement = retireKeys(place);
    await until(async () => (await countWaiting(app)) === 1);
    assert.equal(await addKey(dataDir), 'k3');
    return { retirement };
  });
  const removed = { presentKey: 'k2', removedKeys: ['k1'] };
  assert.partialDeepStrictEqual(await retired.retirement, removed);
  assert.deepEqual(idsOf((await readDataSecrets(dataDir)).encryptionKeys), ['k3', 'k2']);
});

test('only the named keys are removed, and never the last one', async (t) => {
  const directory = await makeDirectory(t);
  await addKey(directory);
  assert.deepEqual(await removeKeys(directory, ['k1']), ['k1']);
  assert.deepEqual(await removeKeys(directory, ['k1']), []);
  const kept = await readFile(join(directory, 'secrets.json'), 'utf8');
  await assert.rejects(removeKeys(directory, ['k2']), /one key must stay/);
  assert.equal(await readFile(join(directory, 'secrets.json'), 'utf8'), kept);
  assert.equal(await addKey(directory), 'k3');
});

test('a retired key does not stay on in the draft of a rotation that was killed', async (t) => {
  const directory = await makeDirectory(t);
  await addKey(directory);
  const secrets = await readFile(join(directory, 'secrets.json'), 'utf8');
  for (const name of ['secrets.json.0123456789ab', 'secrets.json.bak']) {
    await writeFile(join(directory, name), secrets);
  }
  await removeKeys(directory, ['k1']);
  const left = await readdir(directory);
  assert.deepEqual(left, ['secrets.json', 'secrets.json.bak', 'secrets.lock']);
});
