import type { App } from '../app.ts';
import { leaseUnpaidOrphans, markOrphanPaid, type UnpaidOrphan } from '../idempotency/orphan.ts';
import { raiseAlert } from '../operator-alerts/store.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { modeOf } from '../provider/connection.ts';
import { logFailure } from '../provider/log-failure.ts';
import type { ChargeReading } from '../provider/port.ts';
import { isAccepted } from './decide.ts';

const BATCH = 10;

/** A charge that was shown to nobody may still be paid; if so, an operator is alerted. */
export async function watchOrphans(app: App): Promise<void> {
  for (const { asker, ...orphan } of await leaseUnpaidOrphans(app.db, BATCH)) {
    const tenant = { environmentId: asker, mode: modeOf(orphan.connection) };
    const provider = app.providerOf(tenant, 'sweep');
    try {
      const reading = await provider?.readCharge(orphan.providerRef);
      if (reading) await reportPaidOrphan(app, orphan, reading);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      logFailure(app, 'orphans', orphan.providerRef, error);
    }
  }
}

/** Alerts an operator with everything that is known of the charge. @returns whether it is paid */
export async function reportPaidOrphan(
  app: App,
  orphan: UnpaidOrphan,
  reading: ChargeReading,
): Promise<boolean> {
  if (!isAccepted(reading.status)) return false;
  const { environmentId, resourceId, foundBy, foundAt, providerRef: subject } = orphan;
  const charge: unknown = JSON.parse(reading.raw);
  const detail = JSON.stringify({ charge, environmentId, resourceId, foundBy, foundAt });
  await raiseAlert(app.db, app, { environmentId, kind: 'orphan_paid', subject, detail });
  await markOrphanPaid(app.db, orphan, reading.status);
  return true;
}
