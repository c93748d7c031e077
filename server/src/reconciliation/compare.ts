import { impliesPayment } from '../deposits/decide.ts';
import type { CreatedDeposit } from '../deposits/list-created-deposits.ts';
import type { ChargeStatus } from '../provider/port.ts';
import type { SweepName } from './sweep.ts';

/** The provider's list by id; the same id may be listed twice with different statuses. */
export type Listed = ReadonlyMap<string, readonly ChargeStatus[]>;

export function listedBy(
  rows: readonly { readonly ref: string; readonly status: ChargeStatus }[],
): Listed {
  const groups = Map.groupBy(rows, ({ ref }) => ref);
  return new Map([...groups].map(([ref, group]) => [ref, group.map(({ status }) => status)]));
}

/** The deposits that the provider must be asked about one by one. */
export function doubtfulIn(
  made: readonly CreatedDeposit[],
  listed: Listed,
  sweep: SweepName,
): CreatedDeposit[] {
  return made.filter((deposit) => !agrees(deposit, listed.get(deposit.providerRef), sweep));
}

function agrees(
  deposit: CreatedDeposit,
  statuses: readonly ChargeStatus[] | undefined,
  sweep: SweepName,
): boolean {
  if (!statuses) return false;
  const known = deposit.providerStatus ?? 'pending';
  // Where a reading may or may not add anything, the longer sweeps, which come rarely, still read.
  const often = sweep === 'two_hours';
  return statuses.every((status) => {
    if (isTakenBack(deposit, status)) return false;
    if (status === 'unknown') return often && deposit.providerStatus !== null;
    if (status !== known) return false;
    if (status === 'error') return often || deposit.status !== 'PENDING';
    return often || status !== 'depix_sent' || deposit.blockchainTxId !== null;
  });
}

/** Whether our books have a payment that the provider, which accepted it, no longer reports. */
export function isTakenBack({ status }: CreatedDeposit, reported: ChargeStatus): boolean {
  return status === 'CONFIRMED' && reported !== 'unknown' && !impliesPayment(reported);
}

/** Whether the list reports money that the charge itself, read afterwards, does not. */
export function contradicts(statuses: readonly ChargeStatus[], read: ChargeStatus): boolean {
  return statuses.some(impliesPayment) && !impliesPayment(read);
}
