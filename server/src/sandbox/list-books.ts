import type { App } from '../app.ts';
import type { EnvironmentId } from '../ids.ts';
import type { Db } from '../platform/db.ts';
import { identifier } from '../platform/sql.ts';
import { openFairQueue } from '../platform/fair-queue.ts';
import { type Books, readBooks, type SandboxControl } from './control.ts';

interface OwnedBooks {
  readonly charges: (Books['charges'][number] & { readonly depositId: string | null })[];
  readonly withdrawals: (Books['withdrawals'][number] & { readonly withdrawalId: string | null })[];
}

/** More of one environment's would wait too long, if its books are full. */
const MAX_QUEUED = 100;

/** Full books take a good part of a second of us, the sandbox and the database together. */
const enqueue = openFairQueue(MAX_QUEUED);

/**
 * The simulated provider's latest bookings, each with our id.
 * @throws ApiError unavailable, also if too many reads of one environment wait
 */
export async function listBooks(
  app: App,
  control: SandboxControl,
  environmentId: EnvironmentId,
): Promise<OwnedBooks> {
  return enqueue(environmentId, () => readOwned(app, control, environmentId));
}

async function readOwned(
  { db }: App,
  control: SandboxControl,
  environmentId: EnvironmentId,
): Promise<OwnedBooks> {
  const { charges, withdrawals } = await readBooks(control, environmentId);
  const [depositOf, withdrawalOf] = await Promise.all([
    readOwners(db, 'deposits', environmentId, charges.map(idOf)),
    readOwners(db, 'withdrawals', environmentId, withdrawals.map(idOf)),
  ]);
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

/** Our ids of these charges or payouts, by the provider's. */
async function readOwners(
  db: Db,
  table: 'deposits' | 'withdrawals',
  environmentId: EnvironmentId,
  refs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db<{ providerRef: string; id: string }>`
    select provider_ref, id from ${identifier(table)}
    where environment_id = ${environmentId} and provider_ref = any(${[...refs]})`;
  return new Map(rows.map(({ providerRef, id }) => [providerRef, id]));
}
