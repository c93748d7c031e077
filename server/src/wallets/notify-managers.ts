import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import { queueMailOfEnvironment } from '../mails/store.ts';
import type { Tx } from '../platform/db.ts';
import type { Wallet } from './store.ts';

/** Tells the account's managers, in the same transaction, that money goes elsewhere now. */
export async function notifyManagers(
  tx: Tx,
  { vault }: Pick<App, 'vault'>,
  environmentId: EnvironmentId,
  { id, label, isDefault }: Pick<Wallet, 'id' | 'label'> & { readonly isDefault: boolean },
  change: 'added' | 'deleted',
): Promise<void> {
  await queueMailOfEnvironment(tx, vault, environmentId, {
    kind: 'wallet_changed',
    subject: `${id} ${change}`,
    facts: { change, label, isDefault },
  });
}
