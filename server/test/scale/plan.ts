import { type Load, type PlannedOperation, planOperations } from '../kill/operation.ts';
import type { Role } from '../kill/plan.ts';
import { seededRandom } from '../kill/random.ts';

/** What the installation goes through. Times count from its set-up. */
export interface ScalePlan {
  readonly operations: readonly PlannedOperation[];
  /** @property node counts through the APIs first, then the workers */
  readonly kills: readonly {
    readonly atMs: number;
    readonly node: number;
    readonly role: Role;
  }[];
  /** When every node is restarted politely, one after the other. */
  readonly restarts: readonly number[];
  readonly receiverSeed: number;
}

export interface ScaleSize extends Load {
  readonly killEveryMs: number;
  readonly restartEveryMs: number;
  /** Whether leases of dead processes are ended early, to save time. */
  readonly hurries: boolean;
}

export const FULL: ScaleSize = {
  ...{ deposits: 2_100, withdrawals: 900, loadMs: 150_000, pages: 0.1, bursts: 0.01 },
  awayMs: 0,
  // A retry does not help with what the provider cannot do.
  mishaps: 0,
  killEveryMs: 4_000,
  restartEveryMs: 30_000,
  hurries: false,
};

export const SHORT: ScaleSize = {
  ...{ deposits: 210, withdrawals: 90, loadMs: 16_000, pages: 0.1, bursts: 0.01 },
  awayMs: 0,
  mishaps: 0,
  killEveryMs: 3_000,
  restartEveryMs: 10_000,
  hurries: true,
};

const NODES = 6;

/** All choices of a run: the same seed and size give the same plan. */
export function makeScalePlan(seed: number, size: ScaleSize): ScalePlan {
  const { loadMs, killEveryMs, restartEveryMs } = size;
  const random = seededRandom(seed);
  const timesOf = (everyMs: number): number[] =>
    Array.from({ length: Math.floor(loadMs / everyMs) }, (_, index) => index * everyMs);
  return {
    operations: planOperations(random, 'scale-1', size),
    kills: timesOf(killEveryMs).map((atMs) => {
      const node = random.integer(0, NODES - 1);
      const own = node < NODES / 2 ? 'api' : 'worker';
      const role = random.fraction() < 0.75 ? own : 'launcher';
      return { atMs: atMs + random.integer(0, killEveryMs), node, role };
    }),
    restarts: timesOf(restartEveryMs).map((atMs) => atMs + restartEveryMs / 3),
    receiverSeed: random.integer(0, 2 ** 31),
  };
}
