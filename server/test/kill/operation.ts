import type { Random } from './random.ts';

interface Order {
  readonly amountCents: number;
  readonly taxId: string;
  readonly externalId: string;
}

interface Timing {
  /** Also the order's `externalId`, so that rows, clients and plan can be matched. */
  readonly key: string;
  readonly startMs: number;
  /** How long after its 201 the client, or its payer, continues. */
  readonly pauseMs: number;
  /** How many identical requests are sent at once. */
  readonly copies: number;
  /** How long its client stays away after an unanswered try. */
  readonly awayMs: number;
}

export interface PlannedDeposit extends Timing {
  readonly kind: 'deposit';
  readonly order: Order & { readonly passFeesToPayer: boolean };
  readonly fate: keyof typeof DEPOSIT_FATES;
  /** Who pays instead of the payer, if the fate says so. */
  readonly otherTaxId: string;
  /** On a payment link's page the payer orders, from an address of their own. */
  readonly page: { readonly link: number; readonly address: string } | undefined;
}

export interface PlannedWithdrawal extends Timing {
  readonly kind: 'withdrawal';
  readonly order: Order & { readonly pixKeyType: 'EMAIL'; readonly pixKey: string };
  readonly fate: keyof typeof WITHDRAWAL_FATES;
}

export type PlannedOperation = PlannedDeposit | PlannedWithdrawal;

/**
 * What becomes of an operation after its 201, the share of each fate, and the status it ends in.
 */
const DEPOSIT_FATES = {
  paid: { weight: 60, ends: 'CONFIRMED' },
  unpaid: { weight: 8, ends: 'PENDING' },
  expired: { weight: 8, ends: 'FAILED' },
  canceled: { weight: 6, ends: 'FAILED' },
  'paid by another': { weight: 8, ends: 'REFUNDED' },
  'taken back': { weight: 10, ends: 'REFUNDED' },
} as const;
const WITHDRAWAL_FATES = {
  funded: { weight: 81, ends: 'COMPLETED' },
  // Few: each is looked at until the end of the run, which reveals nothing new.
  unfunded: { weight: 2, ends: 'PENDING' },
  expired: { weight: 8, ends: 'EXPIRED' },
  canceled: { weight: 9, ends: 'FAILED' },
} as const;

export function endOf(operation: PlannedOperation): string {
  return operation.kind === 'deposit'
    ? DEPOSIT_FATES[operation.fate].ends
    : WITHDRAWAL_FATES[operation.fate].ends;
}

/** The number of operations, and the time over which they begin. */
export interface Load {
  readonly deposits: number;
  readonly withdrawals: number;
  readonly loadMs: number;
  /** The share of orders whose amount makes the sandbox fail or lose a response. */
  readonly mishaps: number;
  /** The share of the deposits that payers order on a link's page. */
  readonly pages: number;
  /** The share of the requests that are sent several times at once. */
  readonly bursts: number;
  /** How long some clients leave it to the worker to finish what was not answered. */
  readonly awayMs: number;
}

/** Links on whose pages payers order: a single one gives out only so many codes a minute. */
export const LINKS = 12;
const BURST = 50;
/** The share of clients that do not come back at once. */
const ABSENT = 0.1;

export function planOperations(random: Random, name: string, load: Load): PlannedOperation[] {
  const kinds = [
    ...Array.from({ length: load.deposits }, () => 'deposit' as const),
    ...Array.from({ length: load.withdrawals }, () => 'withdrawal' as const),
  ];
  return random
    .shuffled(kinds)
    .map((kind, index) => planOperation(random, kind, `${name}-${String(index)}`, load));
}

function planOperation(
  random: Random,
  kind: PlannedOperation['kind'],
  key: string,
  { loadMs, mishaps, pages, bursts, ...load }: Load,
): PlannedOperation {
  const order = {
    amountCents: planAmount(random, mishaps),
    taxId: planTaxId(random),
    externalId: key,
  };
  const awayMs = random.fraction() < ABSENT ? load.awayMs : 0;
  const pauseMs = random.integer(0, 3_000);
  const timing = { key, startMs: random.integer(0, loadMs), pauseMs, awayMs };
  const page =
    kind === 'deposit' && random.fraction() < pages
      ? { link: random.integer(0, LINKS - 1), address: planAddress(random) }
      : undefined;
  const copies = page === undefined && random.fraction() < bursts ? BURST : 1;
  if (kind === 'deposit') {
    const fate = random.weighted(weightsOf(DEPOSIT_FATES));
    const passFeesToPayer = page === undefined && random.fraction() < 0.5;
    const deposit = { order: { ...order, passFeesToPayer }, fate, otherTaxId: planTaxId(random) };
    return { ...timing, ...deposit, kind, copies, page };
  }
  const fate = random.weighted(weightsOf(WITHDRAWAL_FATES));
  const pix = { pixKeyType: 'EMAIL', pixKey: `${key}@example.com` } as const;
  return { ...timing, kind, copies, order: { ...order, ...pix }, fate };
}

/** Some amounts make the sandbox answer 500 twice, or lose its response once. */
function planAmount(random: Random, mishaps: number): number {
  const chance = random.fraction();
  if (chance < mishaps * 0.4) return 50_002;
  if (chance < mishaps) return 50_003;
  return random.integer(300, 49_999);
}

/** A CPF with its two check digits, which pages verify. */
function planTaxId(random: Random): string {
  const base = String(random.integer(100_000_000, 999_999_998));
  const withFirst = `${base}${checkDigitOf(base)}`;
  return `${withFirst}${checkDigitOf(withFirst)}`;
}

function checkDigitOf(digits: string): string {
  const weight = digits.length + 1;
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (weight - at), 0);
  return String(((sum * 10) % 11) % 10);
}

function planAddress(random: Random): string {
  return ['10', ...[1, 2, 3].map(() => String(random.integer(0, 255)))].join('.');
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
