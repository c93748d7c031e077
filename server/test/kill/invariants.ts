import { checkDeliveries } from './check-deliveries.ts';
import { checkEvents, checkSequence } from './check-events.ts';
import type { Booked, Evidence, OperationRow } from './evidence.ts';
import { endOf } from './operation.ts';

export interface Violation {
  readonly invariant: `I${number}` | 'deaths' | 'one retry';
  readonly what: string;
}

type Check = (evidence: Evidence) => string[];

/** What must hold for every gateway, whatever was killed when. */
const CHECKS: readonly (readonly [Violation['invariant'], Check])[] = [
  ['I1', checkAnswers],
  ['I1', checkRepeats],
  ['I2', checkCharges],
  ['I2', checkOrphans],
  ['I3', checkEvents],
  ['I3', checkSequence],
  ['I4', checkDeliveries],
  ['I5', checkTransitions],
  ['I5', checkEnds],
  ['I6', checkSums],
  ['I7', checkLeases],
  ['I7', checkLosses],
  ['I8', ({ leaks }) => [...leaks]],
  ['I9', ({ outside }) => [...outside]],
];

export function findViolations(evidence: Evidence): Violation[] {
  return CHECKS.flatMap(([invariant, check]) =>
    check(evidence).map((what) => ({ invariant, what: `${evidence.name}: ${what}` })),
  );
}

function rowsOf({ deposits, withdrawals }: Evidence): OperationRow[] {
  return [...deposits, ...withdrawals];
}

/** Every 201 has exactly one row, with the content of the response. */
function checkAnswers(evidence: Evidence): string[] {
  const byKey = Map.groupBy(rowsOf(evidence), ({ externalId }) => externalId);
  const created = evidence.driven.filter((one) => one.created !== undefined);
  const faults = created.flatMap(({ operation: { key }, created: text = '' }) => {
    const rows = byKey.get(key) ?? [];
    const [row] = rows;
    if (!row || rows.length > 1) return [`${key} has ${String(rows.length)} rows`];
    // Both create routes answer with an object.
    const answered = JSON.parse(text) as Record<string, unknown>;
    return Object.entries(row.content)
      .filter(([name, value]) => answered[name] !== value)
      .map(([name]) => `${key} was answered another ${name} than its row has`);
  });
  const planned = new Set(evidence.driven.map(({ operation }) => operation.key));
  const strange = [...byKey.keys()].filter((key) => !planned.has(key));
  return [...faults, ...strange.map((key) => `nobody asked for the row of ${key}`)];
}

/** The same request again gets the same bytes. */
function checkRepeats({ driven, repeated }: Evidence): string[] {
  return driven.flatMap(({ operation: { key }, created }) => {
    if (created === undefined) return [];
    const again = repeated.get(key);
    if (again?.text !== created) return [`${key} repeated answers other bytes`];
    return again.replayed ? [] : [`${key} repeated does not say that it is a repetition`];
  });
}

/**
 * At most one charge of an operation is shown; there are others only where an attempt's outcome is
 * unknown.
 */
function checkCharges(evidence: Evidence): string[] {
  const keys = new Map(evidence.keys.map((key) => [key.nonce, key]));
  const booked = [...evidence.charges, ...evidence.payouts];
  const faults: string[] = [];
  for (const [nonce, rows] of Map.groupBy(booked, (row) => row.nonce)) {
    const key = keys.get(nonce);
    const shown = rows.filter(({ owner }) => owner !== null);
    if (!key) faults.push(`no key knows the nonce of ${String(rows.length)} charges`);
    else if (shown.some(({ owner }) => owner !== key.resourceId) || shown.length > 1)
      faults.push(`${key.key} shows the charge of another operation, or more than one`);
    else faults.push(...checkExtras(evidence, key, rows.length, shown.length));
  }
  const owners = new Set(booked.map(({ owner }) => owner));
  const bare = rowsOf(evidence).filter(({ id }) => !owners.has(id));
  return [
    ...faults,
    ...bare.map(({ externalId }) => `the provider has no charge of ${externalId}`),
  ];
}

function checkExtras(
  { generation, doubtful }: Evidence,
  { key, resourceId }: { key: string; resourceId: string },
  total: number,
  shown: number,
): string[] {
  if (generation === 'legacy') {
    return total === 1 ? [] : [`${key} has ${String(total)} charges for one nonce`];
  }
  const unknown = doubtful.get(resourceId) ?? 0;
  return total - shown <= unknown
    ? []
    : [`${key} has ${String(total - shown)} orphans for ${String(unknown)} unknown attempts`];
}

/** What nobody was shown, nobody paid; and an orphan was never shown. */
function checkOrphans(evidence: Evidence): string[] {
  const booked = [...evidence.charges, ...evidence.payouts];
  const paid = orphansIn(booked).filter(({ status }) => !UNPAID.includes(status));
  const owned = new Set(rowsOf(evidence).map(({ providerRef }) => providerRef));
  const shown = evidence.orphanRefs.filter((ref) => owned.has(ref));
  return [
    ...paid.map(({ id, status }) => `orphan ${id} is ${status}`),
    ...shown.map((ref) => `${ref} is filed as an orphan and was shown`),
  ];
}

const UNPAID = ['pending', 'expired', 'unsent'];

export function orphansIn(booked: readonly Booked[]): Booked[] {
  return booked.filter(({ owner }) => owner === null);
}

