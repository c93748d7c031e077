import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../errors.ts';
import { type Db, isDatabaseAway } from '../platform/db.ts';
import type { Budgets, CallGate } from './budget.ts';
import { type Asker, closeBudget, type NamedBudget, takeCalls } from './budget-store.ts';
import { ProviderFailure, throttled } from './port.ts';

/** Longer than this a word of the provider's is not trusted: its next one will say if it stands. */
const LONGEST_CLOSED_SECONDS = 600;

/** By the database asked, the last in each line of those who ask of one connection. */
const lines = new WeakMap<Db, Map<string, Promise<number>>>();

/**
 * All who ask of one connection need the same row, so a process asks one by one: a rush would else
 * hold every session of the database only to wait. When the database is away, the whole line hears.
 * Pages have a line of their own, since anybody may make that one as long as they like.
 */
async function takeInLine(db: Db, asker: Asker, take: () => Promise<number>): Promise<number> {
  const ofDb = lines.get(db) ?? new Map<string, Promise<number>>();
  lines.set(db, ofDb);
  const line = asker.purpose === 'page' ? `${asker.connection} page` : asker.connection;
  // Whatever else befell the one before is its own.
  const turn =
    ofDb.get(line)?.then(take, (error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      return take();
    }) ?? take();
  ofDb.set(line, turn);
  try {
    return await turn;
  } finally {
    if (ofDb.get(line) === turn) ofDb.delete(line);
  }
}

/** What a refusal leaves behind for the notices that ask next; times in milliseconds. */
interface Refusal {
  /** Before this nobody asks the database again. */
  readonly until: number;
  /** How far apart they come back, so that they do not all come at once. */
  readonly stepMs: number;
  /** When the next of them is to come back. */
  next: number;
}

const refusals = new WeakMap<Db, Map<string, Refusal>>();
/** About as often as the provider grants a call of these. */
const LONGEST_STEP_MS = 1_000;

/** The same for notices, of which thousands ask at once: one asks, and the rest believe it. */
function takeUnlessRefused(db: Db, asker: Asker, budgets: readonly NamedBudget[]): Promise<number> {
  const ofDb = refusals.get(db) ?? new Map<string, Refusal>();
  refusals.set(db, ofDb);
  const { connection, environmentId } = asker;
  const name = [connection, environmentId, ...budgets.map(([call]) => call)].join(' ');
  return takeInLine(db, asker, async () => {
    const now = performance.now();
    const refused = ofDb.get(name);
    if (refused && now < refused.until) {
      const { next } = refused;
      refused.next = Math.min(next + refused.stepMs, now + LONGEST_CLOSED_SECONDS * 1_000);
      return (next - now) / 1_000;
    }
    const seconds = await takeCalls(db, asker, budgets);
    if (seconds === 0) {
      // Who was told to come later than this one still does.
      if (refused && now > refused.next) ofDb.delete(name);
      return 0;
    }
    const stepMs = Math.min(seconds * 1_000, LONGEST_STEP_MS);
    const until = performance.now() + seconds * 1_000;
    ofDb.set(name, { until, stepMs, next: Math.max(until, refused?.next ?? 0) + stepMs });
    return seconds;
  });
}

/** Without the database no call leaves, so that nothing is in doubt. */
function asNotExecuted(error: unknown): never {
  if (!isDatabaseAway(error)) throw error;
  throw new ProviderFailure('not_executed', new ApiError('unavailable'));
}

/** The gate through which one account's calls for one purpose leave; all nodes share the count. */
export function keepBudget(db: Db, budgets: Budgets, asker: Asker): CallGate {
  return {
    enter: async (calls, patienceMs) => {
      const named = calls.flatMap((call): NamedBudget[] => {
        const budget = budgets[call];
        return budget ? [[call, budget]] : [];
      });
      if (named.length === 0) return;
      // Who looks by itself comes again anyway; only a client or a payer is made to wait.
      const waits = asker.purpose === 'request' || asker.purpose === 'page';
      const patience = waits ? patienceMs : 0;
      const deadline = performance.now() + patience;
      const take = (): Promise<number> =>
        asker.purpose === 'news'
          ? takeUnlessRefused(db, asker, named)
          : takeInLine(db, asker, () => takeCalls(db, asker, named));
      for (;;) {
        const seconds = await take().catch(asNotExecuted);
        if (seconds === 0) return;
        // It is told at once what no waiting would change.
        if (performance.now() + seconds * 1_000 > deadline) throw throttled(Math.ceil(seconds));
        await sleep(Math.ceil(seconds * 1_000));
      }
    },
    close: (call, seconds) =>
      closeBudget(db, asker.connection, call, Math.min(seconds, LONGEST_CLOSED_SECONDS)),
  };
}
