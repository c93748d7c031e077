/**
 * What the server's modules see instead of the clock, timers and randomness: the hooks append an
 * import of these names to each of their sources. Outside a simulation they are the real ones.
 */
import type { Random } from '../kill/random.ts';

/** Where the code that is running at present belongs. */
export interface Place {
  readonly random: Random;
  /** The wall clock of this process. */
  wallMs(): number;
  /** A monotonic clock. */
  monotonicMs(): number;
  /** Runs `fire` once `ms` have passed. @returns what cancels it */
  after(ms: number, fire: () => void, everyMs?: number): () => void;
}

let place: Place | undefined;

/** Whatever runs until this is called again runs there. */
export function enter(next: Place | undefined): void {
  place = next;
}

export function chance(): number {
  return place ? place.random.fraction() : globalThis.Math.random();
}

class SimulatedDate extends globalThis.Date {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(SimulatedDate.now());
    // Whatever was given to `Date` is passed on unchanged.
    else super(...(given as [number]));
  }

  static override now(): number {
    return place ? place.wallMs() : globalThis.Date.now();
  }
}

const simulatedMath: typeof globalThis.Math = Object.assign(Object.create(globalThis.Math), {
  random: chance,
});

const simulatedPerformance = {
  now: (): number => (place ? place.monotonicMs() : globalThis.performance.now()),
};

/** A timer of either kind, with the methods of Node's own. */
export interface Timer {
  cancel(): void;
  ref(): Timer;
  unref(): Timer;
}

function timerOf(cancel: () => void): Timer {
  const timer: Timer = { cancel, ref: () => timer, unref: () => timer };
  return timer;
}

function setTimeout(fire: () => void, ms = 0): Timer {
  if (place) return timerOf(place.after(ms, fire));
  const real = globalThis.setTimeout(fire, ms);
  return timerOf(() => globalThis.clearTimeout(real));
}

function setInterval(fire: () => void, ms = 0): Timer {
  if (place) return timerOf(place.after(ms, fire, ms));
  const real = globalThis.setInterval(fire, ms);
  return timerOf(() => globalThis.clearInterval(real));
}

function setImmediate(fire: () => void): Timer {
  return setTimeout(fire, 0);
}

function clear(timer: Timer | undefined): void {
  timer?.cancel();
}

/** As in `node:timers/promises`. */
async function sleep<Value>(
  ms = 0,
  value?: Value,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(value), ms);
    signal?.addEventListener('abort', () => {
      timer.cancel();
      reject(new Error('aborted'));
    });
  });
}

export {
  SimulatedDate as Date,
  simulatedMath as Math,
  simulatedPerformance as performance,
  setTimeout,
  setInterval,
  setImmediate,
  clear as clearTimeout,
  clear as clearInterval,
  clear as clearImmediate,
  sleep,
};
