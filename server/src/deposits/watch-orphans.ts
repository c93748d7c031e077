import type { App } from '../app.ts';
import { leaseUnpaidOrphans, markOrphanPaid, type UnpaidOrphan } from '../idempotency/orphan.ts';
import { faultOf } from '../platform/log.ts';
import { raiseAlert } from '../provider/alert.ts';
import { ProviderFailure } from '../provider/port.ts';
import { isAccepted } from './decide.ts';

const BATCH = 10;

/** A charge that nobody was shown may be paid all the same; then an operator hears of it. */
export async function watchOrphans(app: App): Promise<void> {
  for (const orphan of await leaseUnpaidOrphans(app.db, BATCH)) {
    await lookAt(app, orphan).catch((error: unknown) => {
      if (!(error instanceof ProviderFailure)) throw error;
      app.log.warn({ job: 'orphans', ...faultOf(error) });
    });
  }
}

async function lookAt(app: App, orphan: UnpaidOrphan): Promise<void> {
  const reading = await app.providerOf(orphan)?.readCharge(orphan.providerRef);
  if (!reading || !isAccepted(reading.status)) return;
  const { environmentId, providerRef: subject } = orphan;
  const alert = { kind: 'orphan_paid', subject, detail: reading.raw } as const;
  await raiseAlert(app.db, app, { environmentId, ...alert });
  await markOrphanPaid(app.db, orphan, reading.status);
}
