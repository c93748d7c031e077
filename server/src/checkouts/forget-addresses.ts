import type { Db } from '../platform/db.ts';
import { forgetOldAddresses } from './retention-store.ts';

const BATCH = 500;

/**
 * Forgets where payers asked from, a few at a time, once no limit counts it and no code of theirs
 * is looked for by it.
 * @returns whether there are probably more
 */
export async function forgetAddresses(db: Db, limit = BATCH): Promise<boolean> {
  return (await forgetOldAddresses(db, limit)) === limit;
}
