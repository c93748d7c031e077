import type { App } from '../app.ts';
import { getPartner } from '../partners/store.ts';
import type { Tx } from '../platform/database.ts';

/** Changes something of a partner, who begins to exist if this is the first that is heard of it. */
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
