import type { Vault } from '../platform/vault.ts';
import type { LeasedDelivery } from './delivery.ts';
import { SECRET_PLACE } from './endpoint.ts';

const MOST_KEPT = 1_000;

/** Opens what deliveries are signed with. An endpoint in a rush has its secret opened once. */
export function openSecrets(vault: Vault): (delivery: LeasedDelivery) => string[] {
  const opened = new Map<string, string>();
  return ({ sealedSecrets }) =>
    sealedSecrets.map((sealed) => {
      const known = opened.get(sealed);
      if (known !== undefined) return known;
      const secret = vault.open(SECRET_PLACE, sealed);
      if (opened.size >= MOST_KEPT) opened.clear();
      opened.set(sealed, secret);
      return secret;
    });
}
