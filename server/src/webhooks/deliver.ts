import { randomUUID } from 'node:crypto';
import type { App } from '../app.ts';
import type { EndpointId } from '../ids.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { inTrace } from '../platform/in-trace.ts';
import { faultOf } from '../platform/log.ts';
import type { MadeAttempt } from './attempt-store.ts';
import { countAttempt } from './count-attempts.ts';
import { DRAGGING_MS, isSuccess, type LeasedDelivery, type Outcome, SLOW_MS } from './delivery.ts';
import { listWaitingEndpoints, stopDeliveries, type WaitingEndpoint } from './delivery-store.ts';
import type { EndpointKey } from './endpoint.ts';
import { giveBackLease, leaseDueDeliveries, type Room, type Share } from './lease-store.ts';
import { openSecrets } from './open-secrets.ts';
import { openPendingWrites, type PendingWrites } from './pending-writes.ts';
import { attemptOf, recordOutcome } from './record-outcome.ts';
import { openSender, type Send } from './send.ts';
import { type Slot, Slots } from './slots.ts';
import { markSlow } from './store.ts';

/** How many endpoints one turn looks at; the next turn continues after them. */
const WINDOW = 500;

/** How long a turn that found nothing waits for a running attempt to make room. */
const ROOM_WAIT_MS = 100;
/**
 * If the last turn began something, how long to wait for half of the running attempts to end, so
 * that many are leased at once: a look costs as much as many deliveries.
 */
const BATCHING_MS = 10;

/**
 * How often to look for a lease whose answer was lost, once the database is back: a session that
 * hung may commit it only then.
 */
const LOST_LEASE_LOOKS = 60;

/** What is not recorded by then is sent again after the next start. */
const LAST_WRITES_MS = 4_000;

export interface Dispatcher {
  /** Begins what is due and has room, without waiting for receivers; true if there may be more. */
  turn(): Promise<boolean>;
  /** Ends deliveries to endpoints that turns found stopped; true if more may be waiting. */
  stopStranded(): Promise<boolean>;
  /** Writes again what the database was away for: outcomes, and leases to be given back. */
  retryWrites(): Promise<void>;
  /** Resolves once every running attempt has ended. */
  drain(): Promise<void>;
  /** Before this process ends: drains, and waits a moment for the database if it is away. */
  finish(): Promise<void>;
}

export function openDispatcher(app: App, send: Send = openSender(app.config)): Dispatcher {
  const work = { app, slots: new Slots(), writes: openPendingWrites() };
  const { slots, writes } = work;
  const running = new Set<Promise<void>>();
  const open = openSecrets(app.vault);
  const stranded = new Map<EndpointId, EndpointKey>();
  let after: EndpointKey | undefined;
  const ends = countEnds();
  /** Whether the last turn began anything. */
  let isBusy = false;
  const begin = (delivery: LeasedDelivery): void => {
    const slot = slots.take(delivery, delivery.slow);
    const done = attempt(work, slot, delivery, () => send(delivery, open(delivery)));
    running.add(done);
    void done.then(() => {
      running.delete(done);
      ends.add();
    });
  };
  const drain = async (): Promise<void> => {
    await Promise.all(running);
  };
  return {
    turn: async () => {
      if (isBusy) await ends.reach(ends.soFar + running.size / 2, BATCHING_MS);
      // Read before looking, so that an attempt that ends during the look is not missed.
      const { soFar } = ends;
      const endpoints = await listWaitingEndpoints(app.db, after, WINDOW);
      const isCrowd = after !== undefined || endpoints.length === WINDOW;
      after = endpoints.length < WINDOW ? undefined : endpoints.at(-1);
      for (const one of endpoints) if (one.isStopped) stranded.set(one.endpointId, one);
      let begun = 0;
      const beginAll = (due: readonly LeasedDelivery[]): void => {
        if (due.length > 0) failpoint('deliver.after-lease');
        for (const delivery of due) begin(delivery);
        begun += due.length;
      };
      if (isCrowd) beginAll(await leasePrompt(work));
      beginAll(await leaseDue(work, endpoints, isCrowd));
      // Between windows too: thousands of endpoints that are only waiting must not cause a busy
      // loop.
      if (begun === 0 && !slots.isIdle) await ends.reach(soFar + 1, ROOM_WAIT_MS);
      if (begun === 0 && slots.isIdle) slots.rest();
      isBusy = begun > 0;
      return isBusy || !slots.isIdle;
    },
    stopStranded: async () => {
      const seen = [...stranded.values()];
      const more = seen.length > 0 && (await stopDeliveries(app.db, seen));
      if (!more) for (const { endpointId } of seen) stranded.delete(endpointId);
      return more;
    },
    retryWrites: async () => void (await writes.retry()),
    drain,
    finish: async () => {
      await drain();
      await writes.finish(LAST_WRITES_MS, (error) => {
        app.log.error(faultOf(error), 'attempt not recorded');
      });
    },
  };
}

