import type { App } from '../app.ts';
import {
  forgetOrphans,
  listDoubtfulSpans,
  listYoungOrphans,
  markLookedThrough,
  recordOrphan,
} from '../idempotency/orphan.ts';
import { raiseAlert } from '../provider/alert.ts';
import { ProviderFailure } from '../provider/port.ts';
import { isAccepted } from './decide.ts';
import { listKnownRefs } from './store.ts';

const SPANS = 20;

/**
 * Looks through the provider's list wherever a call's outcome stayed unknown, and files the
 * charges there that nobody was shown. One that was paid all the same becomes an alert.
 */
export async function findOrphans(app: App): Promise<boolean> {
  await forgetShown(app);
  const spans = await listDoubtfulSpans(app.db, SPANS);
  for (const span of spans) {
    const provider = app.providerOf(span);
    if (!provider) continue;
    try {
      const listed = await provider.listCharges(span.from, span.to);
      const refs = listed.map(({ ref }) => ref);
      const known = new Set(await listKnownRefs(app.db, refs));
      for (const { ref, status } of listed.filter((row) => !known.has(row.ref))) {
        const orphan = { environmentId: span.environmentId, providerRef: ref, resourceId: null };
        await recordOrphan(app, {
          ...orphan,
          operation: 'deposit',
          foundBy: 'provider_list',
          status,
        });
        if (!isAccepted(status)) continue;
        const { environmentId } = span;
        await raiseAlert(app.db, app, { environmentId, kind: 'orphan_paid', subject: ref });
      }
      await markLookedThrough(app.db, span);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      return false;
    }
  }
  return spans.length === SPANS;
}

/** A charge may have been shown in the very moment of its filing, or by a later try of its client. */
async function forgetShown(app: App): Promise<void> {
  const shown = await listKnownRefs(app.db, await listYoungOrphans(app.db));
  if (shown.length > 0) await forgetOrphans(app.db, shown);
}
