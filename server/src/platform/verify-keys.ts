import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, isDatabaseAway } from './db.ts';
import { FATAL_EXIT_CODE } from './stop.ts';
import { keyIdOf, openVault, type Vault } from './vault.ts';

const PROOF = 'encryption_keys.proof';
export const DIGEST_SECRET = 'retired_keys.digest_secret';
const AWAY_PAUSE_MS = 250;

/** Ends this process with an explanation if its keys or its database connection are unusable. */
export async function verifyKeysOrExit(db: Db, vault: Vault): Promise<void> {
  await verifyKeys(db, vault).catch((error: unknown) => {
    if (!(error instanceof UnfitError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(FATAL_EXIT_CODE);
  });
}

/** Only a different setting can help. */
class UnfitError extends Error {}

/**
 * Refuses to run with keys that cannot read this database: some fields would be written with one
 * key and be unreadable with the other. Waits for a database that is away. Loads what remains of
 * retired keys into the vault.
 */
export async function verifyKeys(db: Db, vault: Vault): Promise<void> {
  for (;;) {
    try {
      await verify(db, vault);
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

/** Waiting would not help: such a pooler never accepts the settings our sessions start with. */
function isPoolerUnawares(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/.test(error.message);
}

async function verify(db: Db, vault: Vault): Promise<void> {
  const sealed = vault.seal(PROOF, PROOF);
  const [retired] = await db<{ id: string }>`
    select id from retired_keys where id = ${vault.presentKey}`;
  if (retired) {
    throw new UnfitError(
      `the encryption key ${retired.id} was retired; a new key needs an id that was never used`,
    );
  }
  // Checked before our key is recorded, or a start with a wrong key would lock out all others.
  await refuseForeign(db, vault);
  await db`
    insert into encryption_keys (id, proof) values (${keyIdOf(sealed)}, ${sealed})
    on conflict do nothing`;
  // And again afterwards, since another process may have started at the same instant.
  await refuseForeign(db, vault);
  await recallRetired(db, vault);
}

async function refuseForeign(db: Db, vault: Vault): Promise<void> {
  const [id] = await listForeignKeys(db, vault);
  if (id === undefined) return;
  throw new UnfitError(
    `this database was written with the encryption key ${id}, which is not at hand: put it behind the others in PONTE_ENCRYPTION_KEYS or, if that is not set, in secrets.json, from the backup that goes with this database`,
  );
}

/**
 * The keys for a command, which must not be the first to seal with a new one: what already runs
 * could not open it, and resealing would take the key to be in use everywhere.
 */
export async function putUsedKeyFirst(db: Db, keys: string): Promise<string> {
  const rows = await db<{ id: string }>`select id from encryption_keys`;
  const used = rows.map(({ id }) => id);
  const ids = openVault(keys).keyIds;
  const first = ids.find((id) => used.includes(id));
  const ring = keys.split(',');
  return first === undefined ? keys : [...ring.splice(ids.indexOf(first), 1), ...ring].join(',');
}

/** The keys that seal something here but that the vault lacks, or has with another value. */
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