/** What all attempts of a dispatcher share. */
interface Work {
  readonly app: App;
  readonly slots: Slots;
  readonly writes: PendingWrites;
}

interface Ends {
  readonly soFar: number;
  add(): void;
  /** Resolves once `soFar` reaches `count`, or after `ms`. Only one caller may wait at a time. */
  reach(count: number, ms: number): Promise<void>;
}

function countEnds(): Ends {
  let soFar = 0;
  let wanted = Infinity;
  let wake = (): void => undefined;
  return {
    get soFar() {
      return soFar;
    },
    add: () => {
      soFar += 1;
      if (soFar >= wanted) wake();
    },
    reach: async (count, ms) => {
      if (soFar >= count) return;
      wanted = count;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wanted = Infinity;
    },
  };
}

/** Endpoints that answer promptly are served in every look, whatever the window. */
async function leasePrompt(work: Work): Promise<LeasedDelivery[]> {
  const { slots } = work;
  const room = { quick: slots.roomForPrompt, slow: 0 };
  const shares = slots.prompt
    .map((one) => ({ ...one, slow: false, most: slots.shareOf(one.endpointId, false) }))
    .filter(({ most }) => most > 0);
  if (room.quick === 0 || shares.length === 0) return [];
  return lease(work, shares, room);
}

async function leaseDue(
  work: Work,
  endpoints: readonly WaitingEndpoint[],
  isCrowd: boolean,
): Promise<LeasedDelivery[]> {
  const { slots } = work;
  const room = isCrowd ? slots.roomBesidePrompt : slots.room;
  const shares = endpoints
    .filter(({ isDue, slow }) => isDue && (slow ? room.slow : room.quick) > 0)
    .filter(({ endpointId, slow }) => !isCrowd || slow || !slots.isPrompt(endpointId))
    .map((endpoint) => ({ ...endpoint, most: slots.shareOf(endpoint.endpointId, endpoint.slow) }))
    .filter(({ most }) => most > 0);
  return shares.length === 0 ? [] : lease(work, shares, room);
}

/** If the answer is lost, the deliveries need not wait until the lease expires. */
async function lease(
  { app, writes }: Work,
  shares: readonly Share[],
  room: Room,
): Promise<LeasedDelivery[]> {
  const id = randomUUID();
  try {
    return await leaseDueDeliveries(app.db, id, shares, room);
  } catch (error) {
    if (isDatabaseAway(error)) {
      let looks = 0;
      writes.add(async () => {
        const isFound = await giveBackLease(app.db, id, shares);
        looks += 1;
        return isFound || looks === LOST_LEASE_LOOKS;
      });
    }
    throw error;
  }
}

/** Frees the slot of a quick endpoint as soon as its attempt drags on. */
async function attempt(
  { app, slots, writes }: Work,
  slot: Slot,
  delivery: LeasedDelivery,
  send: () => Promise<Outcome>,
): Promise<void> {
  let watch = setTimeout(() => {
    slots.slowDown(slot);
    // Only a hint for the next turns: recording the attempt says so again.
    watch = setTimeout(() => {
      markSlow(app.db, delivery).catch(() => undefined);
    }, SLOW_MS - DRAGGING_MS);
  }, DRAGGING_MS);
  try {
    await inTrace('deliver webhook', async () => {
      const outcome = await sent(app, delivery, send);
      clearTimeout(watch);
      slots.endSending(slot, isSuccess(outcome));
      failpoint('deliver.after-send');
      const made = attemptOf(delivery, outcome);
      countAttempt(made.status);
      await record(app, writes, made);
    });
  } catch (error) {
    // Nothing is lost: the lease expires and the delivery is due again.
    app.log.error({ delivery: delivery.id, ...faultOf(error) }, 'attempt not recorded');
  } finally {
    slots.giveBack(slot);
  }
}

/** Makes one attempt. No transaction is open during network I/O. */
async function sent(
  app: App,
  delivery: LeasedDelivery,
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    // Counts as an attempt, so that a delivery that always throws ends like any other.
    app.log.error({ delivery: delivery.id, ...faultOf(error) }, 'delivery could not be sent');
    return {
      durationMs: 0,
      responseStatus: null,
      responseBody: null,
      retryAfterMs: null,
      error: 'internal_error',
    };
  }
}

/** If the database is away, what was sent is recorded once it is back, and not sent again. */
async function record(app: App, writes: PendingWrites, made: MadeAttempt): Promise<void> {
  const write = (): Promise<true> => recordOutcome(app, made).then(() => true);
  try {
    await write();
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    app.log.warn({ delivery: made.delivery.id, ...faultOf(error) }, 'attempt not recorded yet');
    writes.add(write);
  }
}
