import type { App } from '../app.ts';
import type { Bulkhead } from '../platform/bulkhead.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { faultOf } from '../platform/log.ts';
import { shuffled } from '../platform/shuffled.ts';
import { type Connection, connectionOf } from '../provider/connection.ts';
import { reopenNotices } from '../provider/inbox.ts';
import { logFailure } from '../provider/log-failure.ts';
import {
  isNotExecuted,
  type PixProvider,
  ProviderFailure,
  roomInSeconds,
} from '../provider/port.ts';
import { giveBack } from '../queues/give-back.ts';
import { listSpan, type Span, spansOf } from './list-span.ts';
import { readBack } from './read-back.ts';
import { sortByList } from './sort-by-list.ts';
import { leaseLooks, type OpenDeposit, postponeLooks, scheduleLook } from './store.ts';

/** Every turn lists the spans of its charges anew: larger turns make fewer calls. */
const BATCH = 500;
/** How many charges of a span are read one by one while the provider's list is broken. */
const MAX_UNLISTED = 10;
/** A slow provider holds up the next looks at its connection for at most this long. */
const TIME_LIMIT_MS = 20_000;
/** For readings of charges that are listed as unpaid, so that payments of others are found soon. */
const UNPAID_TIME_LIMIT_MS = 5_000;
/** For readings without a list, since a list call that hung has used up `TIME_LIMIT_MS`. */
const UNLISTED_TIME_LIMIT_MS = 10_000;

/**
 * Looks at open deposits whose notice may have been lost. For each provider connection, one list
 * call per span of time shows which deposits changed; only those are read one by one.
 * @param cutShort deposits whose look a database outage interrupted; they are due again at once
 */
export async function lookAtDeposits(
  app: App,
  bulkhead: Bulkhead<Connection>,
  cutShort: Set<OpenDeposit>,
): Promise<boolean> {
  await giveBack(cutShort, (deposits) => postponeLooks(app.db, deposits, 0));
  const due = await leaseLooks(app.db, BATCH, bulkhead.full(1));
  if (due.length > 0) failpoint('look.after-lease');
  const connections = Map.groupBy(due, connectionOf);
  await bulkhead.run(
    [...connections].map(([connection, deposits]) => [
      connection,
      () => lookThrough(app, deposits, cutShort),
    ]),
  );
  return due.length === BATCH;
}

/** @param deposits of one connection */
async function lookThrough(
  app: App,
  deposits: readonly OpenDeposit[],
  cutShort: Set<OpenDeposit>,
): Promise<void> {
  const [first] = deposits;
  const provider = first && app.providerOf(first, 'sweep');
  if (!provider) return;
  const left = new Set(deposits);
  try {
    const until = performance.now() + TIME_LIMIT_MS;
    await lookAtSpans(app, provider, await spansOf(app, first, deposits), { until, left });
  } catch (error) {
    if (isDatabaseAway(error)) for (const deposit of left) cutShort.add(deposit);
    // These looks were rescheduled when leased; an unavailable provider is not asked more often.
    if (!(error instanceof ProviderFailure)) throw error;
    const roomIn = roomInSeconds(error);
    // When calls are scarce, deposits that got none go first once there is room again.
    if (roomIn !== undefined) await postponeLooks(app.db, [...left], roomIn);
    else app.log.warn({ job: 'deposit looks', ...faultOf(error) });
  }
}

/** One connection's turn. */
interface Turn {
  /** Leasing has already rescheduled whatever is not looked at by then. */
  readonly until: number;
  /** The deposits that have not been looked at. */
  readonly left: Set<OpenDeposit>;
}

async function lookAtSpans(
  app: App,
  provider: PixProvider,
  spans: readonly Span[],
  { until, left }: Turn,
): Promise<void> {
  const allUnpaid: OpenDeposit[] = [];
  for (const span of spans) {
    if (performance.now() > until) return;
    const listed = await listSpan(app, provider, span);
    failpoint('look.after-list');
    const { upToDate, unpaid, urgent } = sortByList(span.due, listed);
    await Promise.all(upToDate.map((deposit) => scheduleLook(app.db, deposit)));
    for (const deposit of upToDate) left.delete(deposit);
    allUnpaid.push(...unpaid);
    const wanted = listed ? urgent : shuffled(urgent).slice(0, MAX_UNLISTED);
    const readUntil = listed ? until : performance.now() + UNLISTED_TIME_LIMIT_MS;
    for (const deposit of wanted) {
      if (performance.now() > readUntil) return;
      await lookAt(app, deposit, listed !== undefined);
      left.delete(deposit);
    }
  }
  await lookAtUnpaid(app, allUnpaid, left);
}

/** Many may have expired together: after a while, what has become due meanwhile goes first. */
async function lookAtUnpaid(
  app: App,
  unpaid: readonly OpenDeposit[],
  left: Set<OpenDeposit>,
): Promise<void> {
  const until = performance.now() + UNPAID_TIME_LIMIT_MS;
  for (const [at, deposit] of unpaid.entries()) {
    if (performance.now() > until) return postponeLooks(app.db, unpaid.slice(at), 0);
    await lookAt(app, deposit, true);
    left.delete(deposit);
  }
}

/**
 * A charge that cannot be read or settled does not hold up the others.
 * @throws ProviderFailure if the turn should end: the call was not made, or nothing is answered
 */
async function lookAt(app: App, deposit: OpenDeposit, isListed: boolean): Promise<void> {
  try {
    const { mode, providerRef: ref } = deposit;
    const status = await readBack(app, { ...deposit, ref }, 'poll');
    // A MED that was waiting for this settlement is judged again.
    if (status !== 'PENDING') await reopenNotices(app.db, mode, ref);
  } catch (error) {
    if (isDatabaseAway(error) || isNotExecuted(error)) throw error;
    // Neither list nor reading works: leasing has already rescheduled all these looks.
    if (!isListed && error instanceof ProviderFailure) throw error;
    logFailure(app, 'deposit looks', deposit.id, error);
    // Look less and less often: each look takes a call that another charge may need.
    await scheduleLook(app.db, { ...deposit, failed: true });
  }
}
