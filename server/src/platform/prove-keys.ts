import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, isDatabaseAway } from './db.ts';
import type { Vault } from './vault.ts';

const PROOF = 'encryption_keys.proof';
const AWAY_PAUSE_MS = 250;

/**
 * Refuses to run with keys that cannot read what this database holds: half the fields would be
 * written with one key and half unreadable with the other. A database that is away is waited for.
 */
export async function proveKeys(db: Db, vault: Vault): Promise<void> {
  for (;;) {
    try {
      await prove(db, vault);
      return;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      await sleep(AWAY_PAUSE_MS);
    }
  }
}

async function prove(db: Db, vault: Vault): Promise<void> {
  const sealed = vault.seal(PROOF, PROOF);
  await db`
    insert into encryption_keys (id, proof) values (${sealed.split(':')[1]}, ${sealed})
    on conflict do nothing`;
  const keys = await db<{ id: string; proof: string }>`select id, proof from encryption_keys`;
  for (const { id, proof } of keys) {
    try {
      vault.open(PROOF, proof);
    } catch {
      throw new Error(
        `this database was written with the encryption key ${id}, which PONTE_ENCRYPTION_KEYS does not hold`,
      );
    }
  }
}
