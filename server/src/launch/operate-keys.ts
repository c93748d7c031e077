import { ponte } from '../cli-options.ts';
import { countOlderSessions } from '../platform/count-older-sessions.ts';
import { reseal, type Resealed as Fields } from '../platform/reseal.ts';
import { openVault, type Vault } from '../platform/vault.ts';
import { findDataSecrets, usableKeys } from './data-secrets.ts';
import { addKey, removeKeys } from './rotate-keys.ts';
import { withConnection, withDatabase } from './with-database.ts';

/** Where an installation's keys are configured, and the database that they seal. */
export interface KeysPlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseDirectUrl: string | undefined;
  readonly databasePooled: boolean;
  /** Set by the operator; otherwise the keys are in the data directory. */
  readonly encryptionKeys: string | undefined;
}

export interface Rotated {
  readonly newKey: string;
  /** What the operator has to do next. */
  readonly next: string;
}

/** A sign of processes that were not restarted since, and may not know the present key. */
interface Unsure {
  /** Connections to the database that are older than the present key. */
  readonly olderConnections: number;
}

export type Resealed = Unsure & Fields;

/** Keys that are no longer needed are removed by whoever keeps them: us, or the operator. */
export type Retired = Unsure & { readonly presentKey: string } & (
    | { readonly removedKeys: readonly string[] }
    | { readonly removeFromPonteEncryptionKeys: readonly string[] }
  );

/** Puts a new key in front of those in the data directory; the next start begins to use it. */
export async function rotateKeys({ dataDir, encryptionKeys }: KeysPlace): Promise<Rotated> {
  if (encryptionKeys !== undefined) {
    throw new Error(
      'PONTE_ENCRYPTION_KEYS is set, so it is yours to change: give every process the new key behind the old one, then put it in front',
    );
  }
  const newKey = await addKey(dataDir);
  return { newKey, next: `restart Ponte, then run: ${ponte('keys reseal')}` };
}

/** Reseals every field that an older key sealed. The gateway may be running. */
export async function resealKeys(place: KeysPlace): Promise<Resealed> {
  return resealWith(place, await openVaultOf(place));
}

async function openVaultOf({ dataDir, encryptionKeys }: KeysPlace): Promise<Vault> {
  return openVault(encryptionKeys ?? usableKeys(await findDataSecrets(dataDir)));
}

function resealWith(place: KeysPlace, vault: Vault): Promise<Resealed> {
  return withDatabase(place, (url) =>
    withConnection(place, url, async (db) => {
      const resealed = await reseal(db, vault);
      // A pooler's connections are older than the processes that use them.
      const isPooled = place.databasePooled;
      const olderConnections = isPooled ? 0 : await countOlderSessions(db, resealed.presentKey);
      return { ...resealed, olderConnections };
    }),
  );
}

/** Removes the keys that no longer seal anything. */
export async function retireKeys(place: KeysPlace): Promise<Retired> {
  const vault = await openVaultOf(place);
  const { presentKey, olderConnections } = await resealWith(place, vault);
  const unneeded = vault.keyIds.filter((id) => id !== presentKey);
  if (place.encryptionKeys !== undefined) {
    return { presentKey, olderConnections, removeFromPonteEncryptionKeys: unneeded };
  }
  const removedKeys = await removeKeys(place.dataDir, unneeded);
  return { presentKey, olderConnections, removedKeys };
}
