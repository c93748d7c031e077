import type { App } from '../app.ts';
import { getPartner } from '../partners/store.ts';
import type { Tx } from '../platform/database.ts';

/** Changes something about a partner, creating the partner at its first mention. */
export async function changePartner(
  app: App,
  name: string,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  await app.db.begin(async (tx) => {
    await getPartner(app, tx, name);
    await work(tx);
  });
}
