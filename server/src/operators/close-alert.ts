import { type FiledAlert, resolveAlert } from '../operator-alerts/store.ts';
import type { Tx } from '../platform/db.ts';
import { resolveByOperator } from '../reconciliation/difference-store.ts';

/**
 * Marks an alert as resolved, and with it what the reconciliation recorded about the same subject.
 * @returns how many differences that closed
 */
export async function closeAlert(
  tx: Tx,
  { id, subject }: Pick<FiledAlert, 'id' | 'subject'>,
): Promise<number> {
  await resolveAlert(tx, id);
  return resolveByOperator(tx, subject);
}
