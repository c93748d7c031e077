import { MINUTE_MS } from '../durations.ts';
import type { ChargeListing, ChargeStatus } from '../provider/port.ts';
import { sentWithinMs } from './decide.ts';
import type { OpenDeposit } from './store.ts';

/** Looks at an open charge are at most this far apart, so one falls this soon after its expiry. */
const OVERDUE_MS = 10 * MINUTE_MS;

/** Listed so, a charge is read for the record, not for a payment that somebody waits for. */
const UNPAID: readonly unknown[] = ['pending', 'expired', 'canceled'] satisfies ChargeStatus[];

export interface Sorted {
  /** A reading would bring nothing new. */
  readonly upToDate: readonly OpenDeposit[];
  /** To be read, but nobody waits for it. */
  readonly unpaid: readonly OpenDeposit[];
  /** To be read first; all that are not listed are here. */
  readonly urgent: readonly OpenDeposit[];
}

/** Sorts deposits whose look is due by what the provider's list says of them. */
export function sortByList(
  due: readonly OpenDeposit[],
  listed: readonly ChargeListing[] | undefined,
): Sorted {
  const statuses = new Map(listed?.map(({ ref, status }) => [ref, status]));
  const sorted = Map.groupBy(due, (deposit): keyof Sorted => {
    const status = statuses.get(deposit.providerRef);
    if (isUpToDate(deposit, status)) return 'upToDate';
    return UNPAID.includes(status) ? 'unpaid' : 'urgent';
  });
  const { upToDate = [], unpaid = [], urgent = [] } = Object.fromEntries(sorted);
  return { upToDate, unpaid, urgent };
}

function isUpToDate(deposit: OpenDeposit, listed: ChargeStatus | undefined): boolean {
  if (listed !== (deposit.providerStatus ?? 'pending') || isOverdue(deposit)) return false;
  if (isUnsettled(deposit, listed)) return false;
  // An error is believed after a day, and the transaction id may be reported only after
  // `depix_sent`.
  return listed !== 'error' && (listed !== 'depix_sent' || deposit.blockchainTxId !== null);
}

/**
 * Whether to read an open charge whatever the list says, since the list has lagged before: at the
 * first look after its expiry, then less and less often, for as long as it stays open.
 */
function isOverdue({ status, expiresAt, now }: OpenDeposit): boolean {
  const overdueMs = now.getTime() - expiresAt.getTime();
  return status === 'PENDING' && overdueMs > 0 && Math.random() * overdueMs < OVERDUE_MS;
}

/** Whether an accepted payment should have been sent by now; reading it alerts the operator. */
function isUnsettled(deposit: OpenDeposit, listed: ChargeStatus): boolean {
  const { blockchainTxId, createdAt, now, status } = deposit;
  const mostMs = sentWithinMs(listed, status === 'CONFIRMED') ?? Infinity;
  return blockchainTxId === null && now.getTime() - createdAt.getTime() > mostMs;
}
