/**
 * Every place in server and simulator where a process can be made to die; a test keeps it complete.
 */
export const FAILPOINTS = [
  'deliver.after-lease',
  'deliver.after-send',
  'once.after-call',
  'once.after-claim',
  'once.after-commit',
  'reconcile.after-list',
  'reconcile.before-advance',
  'sandbox.after-commit',
  'sandbox.after-notice',
  'sandbox.after-step',
  'sandbox.before-commit',
  'settle.after-commit',
  'settle.before-commit',
  'withdraw.after-create',
  'withdraw.after-progress',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];
