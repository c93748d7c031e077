import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { findDataSecrets, refuseMissing, SECRETS_FILE, usableKeys } from './data-secrets.ts';
import { removeDraftsOf, replaceDurably } from './durable-files.ts';
import { type Hold, holdDirectoryAfterCommands } from './hold-directory.ts';

/** How long to wait for another process to release the file. */
const TIMEOUT_MS = 15_000;

/** While this is held, no key is added to a data directory or removed from it. */
export function holdKeys(dataDir: string): Promise<Hold> {
  const claim = { kind: 'command', purpose: 'secrets' } as const;
  return holdDirectoryAfterCommands(dataDir, claim, TIMEOUT_MS);
}

/** Puts a new encryption key before those of a data directory; the next start seals with it. */
export async function addKey(dataDir: string): Promise<string> {
  let id = '';
  await changeKeys(dataDir, (keys) => {
    id = nextId(keys);
    return [`${id}:${randomBytes(32).toString('base64')}`, ...keys];
  });
  return id;
}

/** Removes the given keys, but none added meanwhile. @returns the ids of those removed */
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
  const hold = await holdKeys(dataDir);
  try {
    const secrets = await findDataSecrets(dataDir);
    const keys = change(usableKeys(secrets).split(','));
    const changed = { ...secrets, encryptionKeys: keys.join(',') };
    const path = join(dataDir, SECRETS_FILE);
    await replaceDurably(path, JSON.stringify(changed, null, 2));
    // A draft that a kill left behind still has the keys that are removed.
    await removeDraftsOf(path);
  } finally {
    await hold.release();
  }
}

function idOf(key: string): string {
  return key.split(':')[0] ?? '';
}

/** Higher than all others, so that no id is used twice. */
function nextId(keys: readonly string[]): string {
  const numbers = keys.map((key) => Number(/^k(\d{1,9}):/.exec(key)?.[1] ?? 0));
  return `k${String(Math.max(...numbers) + 1)}`;
}
