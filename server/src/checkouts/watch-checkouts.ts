import type { App } from '../app.ts';
import { DEPOSIT_CHANNEL } from '../deposits/store.ts';
import { listeningUrl } from '../platform/listen.ts';
import { listenWhileNeeded, type Subscription } from '../platform/listen-while-needed.ts';
import { faultOf } from '../platform/log.ts';
import { counter } from '../platform/metrics.ts';
import { type Checkout, type CheckoutState, stateOf } from './checkout.ts';
import { readStandings } from './store.ts';

/** Undefined: the provider was not called after all, so there is nothing to show. */
type StateListener = (state: CheckoutState | undefined) => void;

/** Follows the state of checkouts while their pages are open; one per process. */
export interface CheckoutWatch {
  /**
   * Reports the state as soon as it is known, and every change.
   * @returns a function that ends this
   */
  watch(checkout: Checkout, listener: StateListener): () => void;
  /** How many checkouts are watched, and whether notifications are received. */
  standing(): { readonly watched: number; readonly isListening: boolean };
  close(): Promise<void>;
}

const TIMING = {
  /** The longest delay of a lost notification, or of a code that expires just by the clock. */
  sweepMs: 5_000,
  /** The same without notifications; also how often to check whether a sweep is due. */
  deafSweepMs: 1_000,
  /** How long the connection is kept after the last page was closed. */
  idleMs: 60_000,
};

const woken = counter('ponte_checkout_readings_total', 'Why open checkouts were read again.', [
  'reason',
]);

/** Notifications only say where to look; what is reported is always read. */
export function watchCheckouts(app: App, timing: Partial<typeof TIMING> = {}): CheckoutWatch {
  const watched: Watched = new Map();
  const readings = openReadings(app, watched);
  const alarm = openAlarm(app, { ...TIMING, ...timing }, watched, readings);
  return {
    watch: (checkout, listener) => {
      alarm.wake();
      const { depositId } = checkout;
      const entry = watched.get(depositId) ?? { checkout, listeners: new Set() };
      watched.set(depositId, entry);
      // A wrapper of its own, so that the same function given twice is registered twice.
      const wrapper: StateListener = (state) => listener(state);
      entry.listeners.add(wrapper);
      if ('state' in entry) listener(entry.state);
      else readings.read(depositId);
      return () => {
        entry.listeners.delete(wrapper);
        if (entry.listeners.size === 0 && watched.get(depositId) === entry)
          watched.delete(depositId);
      };
    },
    standing: () => ({ watched: watched.size, isListening: alarm.isListening() }),
    close: async () => {
      await Promise.all([alarm.rest(), readings.end()]);
    },
  };
}

/** Triggers readings when something may have changed, as long as any checkout is watched. */
function openAlarm(
  { config, log }: App,
  { sweepMs, deafSweepMs, idleMs }: typeof TIMING,
  watched: Watched,
  readings: Readings,
): Subscription {
  let sweptAt = 0;
  const sweep = (reason: 'sweep' | 'listening'): void => {
    woken.inc({ reason });
    sweptAt = performance.now();
    readings.readAll();
  };
  const subscription = listenWhileNeeded({
    url: listeningUrl(config),
    channel: DEPOSIT_CHANNEL,
    onNotification: (depositId) => {
      if (!watched.has(depositId)) return;
      woken.inc({ reason: 'notification' });
      readings.read(depositId);
    },
    onListening: () => sweep('listening'),
    onFault: (error) => log.warn(faultOf(error), 'open pages hear of nothing for now'),
    isNeeded: () => watched.size > 0,
    idleMs,
    everyMs: deafSweepMs,
    onNeeded: (now) => {
      // A timer that fires slightly early must not wait for its next turn.
      const dueAfterMs = (subscription.isListening() ? sweepMs : deafSweepMs) - deafSweepMs / 2;
      if (now - sweptAt >= dueAfterMs) sweep('sweep');
    },
  });
  return subscription;
}

/** Keyed by the id that the deposit has, or will have. */
type Watched = Map<
  string,
  {
    readonly checkout: Checkout;
    /** Absent until it has been read. */
    state?: CheckoutState | undefined;
    readonly listeners: Set<StateListener>;
  }
>;

interface Readings {
  read(depositId: string): void;
  readAll(): void;
  end(): Promise<void>;
}

/** How many are read by one statement; those with a notification come first. */
const BATCH = 2_000;

/**
 * Reads one batch at a time, never two at once: an older result that arrived later would set a page
 * back. Further requests accumulate in the meantime.
 */
function openReadings({ db, log }: App, watched: Watched): Readings {
  const hinted = new Set<string>();
  const due = new Set<string>();
  let reading: Promise<void> | undefined;
  let isFailing = false;

  const take = (): Checkout[] => {
    const taken = new Set([...hinted, ...due].slice(0, BATCH));
    for (const id of taken) {
      hinted.delete(id);
      due.delete(id);
    }
    return [...taken].flatMap((id) => watched.get(id)?.checkout ?? []);
  };
  const readBatch = async (): Promise<void> => {
    const batch = take();
    if (batch.length === 0) return;
    for (const standing of await readStandings(db, batch)) {
      const entry = watched.get(standing.depositId);
      const state = stateOf(standing);
      if (!entry || ('state' in entry && entry.state === state)) continue;
      entry.state = state;
      for (const listener of [...entry.listeners]) listener(state);
    }
    isFailing = false;
  };
  const readOn = async (): Promise<void> => {
    try {
      while (hinted.size + due.size > 0) await readBatch();
    } catch (error) {
      // The next sweep makes up for it.
      if (!isFailing) log.warn(faultOf(error), 'open pages cannot be read for now');
      isFailing = true;
    } finally {
      // Synchronous with the end of the loop, so that no hint is lost in between.
      reading = undefined;
    }
  };
  const start = (): void => {
    if (hinted.size + due.size > 0) reading ??= readOn();
  };
  return {
    read: (depositId) => {
      hinted.add(depositId);
      start();
    },
    readAll: () => {
      for (const depositId of watched.keys()) due.add(depositId);
      start();
    },
    end: async () => {
      hinted.clear();
      due.clear();
      await reading;
    },
  };
}