const MAY_FOLLOW: Readonly<Record<string, readonly string[]>> = {
  dep_PENDING: ['CONFIRMED', 'FAILED', 'REFUNDED'],
  dep_CONFIRMED: ['REFUNDED'],
  dep_FAILED: ['CONFIRMED', 'REFUNDED'],
  wdr_PENDING: ['PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'],
  wdr_PROCESSING: ['COMPLETED', 'FAILED'],
  wdr_FAILED: ['COMPLETED'],
  wdr_EXPIRED: ['PROCESSING'],
};

/** The history leads by allowed steps from PENDING to the operation's present status. */
function checkTransitions(evidence: Evidence): string[] {
  const histories = Map.groupBy(evidence.transitions, ({ resourceId }) => resourceId);
  return rowsOf(evidence).flatMap(({ id, externalId, status }) => {
    const open = new Map((histories.get(id) ?? []).map((step) => [step.fromStatus, step]));
    let at = 'PENDING';
    for (let step = open.get(at); step; step = open.get(at)) {
      const allowed = MAY_FOLLOW[`${id.slice(0, 4)}${at}`]?.includes(step.toStatus) ?? false;
      if (!allowed || step.cause === '' || !(step.at instanceof Date)) {
        return [`${externalId} went from ${at} to ${step.toStatus} (${step.cause})`];
      }
      open.delete(at);
      at = step.toStatus;
    }
    const isWhole = at === status && open.size === 0;
    return isWhole ? [] : [`${externalId} is ${status}, but its history ends in ${at}`];
  });
}

/** Our status for each final status of the provider's. */
const MEANS: Readonly<Record<string, readonly string[]>> = {
  pending: ['PENDING'],
  expired: ['FAILED'],
  canceled: ['FAILED'],
  depix_sent: ['CONFIRMED'],
  refunded: ['REFUNDED'],
  // An expired payout stays unsent in the books.
  unsent: ['PENDING', 'EXPIRED'],
  sent: ['COMPLETED'],
};

/** Each operation ends as the provider has it, and as its client's last command wanted it. */
function checkEnds(evidence: Evidence): string[] {
  const booked = [...evidence.charges, ...evidence.payouts];
  const said = new Map(booked.map(({ owner, status }) => [owner, status]));
  const rows = new Map(rowsOf(evidence).map((row) => [row.externalId, row]));
  return evidence.driven.flatMap(({ operation, complaint }) => {
    const row = rows.get(operation.key);
    if (!row) return [];
    const status = said.get(row.id) ?? '';
    const agrees = MEANS[status]?.includes(row.status) ?? false;
    if (!agrees) return [`${operation.key} is ${row.status}, the provider says ${status}`];
    const wanted = endOf(operation);
    return complaint === undefined && row.status !== wanted
      ? [`${operation.key} is ${row.status}, and was to become ${wanted}`]
      : [];
  });
}

/** Money reported as received and not as returned equals what the provider's ledger holds. */
function checkSums(evidence: Evidence): string[] {
  const { transitions, deposits, withdrawals, charges, payouts } = evidence;
  const cents = new Map(deposits.map((deposit) => [deposit.id, deposit.cents]));
  const moved = (matches: (from: string, to: string) => boolean): number =>
    transitions
      .filter(({ fromStatus, toStatus }) => matches(fromStatus, toStatus))
      .reduce((sum, { resourceId }) => sum + (cents.get(resourceId) ?? 0), 0);
  const confirmed = moved((_, to) => to === 'CONFIRMED');
  const refunded = moved((from, to) => from === 'CONFIRMED' && to === 'REFUNDED');
  const completed = total(withdrawals.filter(({ status }) => status === 'COMPLETED'));
  const received = total(charges.filter(({ status }) => status === 'depix_sent'));
  const sent = total(payouts.filter(({ status }) => status === 'sent'));
  return [
    ...differ('deposits confirmed and not refunded', confirmed - refunded, received),
    ...differ('withdrawals completed', completed, sent),
    ...evidence.wrongSums,
  ];
}

function total(rows: readonly { readonly cents: number }[]): number {
  return rows.reduce((sum, row) => sum + row.cents, 0);
}

function differ(what: string, ours: number, theirs: number): string[] {
  return ours === theirs ? [] : [`${what}: ${String(ours)} cents here, ${String(theirs)} there`];
}

const KEY_LEASE_SECONDS = 30;
const DELIVERY_LEASE_SECONDS = 60;

/** Nothing runs any more, and no lease is longer than one may be. */
function checkLeases({ keys, deliveries }: Evidence): string[] {
  const running = keys.filter(({ state }) => state === 'running');
  const long = [
    ...keys.filter(({ leaseSeconds }) => Math.abs(leaseSeconds ?? 0) > 2 * KEY_LEASE_SECONDS),
    ...deliveries.filter(
      ({ leaseSeconds }) => Math.abs(leaseSeconds ?? 0) > 2 * DELIVERY_LEASE_SECONDS,
    ),
  ];
  return [
    ...running.map(({ key }) => `${key} is still running`),
    ...long.map(({ leaseSeconds }) => `a lease ends in ${String(leaseSeconds)} s`),
  ];
}

/** Each operation that a client began ended in a 201, and each command was carried out. */
function checkLosses({ driven }: Evidence): string[] {
  return driven.flatMap(({ complaint, created, operation }) =>
    complaint !== undefined ? [complaint] : created === undefined ? [operation.key] : [],
  );
}
