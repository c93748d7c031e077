import type { App } from '../app.ts';
import type { Db, Tx } from '../platform/db.ts';
import { hasHeard, type OperatorAlert, raiseAlert } from './alert.ts';

/**
 * The same words are found at every look, and are told at the first.
 * @param isAgain so that what was too much to be kept counts as told
 */
export async function alertOnce(
  db: Db | Tx,
  app: App,
  alert: OperatorAlert & { readonly detail: string },
  isAgain = false,
): Promise<void> {
  if (!(await hasHeard(db, app, alert, isAgain))) await raiseAlert(db, app, alert);
}
