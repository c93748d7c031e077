import type { App } from '../app.ts';
import { isAccepted, isReversed } from '../deposits/decide.ts';
import type { MadeDeposit } from '../deposits/list-made.ts';
import { settleDeposit } from '../deposits/settle-deposit.ts';
import { raiseAlert } from '../provider/alert.ts';
import { reopenNotices } from '../provider/inbox.ts';
import type { ChargeStatus, PixProvider } from '../provider/port.ts';
import { contradicts } from './compare.ts';
import { recorder, resolveDifferences } from './difference-store.ts';
import type { ProviderWord } from './result.ts';
import type { Sweep } from './sweep.ts';

/**
 * Asks the provider about one charge of ours on which the books differ, settles by the answer, and
 * writes down what differed and what became of it.
 * @returns what the provider says of it by now
 * @throws ProviderFailure when it gives no answer
 */
export async function heal(
  app: App,
  sweep: Sweep,
  provider: PixProvider,
  deposit: MadeDeposit,
  statuses: readonly ChargeStatus[] | undefined,
): Promise<ProviderWord> {
  const { environmentId, mode, id, providerRef: ref, totalCents } = deposit;
  const record = recorder(app, sweep.connection, deposit);
  const askedAt = performance.now();
  const reading = await provider.readCharge(ref);
  if (!reading) {
    // It made this charge, or says so in its list, and now denies it.
    await record(statuses ? 'other_status' : 'missing_there', null, { status: deposit.status });
    const detail = JSON.stringify({ ref, status: deposit.status, listed: statuses ?? null });
    await raiseAlert(app.db, app, { environmentId, kind: 'charge_denied', subject: id, detail });
    return 'denies';
  }
  const { connection } = sweep;
  const isUnclear = statuses !== undefined && contradicts(statuses, reading.status);
  if (isUnclear) {
    await record('other_status', null, { listed: statuses, read: reading.status });
  } else {
    const known = ['missing_there', 'other_status'] as const;
    await resolveDifferences(app.db, connection, [ref], known, 'healed');
  }
  if (!statuses) await record('missing_there', 'healed', { read: reading.status });
  const news = { reading, cause: 'reconciliation', askedAt } as const;
  const after = await settleDeposit(app, environmentId, id, news);
  // Of an expiry no notice is ever sent: to find it is no difference.
  if (after !== deposit.status && statuses && reading.status !== 'expired') {
    await record('other_status', 'healed', { from: deposit.status, to: after });
  }
  const isOther = reading.valueCents !== totalCents;
  if (isOther) {
    await record('other_amount', null, { asked: totalCents, read: reading.valueCents });
  }
  // A MED that waits for what has just been settled is weighed again.
  await reopenNotices(app.db, mode, ref);
  return isOther ? 'other_amount' : isUnclear ? 'unclear' : 'agrees';
}

/**
 * Where the list tells of money that our books lack, and the charge itself gives no answer: it is
 * not believed, and stays open until it can be asked.
 */
export async function recordUnread(
  app: App,
  sweep: Sweep,
  deposit: MadeDeposit,
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

export function isOtherAmount({ paidCents, totalCents }: MadeDeposit): boolean {
  return paidCents !== null && paidCents !== totalCents;
}

/** Where less or more was paid than asked for; `decide` has raised the alert. Else that is over. */
export async function compareAmounts(
  app: App,
  sweep: Sweep,
  deposits: readonly MadeDeposit[],
): Promise<void> {
  const refs = deposits.filter((one) => !isOtherAmount(one)).map(({ providerRef }) => providerRef);
  await resolveDifferences(app.db, sweep.connection, refs, ['other_amount'], 'healed');
  for (const deposit of deposits) {
    const { paidCents: paid, totalCents: asked } = deposit;
    if (!isOtherAmount(deposit)) continue;
    await recorder(app, sweep.connection, deposit)('other_amount', null, { asked, paid });
  }
}
