import { ponte } from '../cli-options.ts';
import { COMMAND_CONNECTION_MS, connect } from '../platform/db.ts';
import { reseal, type Resealed } from '../platform/reseal.ts';
import { openVault, type Vault } from '../platform/vault.ts';
import { findDataSecrets } from './data-secrets.ts';
import { addKey, removeKeys } from './rotate-keys.ts';
import { withDatabase } from './with-database.ts';

/** Where the keys of an installation come from, and what they seal. */
export interface KeysPlace {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly databaseDirectUrl: string | undefined;
  readonly databasePooled: boolean;
  /** Set by the operator; without it the data directory has them. */
  readonly encryptionKeys: string | undefined;
}

export interface Rotated {
  readonly newKey: string;
  /** What the operator is to do. */
  readonly next: string;
}

/** Whoever keeps the keys removes those that are not needed. */
export type Retired = { readonly presentKey: string } & (
  | { readonly removedKeys: readonly string[] }
  | { readonly removeFromPonteEncryptionKeys: readonly string[] }
);

/** A new key in front of those of the data directory, which the next start begins to use. */
export async function rotateKeys({ dataDir, encryptionKeys }: KeysPlace): Promise<Rotated> {
  if (encryptionKeys !== undefined) {
    throw new Error(
      'PONTE_ENCRYPTION_KEYS is set, so it is yours to change: give every process the new key behind the old one, then put it in front',
    );
  }
  const newKey = await addKey(dataDir);
  return { newKey, next: `restart Ponte, then run: ${ponte('keys reseal')}` };
}

/** Seals every field anew that an older key sealed. The gateway may run meanwhile. */
export async function resealKeys(place: KeysPlace): Promise<Resealed> {
  return resealWith(place, await openVaultOf(place));
}

async function openVaultOf({ dataDir, encryptionKeys }: KeysPlace): Promise<Vault> {
  return openVault(encryptionKeys ?? (await findDataSecrets(dataDir)).encryptionKeys);
}

function resealWith(place: KeysPlace, vault: Vault): Promise<Resealed> {
  return withDatabase(place, async (url) => {
    const db = connect({
      url,
      connections: 2,
      connectionMs: COMMAND_CONNECTION_MS,
      onError: () => undefined,
      pooled: place.databasePooled && place.databaseDirectUrl === undefined,
    });
    return reseal(db, vault).finally(() => db.end());
  });
}

/** Forgets the keys that seal nothing any more. */
export async function retireKeys(place: KeysPlace): Promise<Retired> {
  const vault = await openVaultOf(place);
  const { presentKey } = await resealWith(place, vault);
  const unneeded = vault.keyIds.filter((id) => id !== presentKey);
  if (place.encryptionKeys !== undefined) {
    return { presentKey, removeFromPonteEncryptionKeys: unneeded };
  }
  const removedKeys = await removeKeys(place.dataDir, unneeded);
  return { presentKey, removedKeys };
}
