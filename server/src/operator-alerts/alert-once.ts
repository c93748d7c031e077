import type { App } from '../app.ts';
import type { Db, Tx } from '../platform/db.ts';
import type { OperatorAlert } from './operator-alert.ts';
import { raiseAlert, wasRaisedInWords } from './store.ts';

/**
 * Raises an alert unless it was raised before in the same words: every look finds the same ones.
 * @param isAgain whether words beyond the limit of those kept count as known
 */
export async function alertOnce(
  db: Db | Tx,
  app: App,
  alert: OperatorAlert & { readonly detail: string },
  isAgain = false,
): Promise<void> {
  if (!(await wasRaisedInWords(db, app, alert, isAgain))) await raiseAlert(db, app, alert);
}
