import type { Db } from '../../src/platform/db.ts';
import { enrol } from '../../src/reconciliation/store.ts';
import type { Failpoint } from './failpoints.ts';
import { endDeadLeases } from './settle.ts';
import type { Installation, Merchant } from './set-up.ts';

const REPLAY_EVERY_MS = 2_000;

/** Brings about what ordinary traffic does not do by itself, so that somebody comes to it. */
export function openLure(
  place: Installation,
  merchant: Merchant,
): (name: Failpoint) => Promise<void> {
  let replayedAt = -Infinity;
  return async (name) => {
    if (name.startsWith('reconcile.')) {
      await place.withDatabase(makeSweepsDue).catch(() => undefined);
    } else if (name.startsWith('take-up.')) {
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
