import { FAILPOINTS, type Failpoint } from './failpoints.ts';
import { type Random, seededRandom } from './random.ts';

/** Which contract the sandbox speaks: `legacy` honours a repeated nonce, `current` does not. */
export type Generation = 'current' | 'legacy';

export type Role = 'api' | 'worker' | 'sandbox' | 'postgres' | 'guard' | 'launcher';

interface Order {
  readonly amountCents: number;
  readonly taxId: string;
  readonly externalId: string;
}

interface Timing {
  /** Also the order's `externalId`, so that rows, clients and plan can be matched. */
  readonly key: string;
  readonly startMs: number;
  /** How long after its 201 the client, or its payer, goes on. */
  readonly pauseMs: number;
}

export interface PlannedDeposit extends Timing {
  readonly kind: 'deposit';
  readonly order: Order & { readonly passFeesToPayer: boolean };
  readonly fate: keyof typeof DEPOSIT_FATES;
}

export interface PlannedWithdrawal extends Timing {
  readonly kind: 'withdrawal';
  readonly order: Order & { readonly pixKeyType: 'EMAIL'; readonly pixKey: string };
  readonly fate: keyof typeof WITHDRAWAL_FATES;
}

export type PlannedOperation = PlannedDeposit | PlannedWithdrawal;

/** What becomes of an operation after its 201, the share of each, and the status it ends in. */
const DEPOSIT_FATES = {
  paid: { weight: 60, ends: 'CONFIRMED' },
  unpaid: { weight: 8, ends: 'PENDING' },
  expired: { weight: 8, ends: 'FAILED' },
  canceled: { weight: 6, ends: 'FAILED' },
  'paid by another': { weight: 8, ends: 'REFUNDED' },
  'taken back': { weight: 10, ends: 'REFUNDED' },
} as const;
const WITHDRAWAL_FATES = {
  funded: { weight: 75, ends: 'COMPLETED' },
  unfunded: { weight: 8, ends: 'PENDING' },
  expired: { weight: 8, ends: 'EXPIRED' },
  canceled: { weight: 9, ends: 'FAILED' },
} as const;

export function endOf(operation: PlannedOperation): string {
  return operation.kind === 'deposit'
    ? DEPOSIT_FATES[operation.fate].ends
    : WITHDRAWAL_FATES[operation.fate].ends;
}

/** What one gateway goes through. Times count from when it is set up. */
export interface GatewayPlan {
  readonly generation: Generation;
  readonly operations: readonly PlannedOperation[];
  readonly kills: readonly { readonly atMs: number; readonly role: Role }[];
  readonly failpoints: readonly { readonly atMs: number; readonly name: Failpoint }[];
  /** For what the bad receiver does. */
  readonly receiverSeed: number;
}

export interface Size {
  readonly gateways: 1 | 2;
  /** Of each gateway. */
  readonly operations: number;
  readonly kills: Readonly<Record<Role, number>>;
  readonly failpoints: number;
  /** Over how long the operations begin. */
  readonly loadMs: number;
}

export const FULL: Size = {
  gateways: 2,
  operations: 1_010,
  kills: { api: 5, worker: 5, sandbox: 5, postgres: 3, guard: 2, launcher: 2 },
  failpoints: FAILPOINTS.length,
  loadMs: 120_000,
};

export const SHORT: Size = {
  gateways: 1,
  operations: 120,
  kills: { api: 1, worker: 1, sandbox: 1, postgres: 1, guard: 1, launcher: 1 },
  failpoints: 4,
  loadMs: 9_000,
};

/** All choices of a run: the same seed and size make the same plan. */
export function makePlan(seed: number, size: Size): GatewayPlan[] {
  const random = seededRandom(seed);
  const generations = random.shuffled<Generation>(['current', 'legacy']);
  return generations.slice(0, size.gateways).map((generation) => ({
    generation,
    operations: Array.from({ length: size.operations }, (_, index) =>
      planOperation(random, `${generation}-${String(index)}`, size.loadMs),
    ),
    kills: spread(random, rolesOf(size), size.loadMs).map(([atMs, role]) => ({ atMs, role })),
    failpoints: spread(
      random,
      random.shuffled(FAILPOINTS).slice(0, size.failpoints),
      size.loadMs * FAILPOINTS_WITHIN,
    ).map(([atMs, name]) => ({ atMs, name })),
    receiverSeed: random.integer(0, 2 ** 31),
  }));
}

/** Armed early enough that there is still traffic to run into them. */
const FAILPOINTS_WITHIN = 0.5;

function rolesOf({ kills }: Size): Role[] {
  // The record's own keys, which Object.entries knows only as text.
  const entries = Object.entries(kills) as [Role, number][];
  return entries.flatMap(([role, count]) => Array.from({ length: count }, () => role));
}

/** Puts things into a random order, one at some instant of each equal part of the time. */
function spread<Item>(random: Random, items: readonly Item[], withinMs: number): [number, Item][] {
  const partMs = withinMs / items.length;
  return random
    .shuffled(items)
    .map((item, index) => [Math.round((index + random.fraction()) * partMs), item]);
}

function planOperation(random: Random, key: string, loadMs: number): PlannedOperation {
  const order = {
    amountCents: planAmount(random),
    taxId: String(random.integer(10_000_000_000, 99_999_999_999)),
    externalId: key,
  };
  const timing = { key, startMs: random.integer(0, loadMs), pauseMs: random.integer(0, 3_000) };
  if (random.fraction() < 0.7) {
    const fate = random.weighted(weightsOf(DEPOSIT_FATES));
    const passFeesToPayer = random.fraction() < 0.5;
    return { ...timing, kind: 'deposit', order: { ...order, passFeesToPayer }, fate };
  }
  const fate = random.weighted(weightsOf(WITHDRAWAL_FATES));
  const pix = { pixKeyType: 'EMAIL', pixKey: `${key}@example.com` } as const;
  return { ...timing, kind: 'withdrawal', order: { ...order, ...pix }, fate };
}

/** Some amounts make the sandbox answer 500 twice, or lose its answer once. */
function planAmount(random: Random): number {
  const chance = random.fraction();
  if (chance < 0.02) return 50_002;
  if (chance < 0.05) return 50_003;
  return random.integer(300, 49_999);
}

function weightsOf<Fate extends string>(
  fates: Readonly<Record<Fate, { readonly weight: number }>>,
): Record<Fate, number> {
  const weights = Object.entries<{ readonly weight: number }>(fates).map(([name, { weight }]) => [
    name,
    weight,
  ]);
  // The same keys as the record that went in.
  return Object.fromEntries(weights) as Record<Fate, number>;
}
