import { type Job, logFault } from './job-loop.ts';
import type { Log } from './log.ts';
import { withTimeout } from './with-timeout.ts';

/** How long a turn waits for what it started. */
const TIMEOUT_MS = 250;

/**
 * Runs work that turns start, each in a compartment. Slow work continues alongside later turns, so
 * that an answer that never comes delays nothing else, and fills only its own compartment.
 */
export class Bulkhead<Compartment> {
  readonly #log: Log;
  readonly #job: string;
  readonly #maxWaitMs: number;
  readonly #running = new Map<Promise<unknown>, Compartment>();

  constructor(log: Log, job: string, maxWaitMs = TIMEOUT_MS) {
    this.#log = log;
    this.#job = job;
    this.#maxWaitMs = maxWaitMs;
  }

  /** The compartments in which at least `most` works are in flight, so that none may be added. */
  full(most: number): Compartment[] {
    const groups = Map.groupBy(this.#running.values(), (compartment) => compartment);
    return [...groups].filter(([, group]) => group.length >= most).map(([one]) => one);
  }

  /**
   * Starts everything at once.
   * @param left how many may still be in flight when this returns, however early that is
   * @returns the results, or undefined if some are still in flight
   * @throws the first error, if it comes in time; a later one is logged
   */
  async run<Result>(
    works: readonly (readonly [Compartment, () => Promise<Result>])[],
    left = 0,
  ): Promise<Result[] | undefined> {
    // Most turns find nothing to do.
    if (works.length === 0) return [];
    const begun = works.map(([compartment, work]) => this.#begin(compartment, work));
    const all = Promise.all(begun);
    const few = left > 0 ? [untilFew(begun, left)] : [];
    const results = await withTimeout(
      Promise.race([all, ...few]),
      this.#maxWaitMs,
      () => undefined,
    );
    if (!results) all.catch((error: unknown) => logFault(this.#log, this.#job, error));
    return results;
  }

  /** Resolves once nothing is in flight. */
  async drain(): Promise<void> {
    await Promise.allSettled(this.#running.keys());
  }

  #begin<Result>(compartment: Compartment, work: () => Promise<Result>): Promise<Result> {
    const begun = work();
    this.#running.set(begun, compartment);
    const end = (): void => void this.#running.delete(begun);
    begun.then(end, end);
    return begun;
  }
}

/** Resolves once at most `left` of them are in flight. */
function untilFew(begun: readonly Promise<unknown>[], left: number): Promise<undefined> {
  return new Promise((resolve) => {
    let running = begun.length;
    const end = (): void => {
      running -= 1;
      if (running <= left) resolve(undefined);
    };
    for (const one of begun) one.then(end, end);
  });
}

/** A job whose slow work continues alongside its next turns. */
export function bulkheadJob<Compartment>(
  log: Log,
  { name, everyMs }: Pick<Job, 'name' | 'everyMs'>,
  turn: (bulkhead: Bulkhead<Compartment>) => Promise<boolean>,
): Job {
  const bulkhead = new Bulkhead<Compartment>(log, name);
  return { name, everyMs, turn: () => turn(bulkhead), drain: () => bulkhead.drain() };
}
