/** What must hold in the books once everything is drained, whatever happened before. */
import { DEPOSIT_STEPS } from '../../src/deposits/deposit.ts';
import { WITHDRAWAL_STEPS } from '../../src/withdrawals/withdrawal.ts';
import type { MemoryDatabase, Table } from './memory/database.ts';
import {
  alerts,
  attempts,
  deliveries,
  type DepositRow,
  deposits,
  events,
  type KeyRow,
  keys,
  orphans,
  type SentRow,
  sendings,
  sums,
  transitions,
  withdrawals,
} from './memory/tables.ts';
import type { Stage } from './schedule.ts';

export function rowsOf<Row extends object>(database: MemoryDatabase, table: Table<Row>): Row[] {
  // What is stored under a table are its rows.
  return [...((database.rows as Map<Table<Row>, Map<string, Row>>).get(table)?.values() ?? [])];
}

export function checkInvariants(stage: Stage): string[] {
  return [
    ...stage.database.faults,
    ...checkAnswers(stage),
    ...checkRefusals(stage),
    ...checkCharges(stage),
    ...checkPayouts(stage),
    ...checkLives(stage),
    ...checkEvents(stage),
    ...checkDeliveries(stage),
    ...checkSums(stage),
    ...checkLeftovers(stage),
  ];
}

/** A mismatch is not: the other order may free the key again. */
const FOR_GOOD = new Set(['previous_error', 'invalid_tax_id']);

/** A key is answered with one body, for one order, and that body is the row's. */
function checkAnswers({ clients, database }: Stage): string[] {
  const made = new Map(
    [...rowsOf(database, deposits), ...rowsOf(database, withdrawals)].map((row) => [row.id, row]),
  );
  const rows = new Map(rowsOf(database, keys).map((row) => [row.key, row]));
  return clients.flatMap(({ key, answers: [first, second], refusals }) => {
    const [body, ...others] = new Set([...first, ...second]);
    if (body === undefined) return [];
    if (others.length > 0) return [`${key} was answered with ${String(others.length + 1)} bodies`];
    if (first.length > 0 && second.length > 0) return [`${key} took two orders`];
    const refused = (first.length > 0 ? refusals[0] : refusals[1]).find((code) =>
      FOR_GOOD.has(code),
    );
    if (refused !== undefined) return [`${key} was answered, and refused with ${refused}`];
    const row = rows.get(key);
    const { id } = JSON.parse(body) as { id: string };
    if (row?.state !== 'done') return [`${key} was answered and is ${row?.state ?? 'gone'}`];
    if (!row.response?.endsWith(body)) return [`${key} keeps other bytes than it answered`];
    return made.has(id as never)
      ? []
      : [`${key} was answered with ${id}, of which there is no row`];
  });
}

/** Whether an operator was told that the provider's response for this key makes no sense. */
export function isNonsense({ database }: Stage, row: KeyRow): boolean {
  const refs = new Set(
    rowsOf(database, attempts)
      .filter(({ resourceId }) => resourceId === row.resourceId)
      .flatMap(({ providerRef }) => providerRef ?? []),
  );
  return rowsOf(database, alerts).some(
    ({ kind, subject }) =>
      kind === 'nonsense_answer' && (refs.has(subject) || subject === row.resourceId),
  );
}

/** An order is refused for good only if the provider refused it or its client left it for a day. */
function checkRefusals(stage: Stage): string[] {
  const { database, clients, ledger } = stage;
  return rowsOf(database, keys).flatMap((row) => {
    if (row.state !== 'failed' || ledger.refused.has(row.nonce) || isNonsense(stage, row))
      return [];
    const client = clients.find(({ key }) => key === row.key);
    // A client whose key was used by another order stops asking too.
    const isLeft = client?.givesUp === true || client?.refusals[0].includes('idempotency_mismatch');
    return isLeft ? [] : [`${row.key} failed, and nobody refused it`];
  });
}

