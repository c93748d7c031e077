import { memoize } from '../platform/memoize.ts';
import type { Vault } from '../platform/vault.ts';
import type { LeasedDelivery } from './delivery.ts';
import { SECRET_PLACE } from './endpoint.ts';

const MAX_KEPT = 1_000;

/** Unseals signing secrets, and caches them, so that a burst to one endpoint unseals only once. */
export function openSecrets(vault: Vault): (delivery: LeasedDelivery) => string[] {
  const open = memoize((sealed: string) => vault.open(SECRET_PLACE, sealed), MAX_KEPT);
  return ({ sealedSecrets }) => sealedSecrets.map(open);
}
