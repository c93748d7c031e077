import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import { queueMailOfEnvironment } from '../mails/store.ts';
import type { Tx } from '../platform/db.ts';
import type { Reversal } from './store.ts';

/**
 * Once for what it is taken for: the first word may leave the payer out, who may make it the other
 * kind.
 */
export async function tellManagers(
  tx: Tx,
  { vault }: Pick<App, 'vault'>,
  environmentId: EnvironmentId,
  id: string,
): Promise<void> {
  const [reversal] = await tx<Pick<Reversal, 'kind' | 'amountCents' | 'deadline'>>`
    select kind, amount_cents, deadline from reversals
    where environment_id = ${environmentId} and id = ${id}`;
  if (!reversal) return;
  const { kind: tipo, amountCents, deadline } = reversal;
  await queueMailOfEnvironment(tx, vault, environmentId, {
    kind: 'reversal',
    subject: `${id} ${tipo}`,
    facts: { tipo, amountCents, deadline: tipo === 'med' ? deadline.toISOString() : null },
  });
}
