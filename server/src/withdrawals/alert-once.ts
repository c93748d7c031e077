import type { App } from '../app.ts';
import type { Tx } from '../platform/db.ts';
import { hasHeard, type OperatorAlert, raiseAlert } from '../provider/alert.ts';

/** The same words are found at every look, and are told at the first. */
export async function alertOnce(
  tx: Tx,
  app: App,
  alert: OperatorAlert & { readonly detail: string },
): Promise<void> {
  const isHeard = await hasHeard({ db: tx, vault: app.vault }, alert, false);
  if (!isHeard) await raiseAlert(tx, app, alert);
}
