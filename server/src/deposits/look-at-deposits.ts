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
import { SENT_WITHIN_MS } from './decide.ts';
import { readBack } from './read-back.ts';
import {
  leaseLooks,
  listSpanStarts,
  type OpenDeposit,
  putOffLooks,
  scheduleLook,
} from './store.ts';

const BATCH = 200;
/** What the provider's clock and the call's own time may put between their creations and ours. */
const MARGIN_MS = 2 * 60_000;
/** How much of the provider's list one turn asks for; older charges are read one by one. */
const LISTED_MS = 60 * 60_000;
/** So many charges of ours a list call, with room for those within the margin: it tells 200. */
const PER_LIST = 100;
/** Looks at an open charge are no farther apart, so one of them falls within it of the expiry. */
const OVERDUE_MS = 10 * 60_000;
/** So many of a span are read where its list is broken. */
const MOST_UNLISTED = 10;
/** A provider that drags on keeps those due next on its connection waiting no longer. */
const PATIENCE_MS = 20_000;
/** For those readings, since a list that hangs has used up the other. */
const UNLISTED_PATIENCE_MS = 10_000;

/**
 * Looks at open deposits whose notice may have been lost. One list call a provider connection
 * shows which of them changed; only those are read one by one.
 * @param cutShort what the database went away from; it is due again as soon as it is back
 */
export async function lookAtDeposits(
  app: App,
  bulkhead: Bulkhead<Connection>,
  cutShort = new Set<OpenDeposit>(),
): Promise<boolean> {
  const again = [...cutShort];
  if (again.length > 0) await putOffLooks(app.db, again, 0);
  for (const deposit of again) cutShort.delete(deposit);
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
  const until = performance.now() + PATIENCE_MS;
  const left = new Set(deposits);
  try {
    for (const { from, to, due } of await spansOf(app, first, deposits)) {
      if (performance.now() > until) return;
      const listed = to ? await listSpan(app, provider, from, to) : [];
      failpoint('look.after-list');
      const statuses = new Map(listed?.map(({ ref, status }) => [ref, status]));
      const told = due.filter((deposit) => isTold(deposit, statuses.get(deposit.providerRef)));
      await Promise.all(told.map((deposit) => scheduleLook(app.db, deposit)));
      for (const deposit of told) left.delete(deposit);
      const unread = due.filter((one) => left.has(one));
      const readUntil = listed ? until : performance.now() + UNLISTED_PATIENCE_MS;
      for (const deposit of listed ? unread : shuffled(unread).slice(0, MOST_UNLISTED)) {
        // What is left was put off when it was leased.
        if (performance.now() > readUntil) return;
        await lookAt(app, deposit, listed !== undefined);
        left.delete(deposit);
      }
    }
  } catch (error) {
    if (isDatabaseAway(error)) for (const deposit of left) cutShort.add(deposit);
    // Their looks were put off already; a provider that is away is not asked harder.
    if (!(error instanceof ProviderFailure)) throw error;
    const roomIn = roomInSeconds(error);
    // Where calls are few, whoever had none is the first to be looked at when there is room.
    if (roomIn !== undefined) await putOffLooks(app.db, [...left], roomIn);
    else app.log.warn({ job: 'deposit looks', ...faultOf(error) });
  }
}

/**
 * Undefined where that makes no answer, which need not be so of a reading: lists have been broken
 * for weeks.
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

interface Span {
  readonly from: Date;
  /** Undefined: too old for the list. */
  readonly to: Date | undefined;
  readonly due: readonly OpenDeposit[];
}

/**
 * The spans of time with due deposits, each so short that one list call tells all of it. In any
 * order: where calls are few, none is always the last.
 */
async function spansOf(
  app: App,
  connection: Tenant,
  deposits: readonly OpenDeposit[],
): Promise<Span[]> {
  const newest = new Date(Math.max(...deposits.map(({ createdAt }) => createdAt.getTime())));
  const oldest = before(newest, LISTED_MS);
  const starts = [...(await listSpanStarts(app.db, connection, oldest, newest, PER_LIST)), oldest];
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
 * One charge that cannot be read or settled keeps nobody else waiting.
 * @throws ProviderFailure which ends the turn: nothing was asked, or nothing at all is answered
 */
async function lookAt(app: App, deposit: OpenDeposit, isListed: boolean): Promise<void> {
  try {
    const { mode, providerRef: ref } = deposit;
    const status = await readBack(app, { ...deposit, ref }, 'poll');
    // A MED that waits for what has just been settled is weighed again.
    if (status !== 'PENDING') await reopenNotices(app.db, mode, ref);
  } catch (error) {
    if (isDatabaseAway(error) || isNotExecuted(error)) throw error;
    // Neither list nor reading: its look was put off together with those of all others.
    if (!isListed && error instanceof ProviderFailure) throw error;
    const level = error instanceof ProviderFailure ? 'warn' : 'error';
    app.log[level]({ job: 'deposit looks', about: deposit.id, ...faultOf(error) });
    // Asked about ever more rarely: it takes a call that another charge may need.
    await scheduleLook(app.db, { ...deposit, failed: true });
  }
}

/**
 * Whether an open charge is read whatever the list says, since lists have lagged behind: after its
 * expiry at the next look, and then ever more rarely, however long it stays open.
 */
function isOverdue({ status, expiresAt, now }: OpenDeposit): boolean {
  const overdueMs = now.getTime() - expiresAt.getTime();
  return status === 'PENDING' && overdueMs > 0 && Math.random() * overdueMs < OVERDUE_MS;
}

/** Whether what was accepted should have been sent by now: a reading says so to the operator. */
function isUnsettled(deposit: OpenDeposit, listed: ChargeStatus): boolean {
  const { blockchainTxId, createdAt, now } = deposit;
  const mostMs = SENT_WITHIN_MS[listed] ?? Infinity;
  return blockchainTxId === null && now.getTime() - createdAt.getTime() > mostMs;
}

/** Whether a reading would bring nothing new. */
function isTold(deposit: OpenDeposit, listed: ChargeStatus | undefined): boolean {
  if (listed !== (deposit.providerStatus ?? 'pending') || isOverdue(deposit)) return false;
  if (isUnsettled(deposit, listed)) return false;
  // An error is held for a day and then believed, and the transaction may be told after the
  // sending.
  return listed !== 'error' && (listed !== 'depix_sent' || deposit.blockchainTxId !== null);
}
