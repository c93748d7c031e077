import { queueMail } from '../mails/store.ts';
import type { Tx } from '../platform/db.ts';
import type { Vault } from '../platform/vault.ts';
import type { DisabledEndpoint } from './store.ts';
import { hostOf } from './target.ts';

/** What failed first was recorded a while before it failed. */
const MARGIN_MS = 3_600_000;

/** Owes the owner of an endpoint the news that nothing is sent to it any more. */
export async function tellOwner(
  tx: Tx,
  vault: Vault,
  reason: 'gone' | 'dead',
  { accountId, mode, id, url, failingSince }: DisabledEndpoint,
): Promise<void> {
  const host = hostOf(new URL(url));
  const since = new Date(failingSince.getTime() - MARGIN_MS).toISOString();
  const facts = { endpointId: id, host, mode, reason, since };
  await queueMail(tx, vault, { accountId, kind: 'endpoint_disabled', subject: id, facts });
}
