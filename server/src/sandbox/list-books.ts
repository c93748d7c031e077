import type { App } from '../app.ts';
import { listOwnersOfCharges } from '../deposits/store.ts';
import type { EnvironmentId } from '../ids.ts';
import { listOwnersOfPayouts } from '../withdrawals/store.ts';
import { type Books, readBooks, type SandboxControl } from './control.ts';

interface OwnedBooks {
  readonly charges: (Books['charges'][number] & { readonly depositId: string | null })[];
  readonly withdrawals: (Books['withdrawals'][number] & { readonly withdrawalId: string | null })[];
}

/** What the simulated provider booked last, each with whose it is. */
export async function listBooks(
  { db }: App,
  control: SandboxControl,
  environmentId: EnvironmentId,
): Promise<OwnedBooks> {
  const { charges, withdrawals } = await readBooks(control, environmentId);
  const [deposits, payouts] = await Promise.all([
    listOwnersOfCharges(db, environmentId, charges.map(idOf)),
    listOwnersOfPayouts(db, environmentId, withdrawals.map(idOf)),
  ]);
  const [depositOf, withdrawalOf] = [new Map(deposits), new Map(payouts)];
  return {
    charges: charges.map((row) => ({ ...row, depositId: depositOf.get(row.id) ?? null })),
    withdrawals: withdrawals.map((row) => ({
      ...row,
      withdrawalId: withdrawalOf.get(row.id) ?? null,
    })),
  };
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}
