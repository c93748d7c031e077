import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type DataSecrets,
  findDataSecrets,
  refuseMissing,
  syncDirectory,
  writeDurably,
} from './data-secrets.ts';
import { holdDirectoryAfterCommands } from './hold-directory.ts';

/** How long one of these waits for another to be done with the file. */
const PATIENCE_MS = 15_000;

/** Puts a new encryption key before those of a data directory; the next start seals with it. */
export async function addKey(dataDir: string): Promise<string> {
  let id = '';
  await changeKeys(dataDir, (keys) => {
    id = nextId(keys);
    return [`${id}:${randomBytes(32).toString('base64')}`, ...keys];
  });
  return id;
}

/** Removes the keys named, and none that was added meanwhile. Returns the ids that went. */
export async function removeKeys(dataDir: string, ids: readonly string[]): Promise<string[]> {
  let gone: string[] = [];
  await changeKeys(dataDir, (keys) => {
    const kept = keys.filter((key) => !ids.includes(idOf(key)));
    if (kept.length === 0) throw new Error('one key must stay');
    gone = keys.filter((key) => !kept.includes(key)).map(idOf);
    return kept;
  });
  return gone;
}

async function changeKeys(
  dataDir: string,
  change: (keys: readonly string[]) => readonly string[],
): Promise<void> {
  await refuseMissing(dataDir);
  const claim = { kind: 'command', purpose: 'secrets' } as const;
  const hold = await holdDirectoryAfterCommands(dataDir, claim, PATIENCE_MS);
  try {
    const secrets = await findDataSecrets(dataDir);
    const keys = change(secrets.encryptionKeys.split(','));
    await replaceSecrets(dataDir, { ...secrets, encryptionKeys: keys.join(',') });
  } finally {
    await hold.release();
  }
}

/** A kill at any instant leaves the old file or the new one, whole. */
async function replaceSecrets(dataDir: string, secrets: DataSecrets): Promise<void> {
  const path = join(dataDir, 'secrets.json');
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeDurably(draft, JSON.stringify(secrets, null, 2));
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(dataDir);
}

function idOf(key: string): string {
  return key.split(':')[0] ?? '';
}

/** Higher than all, so that no id is ever used twice. */
function nextId(keys: readonly string[]): string {
  const numbers = keys.map((key) => Number(/^k(\d{1,9}):/.exec(key)?.[1] ?? 0));
  return `k${String(Math.max(...numbers) + 1)}`;
}
