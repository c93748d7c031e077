/**
 * What the server's modules see in the place of the clock, the timers and chance: the hooks put an
 * import of these names before each of their sources. Outside of a simulation they are the real
 * ones.
 */
import type { Random } from '../kill/random.ts';

/** Where the code that runs just now runs. */
export interface Place {
  readonly random: Random;
  /** What the clock on the wall of this process shows. */
  wallMs(): number;
  /** What only ever grows. */
  monotonicMs(): number;
  /** Runs `fire` once `ms` have passed; the answer puts it off for good. */
  after(ms: number, fire: () => void, everyMs?: number): () => void;
}

let place: Place | undefined;

/** Whatever runs until the next call of this runs there. */
export function enter(next: Place | undefined): void {
  place = next;
}

export function chance(): number {
  return place ? place.random.fraction() : globalThis.Math.random();
}

class SimulatedDate extends globalThis.Date {
  constructor(...given: readonly unknown[]) {
    if (given.length === 0) super(SimulatedDate.now());
    // Whatever `Date` takes is handed on as it came.
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

/** A timer of either kind, with what Node's own offer. */
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
