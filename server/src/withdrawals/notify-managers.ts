import type { App } from '../app.ts';
import { queueMailOfEnvironment } from '../mails/store.ts';
import type { Tx } from '../platform/db.ts';
import type { Withdrawal } from './withdrawal.ts';

/** Mails managers once for each outcome, COMPLETED or FAILED, and for no other status. */
export async function notifyManagers(
  tx: Tx,
  { vault }: Pick<App, 'vault'>,
  { environmentId, id, status, amountCents }: Withdrawal,
): Promise<void> {
  if (status !== 'COMPLETED' && status !== 'FAILED') return;
  const outcome = status === 'COMPLETED' ? 'completed' : 'failed';
  await queueMailOfEnvironment(tx, vault, environmentId, {
    kind: 'withdrawal_ended',
    subject: `${id} ${outcome}`,
    facts: { withdrawalId: id, outcome, amountCents },
  });
}
