import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { enrol } from '../../src/reconciliation/store.ts';
import type { Failpoint } from './failpoints.ts';
import { type Gateway, kill } from './gateway.ts';
import type { GatewayPlan, Role } from './plan.ts';
import { findRoles } from './processes.ts';

export interface Kills {
  readonly random: ReadonlyMap<Role, number>;
  readonly hit: readonly Failpoint[];
  readonly missed: readonly Failpoint[];
}

/** What is being restarted is waited for this long, so that every planned kill strikes. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** Kills by the plan until all of it is done. */
export async function killByPlan(gateway: Gateway, plan: GatewayPlan): Promise<Kills> {
  const startedAt = Date.now();
  const until = (atMs: number): Promise<unknown> =>
    pause(Math.max(0, startedAt + atMs - Date.now()));
  const random = new Map<Role, number>();
  const hit: Failpoint[] = [];
  const missed: Failpoint[] = [];
  const atRandom = async (): Promise<void> => {
    for (const { atMs, role } of plan.kills) {
      await until(atMs);
      if (await strike(gateway, role)) random.set(role, (random.get(role) ?? 0) + 1);
    }
  };
  const atFailpoints = async (): Promise<void> => {
    for (const { atMs, name } of plan.failpoints) {
      await until(atMs);
      ((await provoke(gateway, name)) ? hit : missed).push(name);
    }
  };
  await Promise.all([atRandom(), atFailpoints()]);
  return { random, hit, missed };
}

async function strike(gateway: Gateway, role: Role): Promise<boolean> {
  const struck = await eventually(() =>
    [...findRoles(gateway.dataDir)].some(([pid, found]) => found === role && kill(pid)),
  );
  return struck;
}

/** Lays the failpoint's file; whoever takes it away must have died of it. */
async function provoke(gateway: Gateway, name: Failpoint): Promise<boolean> {
  const file = join(gateway.failpointsDir, name);
  let living = findRoles(gateway.dataDir);
  writeFileSync(file, '');
  const taken = await eventually(
    () => {
      const found = findRoles(gateway.dataDir);
      if (!existsSync(file)) return true;
      living = found;
      return false;
    },
    leadTo(gateway, name),
  );
  if (!taken) return false;
  return eventually(() => {
    const found = findRoles(gateway.dataDir);
    return [...living.keys()].some((pid) => !found.has(pid));
  });
}

/** The books are compared every two minutes, and by nobody while a dead worker's lease runs. */
function leadTo(gateway: Gateway, name: Failpoint): () => Promise<unknown> {
  if (!name.startsWith('reconcile.')) return () => Promise.resolve();
  return () =>
    gateway
      .withDatabase(async (db) => {
        await enrol(db, false);
        await db`
          update reconciliation_sweeps set due_at = now(), lease = null, lease_until = null`;
      })
      .catch(() => undefined);
}

async function eventually(
  isSo: () => boolean,
  meanwhile?: () => Promise<unknown>,
): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!isSo()) {
    if (Date.now() > deadline) return false;
    await meanwhile?.();
    await pause(LOOK_EVERY_MS);
  }
  return true;
}
