import type { App } from '../app.ts';
import { isAccepted } from '../deposits/decide.ts';
import { listKnownRefs } from '../deposits/store.ts';
import { reportPaidOrphan } from '../deposits/watch-orphans.ts';
import {
  findOrphan,
  findOwner,
  hasOpenCalls,
  listedOrphan,
  listFiled,
  recordOrphan,
} from '../idempotency/orphan.ts';
import { faultOf } from '../platform/log.ts';
import { isNotExecuted, type PixProvider, ProviderFailure } from '../provider/port.ts';
import type { Listed } from './compare.ts';
import { endOfOrphan } from './difference.ts';
import { listReportedPaid, recordDifference, resolveDifferences } from './difference-store.ts';
import { MARGIN_MS, type Sweep } from './sweep.ts';

/** Files listed charges that are not deposits of ours, and reports those that were paid. */
export async function recordUnknownCharges(
  app: App,
  sweep: Sweep,
  provider: PixProvider,
  listed: Listed,
  to: Date,
): Promise<void> {
  const { connection } = sweep;
  const refs = [...listed.keys()];
  const known = new Set(await listKnownRefs(app.db, refs));
  await resolveDifferences(app.db, connection, [...known], ['missing_here'], 'shown');
  const unknown = [...listed].filter(([ref]) => !known.has(ref));
  if (unknown.length === 0) return;
  const filed = new Set(await listFiled(app.db, connection, refs));
  // The charge of a call in flight will be shown, or be found again by the next pass.
  const isEarly = await hasOpenCalls(app.db, connection);
  const owner = await findOwner(app.db, connection, ...callsOf(sweep.position, to));
  const reported = new Set(await listReportedPaid(app.db, connection, refs));
  for (const [ref, statuses] of unknown) {
    if (isEarly && !filed.has(ref)) continue;
    const [status = null] = statuses;
    if (!filed.has(ref)) {
      const charge = { connection, environmentId: owner, providerRef: ref, status };
      await recordOrphan(app, listedOrphan(charge));
    }
    const paid = statuses.some(isAccepted);
    const isReported =
      reported.has(ref) || (paid && (await reportPayment(app, sweep, provider, ref)));
    await recordDifference(app, {
      kind: 'missing_here',
      connection,
      environmentId: owner,
      providerRef: ref,
      resourceId: null,
      detail: JSON.stringify({ listed: statuses }),
      // Open until the payment has been reported to an operator, whatever the charge itself
      // answers.
      resolution: paid ? (isReported ? 'paid' : null) : endOfOrphan(statuses),
    });
  }
}

/** The period in which listed charges may have been ordered: clocks differ in both directions. */
function callsOf(from: Date, to: Date): [from: Date, to: Date] {
  return [new Date(from.getTime() - 2 * MARGIN_MS), new Date(to.getTime() + 2 * MARGIN_MS)];
}

/**
 * Reports a payment however late it comes: the list is compared long after orphans are last looked
 * at.
 * @returns whether the charge itself was read as paid
 */
async function reportPayment(
  app: App,
  sweep: Sweep,
  provider: PixProvider,
  ref: string,
): Promise<boolean> {
  const { connection } = sweep;
  try {
    const orphan = await findOrphan(app.db, connection, ref);
    const reading = orphan && (await provider.readCharge(ref));
    if (!reading || !(await reportPaidOrphan(app, orphan, reading))) return false;
    await recordDifference(app, {
      kind: 'orphan_paid',
      connection,
      providerRef: ref,
      resolution: null,
      environmentId: orphan.environmentId,
      resourceId: orphan.resourceId,
      detail: reading.raw,
    });
    return true;
  } catch (error) {
    // The next pass lists it again; a throttled call ends this step.
    if (!(error instanceof ProviderFailure) || isNotExecuted(error)) throw error;
    app.log.warn({ job: 'reconciliation', ...faultOf(error) });
    return false;
  }
}
