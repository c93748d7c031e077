import { HOUR_MS } from '../durations.ts';
import { queueMail } from '../mails/store.ts';
import type { Tx } from '../platform/db.ts';
import type { Vault } from '../platform/vault.ts';
import type { DisabledEndpoint } from './store.ts';
import { hostOf } from './target.ts';

/** The first failed event may have been recorded this long before it first failed. */
const MARGIN_MS = HOUR_MS;

/** Queues a mail that tells the owner of an endpoint that nothing is sent to it any more. */
export async function notifyOwner(
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
