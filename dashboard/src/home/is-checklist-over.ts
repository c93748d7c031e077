import type { Checklist } from '../api/operations.ts';
import type { Mode } from '../api/use-tenant.ts';

const DAY_MS = 86_400_000;

/**
 * Whether there is nothing left to say: in test a finished list still leads on to live, and in live
 * it says for a day that it is finished.
 */
export function isChecklistOver({ items }: Checklist, mode: Mode, now: number): boolean {
  if (mode === 'test') return false;
  return items.every(({ doneAt }) => doneAt !== null && now - Date.parse(doneAt) >= DAY_MS);
}
