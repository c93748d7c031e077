import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '../app.ts';
import type { Mode } from '../accounts/environment.ts';
import { MINUTE_MS } from '../durations.ts';
import type { EnvironmentId } from '../ids.ts';
import { readDatabaseClock } from '../platform/read-database-clock.ts';
import { type Connection, findLiveAsker } from '../provider/connection.ts';
import { ProviderFailure, roomInSeconds } from '../provider/port.ts';
import { listDifferences, type SeenDifference } from './difference-store.ts';
import { type Counts, noCounts } from './result.ts';
import { sumRequestedResults } from './result-store.ts';
import { claimSweep, listActive, listRequested, requestSweep } from './store.ts';
import { takeStep } from './take-step.ts';

export interface Reconciled {
  /** The connections that were compared to the end. */
  readonly compared: number;
  /** The modes whose provider did not answer at all, or is not configured here. */
  readonly unreachable: readonly Mode[];
  /** How many connections ran out of time; the worker continues. */
  readonly unfinished: number;
  /** The outcomes for the deposits of the connections that were compared to the end. */
  readonly deposits: Counts;
  /** Every open difference, and those that this pass healed. */
  readonly differences: readonly SeenDifference[];
}

const TIMEOUT_MS = 10 * MINUTE_MS;

/** Compares all books over the given span, alongside the workers, and reports differences. */
export async function reconcileNow(app: App, spanMs: number): Promise<Reconciled> {
  const began = await readDatabaseClock(app.db);
  const unreachable: Mode[] = [];
  const connections: Connection[] = [];
  // A shell without the provider's variables must not look like books that agree.
  const asker = app.config.live
    ? await findLiveAsker(app.db)
    : (await listActive(app.db, 'live', spanMs))[0];
  if (asker) {
    if (await answers(app, asker, 'live')) connections.push('live');
    else unreachable.push('live');
  }
  const active = await listActive(app.db, 'test', spanMs);
  const [first] = active;
  if (first && (await answers(app, first, 'test'))) connections.push(...active);
  else if (first) unreachable.push('test');
  for (const connection of connections) await requestSweep(app.db, connection, spanMs);
  const unfinished = await untilCompared(app, new Set(connections));
  return {
    compared: connections.length - unfinished,
    unreachable,
    unfinished,
    deposits: (await sumRequestedResults(app.db, began)) ?? noCounts(),
    differences: await listDifferences(app.db, began),
  };
}

/** Whether there is a provider to compare with; one that is only out of budget counts. */
async function answers(app: App, environmentId: EnvironmentId, mode: Mode): Promise<boolean> {
  const now = Date.now();
  try {
    const provider = app.providerOf({ environmentId, mode }, 'reconcile');
    await provider?.listCharges(new Date(now - 1_000), new Date(now));
    return provider !== undefined;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return roomInSeconds(error) !== undefined;
  }
}

/** Takes requested steps that no worker has taken. @returns how many connections are left */
async function untilCompared(app: App, connections: ReadonlySet<Connection>): Promise<number> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const left = (await listRequested(app.db)).filter((one) => connections.has(one)).length;
    if (left === 0 || performance.now() > deadline) return left;
    const sweep = await claimSweep(app.db, { connection: null, name: 'asked' });
    if (sweep) await takeStep(app, sweep);
    else await pause(200);
  }
}
