import type { App } from '../app.ts';
import { isAccepted, isReversed } from '../deposits/decide.ts';
import type { CreatedDeposit } from '../deposits/list-created-deposits.ts';
import { settleDeposit } from '../deposits/settle-deposit.ts';
import { raiseAlert } from '../operator-alerts/store.ts';
import { reopenNotices } from '../provider/inbox.ts';
import type { ChargeStatus, PixProvider } from '../provider/port.ts';
import { contradicts, isTakenBack } from './compare.ts';
import { recorder, resolveDifferences } from './difference-store.ts';
import type { ProviderVerdict } from './result.ts';
import type { Sweep } from './sweep.ts';

/**
 * Reads a charge on which the books differ, settles accordingly, and records the difference and its
 * resolution.
 * @returns what the provider says about it now
 * @throws ProviderFailure if there is no answer
 */
export async function heal(
  app: App,
  sweep: Sweep,
  provider: PixProvider,
  deposit: CreatedDeposit,
  statuses: readonly ChargeStatus[] | undefined,
): Promise<ProviderVerdict> {
  const { environmentId, mode, id, providerRef: ref, totalCents } = deposit;
  const record = recorder(app, sweep.connection, deposit);
  const requestedAt = performance.now();
  const reading = await provider.readCharge(ref);
  if (!reading) {
    // The provider created this charge, or even lists it, but now denies it.
    await record(statuses ? 'other_status' : 'missing_there', null, { status: deposit.status });
    const detail = JSON.stringify({ ref, status: deposit.status, listed: statuses ?? null });
    await raiseAlert(app.db, app, { environmentId, kind: 'charge_denied', subject: id, detail });
    return 'denies';
  }
  const { connection } = sweep;
  const isUnclear =
    isTakenBack(deposit, reading.status) ||
    (statuses !== undefined && contradicts(statuses, reading.status));
  if (isUnclear) {
    await record('other_status', null, { listed: statuses ?? null, read: reading.status });
  } else {
    const known = ['missing_there', 'other_status'] as const;
    await resolveDifferences(app.db, connection, [ref], known, 'healed');
  }
  if (!statuses) await record('missing_there', 'healed', { read: reading.status });
  const news = { reading, cause: 'reconciliation', requestedAt } as const;
  const after = await settleDeposit(app, environmentId, id, news);
  // No notice is ever sent for an expiry, so finding one is no difference.
  if (after !== deposit.status && statuses && reading.status !== 'expired') {
    await record('other_status', 'healed', { from: deposit.status, to: after });
  }
  const isOther = reading.valueCents !== totalCents;
  if (isOther) {
    await record('other_amount', null, { asked: totalCents, read: reading.valueCents });
  }
  // A MED that was waiting for this settlement is judged again.
  await reopenNotices(app.db, mode, ref);
  return isOther ? 'other_amount' : isUnclear ? 'unclear' : 'agrees';
}

/**
 * The list reports money that our books lack, but the charge itself cannot be read. The list is not
 * believed; the difference stays open until the charge can be read.
 */
export async function recordUnread(
  app: App,
  sweep: Sweep,
  deposit: CreatedDeposit,
  statuses: readonly ChargeStatus[] = [],
): Promise<void> {
  const { status } = deposit;
  const isUnpaid = status === 'PENDING' || status === 'FAILED';
  const lacks = statuses.some(
    (one) => (isUnpaid && isAccepted(one)) || (status !== 'REFUNDED' && isReversed(one)),
  );
  if (!lacks) return;
  const record = recorder(app, sweep.connection, deposit);
  await record('other_status', null, { listed: statuses, read: null });
}
