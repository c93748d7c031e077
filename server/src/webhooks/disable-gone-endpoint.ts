import type { Tx } from '../platform/db.ts';
import type { Vault } from '../platform/vault.ts';
import type { EndpointKey } from './endpoint.ts';
import { notifyOwner } from './notify-owner.ts';
import { disableGone } from './store.ts';

/** Disables an endpoint whose URL says that it is gone for good, and notifies the owner. */
export async function disableGoneEndpoint(
  tx: Tx,
  vault: Vault,
  sentTo: EndpointKey & { readonly url: string },
): Promise<void> {
  const disabled = await disableGone(tx, sentTo.environmentId, sentTo.endpointId, sentTo.url);
  if (disabled) await notifyOwner(tx, vault, 'gone', disabled);
}
