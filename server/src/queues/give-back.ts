import { isDatabaseAway } from '../platform/db.ts';

/**
 * Makes due again what an outage of the database cut short, so that it need not wait until its
 * lease runs out. Called by a turn before it leases anything.
 */
export async function giveBack<Leased>(
  cutShort: Set<Leased>,
  makeDue: (leased: readonly Leased[]) => Promise<unknown>,
): Promise<void> {
  const leased = [...cutShort];
  if (leased.length === 0) return;
  cutShort.clear();
  try {
    await makeDue(leased);
  } catch (error) {
    // Of what cannot be given back for another reason, the lease has to run out after all.
    if (isDatabaseAway(error)) for (const one of leased) cutShort.add(one);
    throw error;
  }
}
