import type { App } from '../app.ts';
import { listDepositsMade, type MadeDeposit } from '../deposits/list-made.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { faultOf } from '../platform/log.ts';
import { type PixProvider, ProviderFailure } from '../provider/port.ts';
import { doubtfulIn, type Listed, listedBy } from './compare.ts';
import { resolveDifferences } from './difference-store.ts';
import { fileStrangers } from './file-strangers.ts';
import { heal, recordOtherAmounts } from './heal.ts';
import { advance, putOff, renewClaim } from './store.ts';
import { afterFailure, endOfStep, MARGIN_MS, STEP_ROWS, type Sweep } from './sweep.ts';

/** One step reads so many charges one by one at most, and goes on for so long. */
const MOST_READINGS = 50;
const PATIENCE_MS = 20_000;
/** More of ours than this are never made within the shortest step. */
const MOST_ROWS = 5_000;

/** Compares one stretch of a connection's charges, heals what can be healed, and moves on. */
export async function takeStep(app: App, sweep: Sweep): Promise<void> {
  const { connection, asker } = sweep;
  const mode = connection === 'live' ? 'live' : 'test';
  const provider = asker && app.providerOf({ environmentId: asker, mode }, 'reconcile');
  // Without a provider, or anybody who could have asked it, there is nothing to compare.
  if (!provider) return advance(app.db, sweep, sweep.until);
  const { position, until } = sweep;
  const first = await listDepositsMade(app.db, connection, position, until, STEP_ROWS + 1);
  const to = endOfStep(sweep, first);
  try {
    const listed = await provider.listCharges(
      new Date(position.getTime() - MARGIN_MS),
      new Date(to.getTime() + MARGIN_MS),
    );
    // A paused process may come back when another has long gone on.
    if (!(await renewClaim(app.db, sweep))) return;
    failpoint('reconcile.after-list');
    const made = await listDepositsMade(app.db, connection, position, to, MOST_ROWS);
    await compareStep(app, sweep, provider, { listed: listedBy(listed), made, to });
  } catch (error) {
    if (!(error instanceof ProviderFailure)) {
      // A stretch that nothing can be done with is passed over in the end, and hides no other.
      const failure = { outcome: 'unknown', retryAfterSeconds: undefined } as const;
      if (!isDatabaseAway(error)) await putOff(app.db, sweep, afterFailure(sweep, to, failure));
      throw error;
    }
    app.log.warn({ job: 'reconciliation', connection, sweep: sweep.name, ...faultOf(error) });
    const { outcome, refusal } = error;
    const failure = { outcome, retryAfterSeconds: refusal.retryAfterSeconds };
    await putOff(app.db, sweep, afterFailure(sweep, to, failure));
  }
}

interface Stretch {
  readonly listed: Listed;
  readonly made: readonly MadeDeposit[];
  readonly to: Date;
}

async function compareStep(
  app: App,
  sweep: Sweep,
  provider: PixProvider,
  { listed, made, to }: Stretch,
): Promise<void> {
  await fileStrangers(app, sweep, provider, listed, to);
  const doubtful = doubtfulIn(made, listed, sweep.name);
  const differing = new Set(doubtful);
  const agreed = made.filter((deposit) => !differing.has(deposit));
  const refs = agreed.map(({ providerRef }) => providerRef);
  const kinds = ['missing_there', 'other_status'] as const;
  await resolveDifferences(app.db, sweep.connection, refs, kinds, 'healed');
  await recordOtherAmounts(app, sweep, agreed);
  const left = await healAll(app, sweep, provider, doubtful, listed);
  failpoint('reconcile.before-advance');
  // Always on, by a millisecond at least: what is passed over comes up with the next pass.
  const least = sweep.position.getTime() + 1;
  await advance(app.db, sweep, left ? new Date(Math.max(left.createdAt.getTime(), least)) : to);
}

/**
 * @returns the first that this step leaves to the next one
 * @throws ProviderFailure throttled, or what the database throws when it is away
 */
async function healAll(
  app: App,
  sweep: Sweep,
  provider: PixProvider,
  doubtful: readonly MadeDeposit[],
  listed: Listed,
): Promise<MadeDeposit | undefined> {
  const until = performance.now() + PATIENCE_MS;
  for (const [index, deposit] of doubtful.entries()) {
    if (index === MOST_READINGS || performance.now() > until) return deposit;
    try {
      await heal(app, sweep, provider, deposit, listed.get(deposit.providerRef));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const isThrottled = error instanceof ProviderFailure && error.outcome === 'not_executed';
      // What was done counts; the rest begins where the provider grants no more.
      if (isThrottled && index === 0) throw error;
      if (isThrottled) return deposit;
      // One that cannot be read or settled hides no other.
      const level = error instanceof ProviderFailure ? 'warn' : 'error';
      app.log[level]({ job: 'reconciliation', about: deposit.id, ...faultOf(error) });
    }
  }
  return undefined;
}