/** Of the charges that the provider made for a key one is shown, and the others are on record. */
function checkCharges({ database, ledger, faults, clocksAgree }: Stage): string[] {
  const shown = [...rowsOf(database, deposits), ...rowsOf(database, withdrawals)];
  const byRef = new Set(shown.map(({ providerRef }) => providerRef));
  const orphaned = new Set(rowsOf(database, orphans).map(({ providerRef }) => providerRef));
  const tried = new Map(rowsOf(database, keys).map((row) => [row.nonce, row.resourceId]));
  const calls = Map.groupBy(rowsOf(database, attempts), ({ resourceId }) => resourceId);
  const perNonce = Map.groupBy([...ledger.charges, ...ledger.payouts], ({ nonce }) => nonce);
  return [...perNonce].flatMap(([nonce, made]) => {
    const resourceId = tried.get(nonce);
    const own = resourceId === undefined ? [] : (calls.get(resourceId) ?? []);
    const doubtful = own.filter(
      ({ outcome }) => outcome === 'unknown' || outcome === 'late',
    ).length;
    const disclosed = made.filter(({ ref }) => byRef.has(ref)).length;
    const unknown = made.filter(
      (one) => 'med' in one && !byRef.has(one.ref) && !orphaned.has(one.ref),
    );
    return [
      ...(disclosed > 1 ? [`${nonce} shows ${String(disclosed)} charges`] : []),
      ...(made.length - disclosed > doubtful && resourceId !== undefined
        ? [`${nonce} has ${String(made.length)} charges, of ${String(doubtful)} doubtful calls`]
        : []),
      // What the provider gave to two orders may be shown to one and be an orphan of the other.
      ...made
        .filter(({ ref }) => byRef.has(ref) && orphaned.has(ref) && !faults.has('repeated'))
        .map(({ ref }) => `${ref} is shown and an orphan`),
      ...(clocksAgree ? unknown.map(({ ref }) => `${ref} is nobody's`) : []),
    ];
  });
}

/**
 * No attempt requests a payout once an earlier one has recorded which it was given, unless the
 * provider then denied it to another, or had given it to somebody else, or a wrong database clock
 * took it for over.
 */
function checkPayouts({ database, ledger, faults, clocksAgree }: Stage): string[] {
  const calls = Map.groupBy(rowsOf(database, attempts), ({ resourceId }) => resourceId);
  return rowsOf(database, keys).flatMap(({ operation, state, attempt, nonce, resourceId }) => {
    if (operation !== 'withdrawal') return [];
    const failed = calls.get(resourceId) ?? [];
    // The one that ended well, which all others came before.
    const accepted = state === 'done' ? [{ attempt, providerRef: '', outcome: 'accepted' }] : [];
    const own = [...failed, ...accepted];
    const savers = own.filter(
      ({ providerRef, outcome }) => providerRef !== null && outcome !== 'late',
    );
    const first = Math.min(own.length, ...savers.map(({ attempt }) => attempt));
    const isGivenUp = faults.has('denied') || !clocksAgree;
    const given = isGivenUp ? own.length - Math.max(0, savers.length - 1) : first;
    const most = faults.has('repeated') ? own.length : given;
    const asked = ledger.payoutsAsked.get(nonce) ?? 0;
    return asked > most ? [`${resourceId} asked for ${String(asked)} payouts`] : [];
  });
}

const STEPS = [...Object.values(DEPOSIT_STEPS), ...Object.values(WITHDRAWAL_STEPS)];

/** History leads from PENDING to the present state without a gap, by allowed steps. */
function checkLives({ database }: Stage): string[] {
  const history = Map.groupBy(rowsOf(database, transitions), ({ resourceId }) => resourceId);
  return [...rowsOf(database, deposits), ...rowsOf(database, withdrawals)].flatMap((row) => {
    let at = 'PENDING';
    for (const { fromStatus, toStatus } of history.get(row.id) ?? []) {
      const isAllowed = STEPS.some(
        ({ from, to }) => to === toStatus && from.some((status) => status === fromStatus),
      );
      if (fromStatus !== at || !isAllowed) return [`${row.id} goes from ${at} to ${toStatus}`];
      at = toStatus;
    }
    return at === row.status ? [] : [`${row.id} is ${row.status}, and its history ends in ${at}`];
  });
}

const EVENT_OF: ReadonlyMap<string, string> = new Map(
  STEPS.flatMap(({ to, event }) => (event === undefined ? [] : [[`${event} ${to}`, event]])),
);

