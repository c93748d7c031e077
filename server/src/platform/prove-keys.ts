import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, isDatabaseAway } from './db.ts';
import { HOPELESS } from './stop.ts';
import { keyIdOf, type Vault } from './vault.ts';

const PROOF = 'encryption_keys.proof';
export const DIGEST_SECRET = 'retired_keys.digest_secret';
const AWAY_PAUSE_MS = 250;

/** Ends this process with one sentence where its keys, or the way to its database, are wrong. */
export async function proveKeysOrEnd(db: Db, vault: Vault): Promise<void> {
  await proveKeys(db, vault).catch((error: unknown) => {
    if (!(error instanceof UnfitError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(HOPELESS);
  });
}

/** Nothing but another setting will help. */
class UnfitError extends Error {}

/**
 * Refuses to run with keys that cannot read what this database holds: half the fields would be
 * written with one key and half unreadable with the other. A database that is away is waited for.
 * What is left of keys that were retired goes into the vault.
 */
export async function proveKeys(db: Db, vault: Vault): Promise<void> {
  for (;;) {
    try {
      await prove(db, vault);
      return;
    } catch (error) {
      if (isPoolerUnawares(error)) throw new UnfitError(POOLER_UNAWARES, { cause: error });
      if (!isDatabaseAway(error)) throw error;
      await sleep(AWAY_PAUSE_MS);
    }
  }
}

const POOLER_UNAWARES =
  'a pooler stands before the database of DATABASE_URL: set PONTE_DATABASE_POOLED=true';

/** Waiting would not help: it will never take the settings that a session of ours begins with. */
function isPoolerUnawares(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message);
}

async function prove(db: Db, vault: Vault): Promise<void> {
  const sealed = vault.seal(PROOF, PROOF);
  const [retired] = await db<{ id: string }>`
    select id from retired_keys where id = ${vault.presentKey}`;
  if (retired) {
    throw new UnfitError(
      `the encryption key ${retired.id} was retired; a new key needs an id that was never used`,
    );
  }
  // Before ours is written down, or a start with a wrong key would shut all others out.
  await refuseForeign(db, vault);
  await db`
    insert into encryption_keys (id, proof) values (${keyIdOf(sealed)}, ${sealed})
    on conflict do nothing`;
  // And after, since another may have begun in the same instant.
  await refuseForeign(db, vault);
  await recallRetired(db, vault);
}

async function refuseForeign(db: Db, vault: Vault): Promise<void> {
  const [id] = await listForeignKeys(db, vault);
  if (id === undefined) return;
  throw new UnfitError(
    `this database was written with the encryption key ${id}, which PONTE_ENCRYPTION_KEYS does not hold`,
  );
}

/** The keys that seal something here and that the vault does not have, or has otherwise. */
export async function listForeignKeys(db: Db, vault: Vault): Promise<string[]> {
  const keys = await db<{ id: string; proof: string }>`select id, proof from encryption_keys`;
  return keys.filter(({ proof }) => !opens(vault, proof)).map(({ id }) => id);
}

function opens(vault: Vault, proof: string): boolean {
  try {
    return vault.open(PROOF, proof) === PROOF;
  } catch {
    return false;
  }
}

async function recallRetired(db: Db, vault: Vault): Promise<void> {
  const retired = await db<{ id: string; digestSecret: string }>`
    select id, digest_secret from retired_keys`;
  for (const { id, digestSecret } of retired) {
    vault.recall(id, vault.open(DIGEST_SECRET, digestSecret));
  }
}
