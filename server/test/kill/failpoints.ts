/** Where a process of the run is made to die; a test ensures that no place is left out. */
export const FAILPOINTS = [
  'checkout.after-open',
  'deliver.after-lease',
  'deliver.after-record',
  'deliver.after-send',
  'look.after-lease',
  'look.after-list',
  'notice.after-file',
  'notice.before-file',
  'notices.after-lease',
  'number.after-commit',
  'number.before-commit',
  'once.after-call',
  'once.after-claim',
  'once.after-commit',
  'once.after-rest',
  'once.before-claim',
  'reconcile.after-list',
  'reconcile.before-advance',
  'replay.after-commit',
  'replay.before-commit',
  'sandbox.after-commit',
  'sandbox.after-notice',
  'sandbox.after-step',
  'sandbox.before-commit',
  'sandbox.within-step',
  'settle.after-commit',
  'settle.after-read',
  'settle.before-commit',
  'settle.within',
  'take-up.after-lease',
  'withdraw.after-create',
  'withdraw.after-progress',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

/** No operation of the run passes these: a test of their own shows what a death there leaves. */
export const FAILPOINTS_ELSEWHERE = [
  'check.after-lease',
  'check.after-look',
  'check.before-commit',
  'funding.after-lease',
  'funding.after-look',
  'sandbox.within-move',
  'withdrawal-request.after-decision',
];
