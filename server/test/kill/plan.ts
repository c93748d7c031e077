import { FAILPOINTS, type Failpoint } from './failpoints.ts';
import { type Load, type PlannedOperation, planOperations } from './operation.ts';
import { type Random, seededRandom } from './random.ts';

/** Which contract the sandbox speaks: `legacy` honours a repeated nonce, `current` does not. */
export type Generation = 'current' | 'legacy';

export type Role = 'api' | 'worker' | 'sandbox' | 'postgres' | 'guard' | 'launcher';

/** What one gateway goes through. Times count from its set-up. */
export interface GatewayPlan {
  /** Unique among the gateways of the run. */
  readonly name: string;
  readonly generation: Generation;
  readonly operations: readonly PlannedOperation[];
  readonly kills: readonly { readonly atMs: number; readonly role: Role }[];
  readonly failpoints: readonly { readonly atMs: number; readonly name: Failpoint }[];
  /** Decides what the bad receiver does. */
  readonly receiverSeed: number;
  /** Whether leases of dead processes are ended early, to save time. */
  readonly hurries: boolean;
}

/** Counts are per gateway, except for failpoints, which are per generation. */
export interface Size extends Load {
  /** Alternating between both generations. */
  readonly gateways: number;
  readonly kills: Readonly<Record<Role, number>>;
  /** How many failpoints are died at, once each; the gateways of a generation share them. */
  readonly failpoints: number;
  readonly hurries: boolean;
}

export const FULL: Size = {
  // A process killed often waits longer and longer to be restarted, so two are too few.
  gateways: 4,
  deposits: 1_750,
  withdrawals: 750,
  // Fewer of those that take all others with them: a run would spend its time starting processes.
  kills: { api: 11, worker: 11, sandbox: 9, postgres: 2, guard: 1, launcher: 1 },
  failpoints: FAILPOINTS.length,
  loadMs: 270_000,
  mishaps: 0.05,
  pages: 0.1,
  bursts: 0.01,
  awayMs: 40_000,
  hurries: false,
};

export const SHORT: Size = {
  gateways: 1,
  deposits: 100,
  withdrawals: 40,
  kills: { api: 1, worker: 1, sandbox: 1, postgres: 1, guard: 1, launcher: 1 },
  failpoints: 6,
  loadMs: 9_000,
  mishaps: 0.05,
  pages: 0.1,
  bursts: 0.02,
  awayMs: 20_000,
  hurries: true,
};

/** All choices of a run: the same seed and size give the same plan. */
export function makePlan(seed: number, size: Size): GatewayPlan[] {
  const random = seededRandom(seed);
  const generations = random.shuffled<Generation>(['current', 'legacy']);
  const named = Array.from({ length: size.gateways }, (_, index) => {
    const generation = generations[index % generations.length] ?? 'current';
    return { generation, name: `${generation}-${String(Math.floor(index / 2) + 1)}` };
  });
  const shares = sharesOf(random, size);
  return named.map(({ generation, name }, index) => ({
    ...{ generation, name },
    operations: planOperations(random, name, size),
    kills: spread(random, random.shuffled(rolesOf(size)), size.loadMs).map(([atMs, role]) => ({
      ...{ atMs, role },
    })),
    failpoints: spread(random, shares[index] ?? [], size.loadMs * FAILPOINTS_WITHIN).map(
      ([atMs, name]) => ({ atMs, name }),
    ),
    receiverSeed: random.integer(0, 2 ** 31),
    hurries: size.hurries,
  }));
}

/** Armed early enough that there is still traffic to reach them. */
const FAILPOINTS_WITHIN = 0.8;

function rolesOf({ kills }: Size): Role[] {
  // The record's own keys, which Object.entries types as strings only.
  const entries = Object.entries(kills) as [Role, number][];
  return entries.flatMap(([role, count]) => Array.from({ length: count }, () => role));
}

/** Few operations pass these: they are armed while most of those are still to come. */
const RARE = /^(?:checkout|withdraw)\./;
const rareFirst = (one: Failpoint, other: Failpoint): number =>
  Number(RARE.test(other)) - Number(RARE.test(one));

/** Each gateway's share of its generation's failpoints, in an order of its own. */
function sharesOf(random: Random, { gateways, failpoints }: Size): Failpoint[][] {
  const shares = Array.from({ length: gateways }, (): Failpoint[] => []);
  for (const generation of [0, 1]) {
    const same = shares.filter((_, index) => index % 2 === generation);
    const names = random.shuffled(FAILPOINTS).slice(0, failpoints).sort(rareFirst);
    names.forEach((name, place) => same[place % same.length]?.push(name));
  }
  return shares;
}

/** Spreads items over time, each at a random instant of an equal slice. */
function spread<Item>(random: Random, items: readonly Item[], withinMs: number): [number, Item][] {
  const partMs = withinMs / items.length;
  return items.map((item, index) => [Math.round((index + random.fraction()) * partMs), item]);
}
