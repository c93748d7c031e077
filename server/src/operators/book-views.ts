import type { FiledAlert } from '../operator-alerts/store.ts';
import type { SeenDifference } from '../reconciliation/difference-store.ts';
import type { Owner } from './read-accounts.ts';
import type { OrphanState, SweepState } from './read-books.ts';

export function sweepView(sweep: SweepState) {
  return {
    ...sweep,
    position: sweep.position?.toISOString() ?? null,
    until: sweep.until?.toISOString() ?? null,
    dueAt: sweep.dueAt.toISOString(),
    finishedAt: sweep.finishedAt?.toISOString() ?? null,
  };
}

export function differenceView(difference: SeenDifference) {
  return {
    ...difference,
    firstSeenAt: difference.firstSeenAt.toISOString(),
    lastSeenAt: difference.lastSeenAt.toISOString(),
    resolvedAt: difference.resolvedAt?.toISOString() ?? null,
  };
}

export function orphanView(orphan: OrphanState) {
  return {
    ...orphan,
    foundAt: orphan.foundAt.toISOString(),
    paidAt: orphan.paidAt?.toISOString() ?? null,
  };
}

export function alertView({ noticeId, ...alert }: FiledAlert, owners: readonly Owner[]) {
  const owner = owners.find(({ environmentId }) => environmentId === alert.environmentId);
  return {
    ...alert,
    account: owner ? accountView(owner) : null,
    isAssignable: noticeId !== null && isOpenMed(alert),
    createdAt: alert.createdAt.toISOString(),
    updatedAt: alert.updatedAt.toISOString(),
    resolvedAt: alert.resolvedAt?.toISOString() ?? null,
  };
}

/** A MED is open until it is assigned, and again after a further report; see its subject. */
function isOpenMed({ subject, assignedTo, resolvedAt }: Omit<FiledAlert, 'noticeId'>): boolean {
  return subject.startsWith('med ') && (assignedTo === null || resolvedAt === null);
}

function accountView({ accountId, name, email, mode }: Owner) {
  return { id: accountId, name, email, mode };
}
