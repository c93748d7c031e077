import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../src/platform/db.ts';
import { enrol } from '../../src/reconciliation/store.ts';
import type { Failpoint } from './failpoints.ts';
import { endDeadLeases } from './settle.ts';
import type { Gateway } from './gateway.ts';
import type { Merchant } from './set-up.ts';

const REPLAY_EVERY_MS = 2_000;
/** A key waits for half of this until its lease counts as a dead process's. */
const ABANDON_EVERY_MS = 30_000;

/** Causes what ordinary traffic does not cause by itself, so that somebody reaches a failpoint. */
export function openLure(place: Gateway, merchant: Merchant): (name: Failpoint) => Promise<void> {
  let replayedAt = -Infinity;
  let abandonedAt = -Infinity;
  return async (name) => {
    if (name.startsWith('reconcile.')) {
      await place.withDatabase(makeSweepsDue).catch(() => undefined);
    } else if (name.startsWith('take-up.')) {
      if (performance.now() > abandonedAt + ABANDON_EVERY_MS) {
        abandonedAt = performance.now();
        // The process that reaches it dies holding a key; otherwise no key would ever be taken up.
        writeFileSync(join(place.failpointsDir, 'once.after-claim' satisfies Failpoint), '');
      }
      await place.withDatabase(endDeadLeases).catch(() => undefined);
    } else if (name.startsWith('replay.') && performance.now() > replayedAt + REPLAY_EVERY_MS) {
      replayedAt = performance.now();
      await replayLatest(merchant).catch(() => undefined);
    }
  };
}

/** The books are compared every two minutes, and by nobody while a dead worker's lease runs. */
async function makeSweepsDue(db: Db): Promise<void> {
  await enrol(db, false);
  await db`update reconciliation_sweeps set due_at = now(), lease = null, lease_until = null`;
}

async function replayLatest({ client, endpoints: [good] }: Merchant): Promise<void> {
  const body = { since: new Date(Date.now() - REPLAY_EVERY_MS).toISOString() };
  const path = `/v1/api/webhook-endpoints/${good.id}/replay`;
  await client.insist({ method: 'POST', path, body });
}
