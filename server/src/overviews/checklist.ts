/** What makes an account ready, in the order in which to do it. */
export const CHECKLIST_ITEMS = ['email', 'wallet', 'key', 'payment', 'webhook'] as const;
export type ChecklistItem = (typeof CHECKLIST_ITEMS)[number];
