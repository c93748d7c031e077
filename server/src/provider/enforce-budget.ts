import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../errors.ts';
import { type Db, isDatabaseAway } from '../platform/db.ts';
import type { Budgets, CallGate } from './budget.ts';
import { type Asker, closeBudget, type NamedBudget, takeCalls } from './budget-store.ts';
import { ProviderFailure, throttled } from './port.ts';

/** The longest the provider's word is taken for; its next refusal can extend it. */
const MAX_CLOSED_SECONDS = 600;

/** Per database, the last promise in each queue of callers of one connection. */
const lines = new WeakMap<Db, Map<string, Promise<number>>>();

/**
 * All callers of one connection need the same row, so each process takes turns; otherwise a burst
 * would hold every database session just to wait. If the database is away, the whole queue fails.
 * Public pages have a queue of their own, since anybody can make that one arbitrarily long.
 */
async function takeInOrder(db: Db, asker: Asker, take: () => Promise<number>): Promise<number> {
  const ofDb = lines.get(db) ?? new Map<string, Promise<number>>();
  lines.set(db, ofDb);
  const line = asker.purpose === 'page' ? `${asker.connection} page` : asker.connection;
  // Any other failure concerns only the previous caller.
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

/** What a refusal means for the notices that ask next; times in milliseconds. */
interface Refusal {
  /** Until then nobody asks the database again. */
  readonly until: number;
  /** How far apart the others return, so that they do not all come at once. */
  readonly stepMs: number;
  /** When the next one is to return. */
  next: number;
}

const refusals = new WeakMap<Db, Map<string, Refusal>>();
/** About as often as the provider allows one such call. */
const MAX_STEP_MS = 1_000;

/**
 * The same for notices, of which thousands may ask at once: one asks, the rest reuse the answer.
 */
function takeUnlessRefused(db: Db, asker: Asker, budgets: readonly NamedBudget[]): Promise<number> {
  const ofDb = refusals.get(db) ?? new Map<string, Refusal>();
  refusals.set(db, ofDb);
  const { connection, environmentId } = asker;
  const name = [connection, environmentId, ...budgets.map(([call]) => call)].join(' ');
  return takeInOrder(db, asker, async () => {
    const now = performance.now();
    const refused = ofDb.get(name);
    if (refused && now < refused.until) {
      const { next } = refused;
      refused.next = Math.min(next + refused.stepMs, now + MAX_CLOSED_SECONDS * 1_000);
      return (next - now) / 1_000;
    }
    const seconds = await takeCalls(db, asker, budgets);
    if (seconds === 0) {
      // Those that were told to return later still do.
      if (refused && now > refused.next) ofDb.delete(name);
      return 0;
    }
    const stepMs = Math.min(seconds * 1_000, MAX_STEP_MS);
    const until = performance.now() + seconds * 1_000;
    ofDb.set(name, { until, stepMs, next: Math.max(until, refused?.next ?? 0) + stepMs });
    return seconds;
  });
}

/** Without the database no call is made, so its outcome is not in doubt. */
function asNotExecuted(error: unknown): never {
  if (!isDatabaseAway(error)) throw error;
  throw new ProviderFailure('not_executed', new ApiError('unavailable'));
}

/** The gate for one account's calls for one purpose; all nodes share the count. */
export function enforceBudget(db: Db, budgets: Budgets, asker: Asker): CallGate {
  return {
    enter: async (calls, maxWaitMs) => {
      const named = calls.flatMap((call): NamedBudget[] => {
        const budget = budgets[call];
        return budget ? [[call, budget]] : [];
      });
      if (named.length === 0) return;
      // Background work returns by itself; only a client or a payer is kept waiting.
      const waits = asker.purpose === 'request' || asker.purpose === 'page';
      const patience = waits ? maxWaitMs : 0;
      const deadline = performance.now() + patience;
      const take = (): Promise<number> =>
        asker.purpose === 'news'
          ? takeUnlessRefused(db, asker, named)
          : takeInOrder(db, asker, () => takeCalls(db, asker, named));
      for (;;) {
        const seconds = await take().catch(asNotExecuted);
        if (seconds === 0) return;
        // Refuse at once if waiting would not help.
        if (performance.now() + seconds * 1_000 > deadline) throw throttled(Math.ceil(seconds));
        await sleep(Math.ceil(seconds * 1_000));
      }
    },
    close: (call, seconds) =>
      closeBudget(db, asker.connection, call, Math.min(seconds, MAX_CLOSED_SECONDS)),
  };
}
