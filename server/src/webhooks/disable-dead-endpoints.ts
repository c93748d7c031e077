import type { App } from '../app.ts';
import { notifyOwner } from './notify-owner.ts';
import { disableDead } from './store.ts';

const BATCH = 100;

/**
 * Disables endpoints that have only failed for five days, and notifies their owners.
 * @returns whether more may be waiting
 */
export async function disableDeadEndpoints(app: App): Promise<boolean> {
  const dead = await app.db.begin(async (tx) => {
    const disabled = await disableDead(tx, BATCH);
    for (const endpoint of disabled) await notifyOwner(tx, app.vault, 'dead', endpoint);
    return disabled;
  });
  for (const { id } of dead) app.log.warn({ endpoint: id }, 'endpoint disabled, owner owed a mail');
  return dead.length === BATCH;
}
