import type { App } from '../app.ts';
import { type CreatedDeposit, listCreatedDeposits } from '../deposits/list-created-deposits.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { faultOf } from '../platform/log.ts';
import { type Connection, modeOf } from '../provider/connection.ts';
import { logFailure } from '../provider/log-failure.ts';
import { isNotExecuted, type PixProvider, ProviderFailure } from '../provider/port.ts';
import { compareAmounts, isOtherAmount } from './compare-amounts.ts';
import { compareWithChain } from './compare-with-chain.ts';
import { doubtfulIn, type Listed, listedBy } from './compare.ts';
import { resolveDifferences } from './difference-store.ts';
import { recordUnknownCharges } from './record-unknown-charges.ts';
import { heal, recordUnread } from './heal.ts';
import { countOutcomes, type Outcome, outcomeOf, type ProviderVerdict } from './result.ts';
import type { Tallies } from './result-store.ts';
import { advance, postpone, renewClaim } from './store.ts';
import { afterFailure, endOfStep, MARGIN_MS, STEP_ROWS, type Sweep } from './sweep.ts';

/** The most charges that one step reads one by one, and for how long. */
const MAX_READINGS = 50;
const TIME_LIMIT_MS = 20_000;
/** More deposits than are ever made within the shortest step. */
const MAX_ROWS = 5_000;

/** Compares one span of a connection's charges, heals what can be healed, and advances. */
export async function takeStep(app: App, sweep: Sweep): Promise<void> {
  const { connection, asker } = sweep;
  const tenant = asker && { environmentId: asker, mode: modeOf(connection) };
  const provider = tenant && app.providerOf(tenant, 'reconcile');
  // Without a provider, or an environment to call it for, there is nothing to compare.
  if (!provider) return advance(app.db, sweep, sweep.until);
  const { position, until } = sweep;
  const first = await listCreatedDeposits(app.db, connection, position, until, STEP_ROWS + 1);
  const to = endOfStep(sweep, first);
  try {
    const listed = await provider.listCharges(
      new Date(position.getTime() - MARGIN_MS),
      new Date(to.getTime() + MARGIN_MS),
    );
    // A paused process may resume after another has taken over.
    if (!(await renewClaim(app.db, sweep))) return;
    failpoint('reconcile.after-list');
    const made = await listCreatedDeposits(app.db, connection, position, to, MAX_ROWS);
    await compareStep(app, sweep, provider, { listed: listedBy(listed), made, to });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // A span that always fails is skipped in the end, so that it does not hide the others.
    await postpone(app.db, sweep, afterFailure(sweep, to, error));
    if (!(error instanceof ProviderFailure)) throw error;
    app.log.warn({ job: 'reconciliation', connection, sweep: sweep.name, ...faultOf(error) });
  }
}

interface ListedSpan {
  readonly listed: Listed;
  readonly made: readonly CreatedDeposit[];
  readonly to: Date;
}

async function compareStep(
  app: App,
  sweep: Sweep,
  provider: PixProvider,
  { listed, made, to }: ListedSpan,
): Promise<void> {
  await recordUnknownCharges(app, sweep, provider, listed, to);
  const doubtful = doubtfulIn(made, listed, sweep.name);
  const differing = new Set(doubtful);
  const agreed = made.filter((deposit) => !differing.has(deposit));
  const refs = agreed.map(({ providerRef }) => providerRef);
  const kinds = ['missing_there', 'other_status'] as const;
  await resolveDifferences(app.db, sweep.connection, refs, kinds, 'healed');
  await compareAmounts(app, sweep, agreed);
  const verdicts = new Map(agreed.map((one) => [one, verdictOn(one)]));
  const left = await healAll(app, sweep, provider, { doubtful, listed, verdicts });
  // Always advances, by at least a millisecond; the next pass covers what was skipped.
  const least = sweep.position.getTime() + 1;
  const end = left ? new Date(Math.max(left.createdAt.getTime(), least)) : to;
  const tallies = await count(
    app,
    sweep.connection,
    made.filter(({ createdAt }) => createdAt < end),
    verdicts,
  );
  failpoint('reconcile.before-advance');
  await advance(app.db, sweep, end, tallies);
}

type ProviderVerdicts = Map<CreatedDeposit, ProviderVerdict>;

/** What the provider says about a deposit on which its list agrees with our books. */
function verdictOn(deposit: CreatedDeposit): ProviderVerdict {
  return isOtherAmount(deposit) ? 'other_amount' : 'agrees';
}

/** Counts what books, provider and chain say about the deposits that this step has finished. */
async function count(
  app: App,
  connection: Connection,
  deposits: readonly CreatedDeposit[],
  provider: ProviderVerdicts,
): Promise<Tallies> {
  const chain = await compareWithChain(app, connection, deposits);
  const outcomeFor = (deposit: CreatedDeposit): Outcome =>
    outcomeOf(provider.get(deposit) ?? 'unclear', chain.get(deposit) ?? 'unchecked');
  const groups = Map.groupBy(deposits, ({ environmentId }) => environmentId);
  return new Map([...groups].map(([id, group]) => [id, countOutcomes(group.map(outcomeFor))]));
}

interface Doubts {
  readonly doubtful: readonly CreatedDeposit[];
  readonly listed: Listed;
  /** Receives what the provider says about each. */
  readonly verdicts: ProviderVerdicts;
}

/**
 * @returns the first deposit that is left to the next step
 * @throws ProviderFailure if throttled at once, or the database's error if it is away
 */
async function healAll(
  app: App,
  sweep: Sweep,
  provider: PixProvider,
  { doubtful, listed, verdicts }: Doubts,
): Promise<CreatedDeposit | undefined> {
  const until = performance.now() + TIME_LIMIT_MS;
  for (const [index, deposit] of doubtful.entries()) {
    if (index === MAX_READINGS || performance.now() > until) return deposit;
    try {
      const statuses = listed.get(deposit.providerRef);
      verdicts.set(deposit, await heal(app, sweep, provider, deposit, statuses));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const isThrottled = isNotExecuted(error);
      // What was done counts; the next step starts where the budget ran out.
      if (isThrottled && index === 0) throw error;
      if (isThrottled) return deposit;
      // One deposit that cannot be read or settled does not hide the others.
      logFailure(app, 'reconciliation', deposit.id, error);
      if (error instanceof ProviderFailure)
        await recordUnread(app, sweep, deposit, listed.get(deposit.providerRef));
    }
  }
  return undefined;
}
