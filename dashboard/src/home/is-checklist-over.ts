import type { Checklist } from '../api/operations.ts';
import type { Mode } from '../api/use-tenant.ts';

/** Whether there is nothing left to say: in test a finished list still leads on to live. */
export function isChecklistOver({ items }: Checklist, mode: Mode): boolean {
  return mode === 'live' && items.every(({ doneAt }) => doneAt !== null);
}
