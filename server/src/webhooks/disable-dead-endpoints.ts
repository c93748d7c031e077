import type { App } from '../app.ts';
import { disableDead } from './store.ts';

/** Gives up on endpoints that have only failed for five days, and tells their owners. */
export async function disableDeadEndpoints(app: App): Promise<boolean> {
  for (const { id } of await disableDead(app.db)) {
    app.log.warn({ endpoint: id, mail: 'endpoint_disabled' }, 'endpoint disabled, owner mailed');
  }
  return false;
}
