import { setTimeout as pause } from 'node:timers/promises';
import { kill } from '../kill/ponte.ts';
import { findRoles } from '../kill/processes.ts';
import type { Role } from '../kill/plan.ts';
import type { Cluster, ClusterNode } from './cluster.ts';
import type { ScalePlan } from './plan.ts';

export interface Disturbed {
  readonly kills: ReadonlyMap<Role, number>;
  /** How often every node was restarted, one after the other. */
  readonly rounds: number;
}

const LOOK_EVERY_MS = 20;

/** Kills by the plan, and keeps restarting all nodes in turn, until all of it is done. */
export async function disturb(cluster: Cluster, plan: ScalePlan): Promise<Disturbed> {
  const startedAt = performance.now();
  const until = (atMs: number): Promise<unknown> =>
    pause(Math.max(0, startedAt + atMs - performance.now()));
  const kills = new Map<Role, number>();
  const oneByOne = openTurns();
  const killing = async (): Promise<void> => {
    for (const { atMs, node, role } of plan.kills) {
      await until(atMs);
      await oneByOne(() => strike(cluster, cluster.nodes[node % cluster.nodes.length], role));
      kills.set(role, (kills.get(role) ?? 0) + 1);
    }
  };
  const restarting = async (): Promise<void> => {
    for (const atMs of plan.restarts) {
      await until(atMs);
      for (const node of cluster.nodes) {
        // An API that is shutting down still looks ready: it goes when no other is away, and no
        // other is killed until it is back.
        if (node.kind === 'api') {
          await oneByOne(() => untilSpared(cluster, node, 0).then(() => node.restart()));
        } else await node.restart();
      }
    }
  };
  await Promise.all([killing(), restarting()]);
  return { kills, rounds: plan.restarts.length };
}

/** Kills the process of a role at a node, once it runs and the others can do without it. */
async function strike(cluster: Cluster, node: ClusterNode | undefined, role: Role): Promise<void> {
  if (!node) return;
  for (;;) {
    await untilSpared(cluster, node);
    const [pid] = [...findRoles(node.dataDir)].find(([, found]) => found === role) ?? [];
    if (pid !== undefined && kill(pid)) return;
    await pause(LOOK_EVERY_MS);
  }
}

/**
 * An API goes only if another can take its requests, since with one alone there is nothing to retry
 * on, and not while a second try is under way, since one retry is promised to make up for one end.
 */
async function untilSpared(
  { balancer, nodes, retries }: Cluster,
  { kind }: ClusterNode,
  mostAway = 1,
): Promise<void> {
  if (kind !== 'api') return;
  const enough = nodes.filter((node) => node.kind === 'api').length - mostAway;
  while (balancer.readyNodes() < enough || retries.underWay > 0) await pause(LOOK_EVERY_MS);
}

/** One thing at a time, with a pause after each, which the balancer needs to notice it. */
function openTurns(): (work: () => Promise<void>) => Promise<void> {
  const MOMENT_MS = 500;
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.then(() => pause(MOMENT_MS));
    return done;
  };
}
