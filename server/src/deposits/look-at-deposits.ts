import type { App, Tenant } from '../app.ts';
import type { Bulkhead } from '../platform/bulkhead.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { faultOf } from '../platform/log.ts';
import { type Connection, connectionOf } from '../provider/connection.ts';
import { reopenNotices } from '../provider/inbox.ts';
import {
  type ChargeListing,
  type ChargeStatus,
  isNotExecuted,
  type PixProvider,
  ProviderFailure,
  roomInSeconds,
} from '../provider/port.ts';
import { giveBack } from '../queues/give-back.ts';
import { SENT_WITHIN_MS } from './decide.ts';
import { readBack } from './read-back.ts';
import {
  leaseLooks,
  listSpanStarts,
  type OpenDeposit,
  postponeLooks,
  scheduleLook,
} from './store.ts';

/** Every turn lists the spans of its charges anew: larger turns make fewer calls. */
const BATCH = 500;
/** How far the provider's creation time may be from ours: clock skew plus the call's duration. */
const MARGIN_MS = 2 * 60_000;
/** How much of the provider's list one turn asks for; older charges are read one by one. */
const LISTED_MS = 60 * 60_000;
/** Charges of ours per list call. A call returns 200; the rest leaves room for the margins. */
const PER_LIST = 100;
/** Looks at an open charge are at most this far apart, so one falls this soon after its expiry. */
const OVERDUE_MS = 10 * 60_000;
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
  cutShort = new Set<OpenDeposit>(),
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

async function lookThrough(
  app: App,
  deposits: readonly OpenDeposit[],
  cutShort: Set<OpenDeposit>,
): Promise<void> {
  const [first] = deposits;
  const provider = first && app.providerOf(first, 'sweep');
  if (!provider) return;
  const until = performance.now() + TIME_LIMIT_MS;
  const left = new Set(deposits);
  const unpaid: OpenDeposit[] = [];
  try {
    for (const { from, to, due } of await spansOf(app, first, deposits)) {
      if (performance.now() > until) return;
      const listed = to ? await listSpan(app, provider, from, to) : [];
      failpoint('look.after-list');
      const statuses = new Map(listed?.map(({ ref, status }) => [ref, status]));
      const upToDate = due.filter((deposit) =>
        isUpToDate(deposit, statuses.get(deposit.providerRef)),
      );
      await Promise.all(upToDate.map((deposit) => scheduleLook(app.db, deposit)));
      for (const deposit of upToDate) left.delete(deposit);
      const isUnpaid = (one: OpenDeposit): boolean =>
        UNPAID.includes(statuses.get(one.providerRef));
      const unread = due.filter((one) => left.has(one));
      unpaid.push(...unread.filter(isUnpaid));
      const urgent = listed
        ? unread.filter((one) => !isUnpaid(one))
        : shuffled(unread).slice(0, MAX_UNLISTED);
      const readUntil = listed ? until : performance.now() + UNLISTED_TIME_LIMIT_MS;
      for (const deposit of urgent) {
        // Leasing has already rescheduled the rest.
        if (performance.now() > readUntil) return;
        await lookAt(app, deposit, listed !== undefined);
        left.delete(deposit);
      }
    }
    await lookAtUnpaid(app, unpaid, left);
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
 * Undefined if the provider's list is unavailable; readings may still work. The list has been
 * broken for weeks before.
 */
async function listSpan(
  app: App,
  provider: PixProvider,
  from: Date,
  to: Date,
): Promise<ChargeListing[] | undefined> {
  try {
    return await provider.listCharges(before(from, MARGIN_MS), before(to, -MARGIN_MS));
  } catch (error) {
    if (!(error instanceof ProviderFailure) || isNotExecuted(error)) throw error;
    app.log.warn({ job: 'deposit looks', ...faultOf(error) });
    return undefined;
  }
}

/** Listed so, a charge is read for the record, not for a payment that somebody waits for. */
const UNPAID: readonly unknown[] = ['pending', 'expired', 'canceled'] satisfies ChargeStatus[];

interface Span {
  readonly from: Date;
  /** Undefined: too old for the list. */
  readonly to: Date | undefined;
  readonly due: readonly OpenDeposit[];
}

/**
 * The time spans that contain due deposits, each short enough for a single list call, unless they
 * were made in a burst: spans shorter than their margins would list the whole burst once each.
 * Shuffled, so that no span is always last when calls are scarce.
 */
async function spansOf(
  app: App,
  connection: Tenant,
  deposits: readonly OpenDeposit[],
): Promise<Span[]> {
  const newest = new Date(Math.max(...deposits.map(({ createdAt }) => createdAt.getTime())));
  const oldest = before(newest, LISTED_MS);
  const everyHundredth = await listSpanStarts(app.db, connection, oldest, newest, PER_LIST);
  const starts = [...apart(everyHundredth, newest), oldest];
  const spans = Map.groupBy(deposits, ({ createdAt }) =>
    starts.findIndex((start) => start.getTime() <= createdAt.getTime()),
  );
  return shuffled(
    [...spans].map(([at, due]) => {
      const to = at < 0 ? undefined : starts[at - 1];
      return { from: starts[at] ?? oldest, to: at === 0 ? before(newest, -1) : to, due };
    }),
  );
}

/** Those of the times, newest first, that are `MARGIN_MS` or more from the one kept before. */
function apart(times: readonly Date[], newest: Date): Date[] {
  let last = newest;
  return times.filter((time) => {
    if (last.getTime() - time.getTime() < MARGIN_MS) return false;
    last = time;
    return true;
  });
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

function before(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
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
    const level = error instanceof ProviderFailure ? 'warn' : 'error';
    app.log[level]({ job: 'deposit looks', about: deposit.id, ...faultOf(error) });
    // Look less and less often: each look takes a call that another charge may need.
    await scheduleLook(app.db, { ...deposit, failed: true });
  }
}

/**
 * Whether to read an open charge whatever the list says, since the list has lagged before: at the
 * first look after its expiry, then less and less often, for as long as it stays open.
 */
function isOverdue({ status, expiresAt, now }: OpenDeposit): boolean {
  const overdueMs = now.getTime() - expiresAt.getTime();
  return status === 'PENDING' && overdueMs > 0 && Math.random() * overdueMs < OVERDUE_MS;
}

/** Whether an accepted payment should have been sent by now; reading it alerts the operator. */
function isUnsettled(deposit: OpenDeposit, listed: ChargeStatus): boolean {
  const { blockchainTxId, createdAt, now } = deposit;
  const mostMs = SENT_WITHIN_MS[listed] ?? Infinity;
  return blockchainTxId === null && now.getTime() - createdAt.getTime() > mostMs;
}

/** Whether a reading would bring nothing new. */
function isUpToDate(deposit: OpenDeposit, listed: ChargeStatus | undefined): boolean {
  if (listed !== (deposit.providerStatus ?? 'pending') || isOverdue(deposit)) return false;
  if (isUnsettled(deposit, listed)) return false;
  // An error is believed after a day, and the transaction id may be reported only after
  // `depix_sent`.
  return listed !== 'error' && (listed !== 'depix_sent' || deposit.blockchainTxId !== null);
}
