import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import { openBlindingKey, type Place, type SealedKeys } from './open-keys.ts';

/** The key that unblinds outputs to a wallet's address, even after the wallet was deleted. */
export async function findBlindingKey(
  { db, vault }: Pick<App, 'db' | 'vault'>,
  environmentId: EnvironmentId,
  walletId: string,
  liquidAddress: string,
): Promise<string | undefined> {
  const [found] = await db<SealedKeys & Place>`
    select w.network, w.blinding_key, w.descriptor, a.branch, a.position
    from wallet_addresses a
    join wallets w on w.environment_id = a.environment_id and w.id = a.wallet_id
    where a.environment_id = ${environmentId} and a.liquid_address = ${liquidAddress}
      and a.wallet_id = ${walletId}`;
  return found && openBlindingKey(vault, found);
}
