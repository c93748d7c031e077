import type { App } from '../app.ts';
import { queueMailOfEnvironment } from '../mails/store.ts';
import type { Tx } from '../platform/db.ts';
import { takenFor } from './reversal.ts';
import type { ReportedReversal } from './store.ts';

/**
 * Mails once for each way it may be understood: the first news may lack the payer, who may change
 * the kind, and a MED may be filed about what was a mere refund.
 */
export async function notifyManagers(
  tx: Tx,
  { vault }: Pick<App, 'vault'>,
  reversal: ReportedReversal,
): Promise<void> {
  const { environmentId, id, kind: tipo, disputed: isDisputed, amountCents } = reversal;
  const what = takenFor(reversal);
  const deadline = what === 'med' ? reversal.deadline.toISOString() : null;
  await queueMailOfEnvironment(tx, vault, environmentId, {
    kind: 'reversal',
    subject: `${id} ${what}`,
    facts: { tipo, isDisputed, amountCents, deadline },
  });
}
