import type { App } from '../app.ts';
import type { CreatedDeposit } from '../deposits/list-created-deposits.ts';
import { recorder, resolveDifferences } from './difference-store.ts';
import type { Sweep } from './sweep.ts';

export function isOtherAmount({ paidCents, totalCents }: CreatedDeposit): boolean {
  return paidCents !== null && paidCents !== totalCents;
}

/** Records amounts paid short or over (`decide` has raised the alert), and closes the others. */
export async function compareAmounts(
  app: App,
  sweep: Sweep,
  deposits: readonly CreatedDeposit[],
): Promise<void> {
  const refs = deposits.filter((one) => !isOtherAmount(one)).map(({ providerRef }) => providerRef);
  await resolveDifferences(app.db, sweep.connection, refs, ['other_amount'], 'healed');
  for (const deposit of deposits) {
    const { paidCents: paid, totalCents: asked } = deposit;
    if (!isOtherAmount(deposit)) continue;
    await recorder(app, sweep.connection, deposit)('other_amount', null, { asked, paid });
  }
}
