import type { Mode } from '../accounts/environment.ts';

/** What makes an environment ready, in the recommended order. */
export const CHECKLISTS = {
  test: ['email', 'wallet', 'key', 'payment', 'webhook'],
  live: ['provider', 'wallet', 'key', 'webhook', 'payment'],
} as const satisfies Readonly<Record<Mode, readonly string[]>>;

export type ChecklistItem = (typeof CHECKLISTS)[Mode][number];
export const CHECKLIST_ITEMS: readonly ChecklistItem[] = [
  ...new Set([...CHECKLISTS.test, ...CHECKLISTS.live]),
];
