import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '../errors.ts';
import { type Db, isDatabaseAway } from '../platform/db.ts';
import type { CallBudget, CallGate } from './budget.ts';
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
async function takeInLine(db: Db, asker: Asker, budgets: readonly NamedBudget[]): Promise<number> {
  const ofDb = lines.get(db) ?? new Map<string, Promise<number>>();
  lines.set(db, ofDb);
  const line = asker.purpose === 'page' ? `${asker.connection} page` : asker.connection;
  const take = (): Promise<number> => takeCalls(db, asker, budgets);
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

/** Without the database no call leaves, so that nothing is in doubt. */
function asNotExecuted(error: unknown): never {
  if (!isDatabaseAway(error)) throw error;
  throw new ProviderFailure('not_executed', new ApiError('unavailable'));
}

/** The gate through which one account's calls for one purpose leave; all nodes share the count. */
export function keepBudget(
  db: Db,
  budgets: Readonly<Record<string, CallBudget>>,
  asker: Asker,
): CallGate {
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
      for (;;) {
        const seconds = await takeInLine(db, asker, named).catch(asNotExecuted);
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