/** One event for each state that was entered and has a kind, and no others. */
function checkEvents({ database }: Stage): string[] {
  const told = Map.groupBy(rowsOf(database, events), ({ resourceId }) => resourceId);
  const history = Map.groupBy(rowsOf(database, transitions), ({ resourceId }) => resourceId);
  return [...rowsOf(database, deposits), ...rowsOf(database, withdrawals)].flatMap(({ id }) => {
    const noun = id.startsWith('dep') ? 'deposit' : 'withdrawal';
    const wanted = (history.get(id) ?? []).flatMap(({ toStatus }) =>
      [...EVENT_OF].flatMap(([name, kind]) =>
        name.startsWith(noun) && name.endsWith(` ${toStatus}`) ? [kind] : [],
      ),
    );
    const kinds = (told.get(id) ?? []).map(({ kind }) => kind);
    const same = wanted.length === kinds.length && wanted.every((kind, at) => kind === kinds[at]);
    return same ? [] : [`${id} tells ${kinds.join()}, and went through ${wanted.join()}`];
  });
}

/** Each delivery ends, and a successful one was received, with the bytes of the event. */
function checkDeliveries({ database, inboxes }: Stage): string[] {
  const tries = Map.groupBy(rowsOf(database, sendings), ({ deliveryId }) => deliveryId);
  return rowsOf(database, deliveries).flatMap(({ id, status, body, attempts: counted }) => {
    const reached = inboxes.get(id) ?? [];
    const recorded = tries.get(id)?.length ?? 0;
    return [
      ...(status === 'succeeded' && !reached.some(({ accepted }) => accepted)
        ? [`${id} has succeeded, and nobody took it`]
        : []),
      ...(reached.some((one) => one.body !== body) ? [`${id} arrived with other bytes`] : []),
      ...(counted === recorded ? [] : [`${id} counts ${String(counted)} of ${String(recorded)}`]),
      ...((tries.get(id) ?? []).slice(0, -1).some(isTaken)
        ? [`${id} was sent after it was taken`]
        : []),
      ...(recorded > reached.length ? [`${id} has more attempts than arrived`] : []),
    ];
  });
}

function isTaken({ responseStatus, error }: SentRow): boolean {
  return error === null && responseStatus !== null && responseStatus < 300;
}

/** The sums of each wallet are those of its deposits, and nothing else has any. */
function checkSums({ database }: Stage): string[] {
  const made = Map.groupBy(
    rowsOf(database, deposits),
    ({ environmentId, walletId }) => `${environmentId} ${walletId}`,
  );
  const kept = Map.groupBy(
    rowsOf(database, sums),
    ({ environmentId, subjectId }) => `${environmentId} ${subjectId}`,
  );
  return [...new Set([...made.keys(), ...kept.keys()])].flatMap((wallet) => {
    const own = made.get(wallet) ?? [];
    const confirmed = own.filter(({ status }) => status === 'CONFIRMED');
    const refunded = own.filter(({ status }) => status === 'REFUNDED');
    const due = [confirmed.length, netOf(confirmed), netOf(refunded)].join();
    const shards = kept.get(wallet) ?? [];
    const told = [
      shards.reduce((sum, { confirmedCount }) => sum + confirmedCount, 0),
      shards.reduce((sum, { receivedCents }) => sum + receivedCents, 0),
      shards.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
    ].join();
    return told === due ? [] : [`the sums of ${wallet} are ${told}, not ${due}`];
  });
}

function netOf(made: readonly DepositRow[]): number {
  return made.reduce((sum, { netCents }) => sum + netCents, 0);
}

/** Nothing is held any more. */
function checkLeftovers({ database, world }: Stage): string[] {
  return [
    ...rowsOf(database, deliveries).flatMap(({ id, lease }) => (lease ? [`${id} is leased`] : [])),
    ...(database.open.size > 0 ? [`${String(database.open.size)} transactions are open`] : []),
    ...(database.locks.size > 0 ? [`${String(database.locks.size)} rows are locked`] : []),
    ...world.steps.map(({ label }) => `${label} never happened`),
  ];
}
