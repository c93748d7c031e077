import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Failpoint } from './failpoints.ts';
import type { Gateway } from './gateway.ts';
import type { GatewayPlan, Role } from './plan.ts';
import { kill } from './ponte.ts';
import { findRoles } from './processes.ts';

export interface Kills {
  readonly random: ReadonlyMap<Role, number>;
  /** How often a process died at each. */
  readonly hits: ReadonlyMap<Failpoint, number>;
}

/** How long a restart is waited for, so that every planned kill strikes. */
const RESTART_MS = 60_000;
/** How long a failpoint may go unreached before it is another's turn. */
const LAID_MS = 30_000;
const LOOK_EVERY_MS = 200;

/**
 * Kills by the plan until all of it is done.
 * @param over when there is no traffic any more that could reach a failpoint
 */
export async function killByPlan(
  gateway: Gateway,
  plan: GatewayPlan,
  lure: (name: Failpoint) => Promise<unknown>,
  over: AbortSignal,
): Promise<Kills> {
  const startedAt = performance.now();
  const until = (atMs: number): Promise<unknown> =>
    pause(Math.max(0, startedAt + atMs - performance.now()));
  const random = new Map<Role, number>();
  const hits = new Map<Failpoint, number>();
  const atRandom = async (): Promise<void> => {
    for (const { atMs, role } of plan.kills) {
      await until(atMs);
      if (await strike(gateway, role)) random.set(role, (random.get(role) ?? 0) + 1);
    }
  };
  const atFailpoints = async (): Promise<void> => {
    // One that nobody reached has another chance after all others.
    const waiting = [...plan.failpoints];
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { atMs, name } = next;
      await until(atMs);
      if (over.aborted) return;
      if (await provoke(gateway, name, () => lure(name))) hits.set(name, (hits.get(name) ?? 0) + 1);
      else waiting.push(next);
    }
  };
  await Promise.all([atRandom(), atFailpoints()]);
  return { random, hits };
}

async function strike(gateway: Gateway, role: Role): Promise<boolean> {
  return eventually(RESTART_MS, () =>
    [...findRoles(gateway.dataDir)].some(([pid, found]) => found === role && kill(pid)),
  );
}

/** Creates the failpoint's file. The process that removes it dies at the same moment. */
async function provoke(
  { failpointsDir }: Gateway,
  name: Failpoint,
  lure: () => Promise<unknown>,
): Promise<boolean> {
  const file = join(failpointsDir, name);
  writeFileSync(file, '');
  if (await eventually(LAID_MS, () => !existsSync(file), lure)) return true;
  try {
    rmSync(file);
    return false;
  } catch {
    // Somebody took it just now.
    return true;
  }
}

async function eventually(
  maxWaitMs: number,
  isSo: () => boolean,
  meanwhile?: () => Promise<unknown>,
): Promise<boolean> {
  const deadline = performance.now() + maxWaitMs;
  while (!isSo()) {
    if (performance.now() > deadline) return false;
    await meanwhile?.();
    await pause(LOOK_EVERY_MS);
  }
  return true;
}
