import type { App } from '../app.ts';
import {
  deleteShownOrphans,
  type DoubtfulSpan,
  findOwner,
  listDoubtfulSpans,
  listedOrphan,
  markLookedThrough,
  recordOrphan,
} from '../idempotency/orphan.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { connectionOf } from '../provider/connection.ts';
import { logFailure } from '../provider/log-failure.ts';
import { listKnownRefs } from './store.ts';

const SPANS = 20;

/**
 * Searches the provider's list around every call whose outcome stayed unknown, and files the
 * charges there that were shown to nobody.
 */
export async function findOrphans(app: App): Promise<void> {
  await deleteShownOrphans(app.db);
  for (const span of await listDoubtfulSpans(app.db, SPANS)) {
    await lookThrough(app, span).catch((error: unknown) => {
      // Neither an unavailable provider nor a bug may hold up others; the span is retried later.
      if (isDatabaseAway(error)) throw error;
      logFailure(app, 'deposit orphans', span.environmentId, error);
    });
  }
}

async function lookThrough(app: App, span: DoubtfulSpan): Promise<void> {
  const provider = app.providerOf(span, 'reconcile');
  if (!provider) return;
  const connection = connectionOf(span);
  const environmentId = await findOwner(app.db, connection, span.from, span.to);
  const there = (at: Date): Date => new Date(at.getTime() + span.aheadMs);
  const listed = await provider.listCharges(there(span.from), there(span.to));
  const refs = listed.map(({ ref }) => ref);
  const known = new Set(await listKnownRefs(app.db, refs));
  for (const { ref, status } of listed.filter((row) => !known.has(row.ref))) {
    await recordOrphan(app, listedOrphan({ connection, environmentId, providerRef: ref, status }));
  }
  await markLookedThrough(app.db, span);
}
