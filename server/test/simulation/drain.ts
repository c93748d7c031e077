/** What follows the last fault: every process runs until there is nothing left to do. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/durations.ts';
import { isAccepted } from '../../src/deposits/decide.ts';
import { endOf, endsOfPayout } from './ledger.ts';
import { ask, hasLastWord } from './clients.ts';
import { isNonsense, rowsOf } from './check-invariants.ts';
import {
  attempts,
  deliveries,
  deposits,
  keys,
  notices,
  orphans,
  withdrawals,
} from './memory/tables.ts';
import { moveCharge, movePayout } from './notices.ts';
import type { Stage } from './schedule.ts';
import { beginTurn, isWorking } from './servers.ts';
import { databaseNow, nextAlarmMs, note, nobody, takeStep } from './world.ts';

const MAX_ROUNDS = 150;
/** The limit for becoming quiet; many times as many as it ever takes. */
const MAX_STEPS = 10_000;
/** After this many nonsensical responses a client stops asking for a day. */
const PATIENT_ROUNDS = 12;

/** Adds to the wrongs if it never finishes. */
export async function drain(stage: Stage): Promise<void> {
  const { world, wrongs } = stage;
  note(world, nobody, 'nothing goes wrong any more');
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    finishLedger(stage);
    if (!(await everybodyGoesOn(stage, round))) return;
    const left = leftOf(stage);
    if (left.length === 0) {
      await askOnceMore(stage);
      return;
    }
    advance(stage, round);
    if (round === MAX_ROUNDS - 1) wrongs.push(`it never ends: ${left.join('; ')}`);
  }
}

/** The provider's charges and payouts reach their final states. */
function finishLedger(stage: Stage): void {
  for (const charge of stage.ledger.charges) while (moveCharge(stage, stage.servers, charge));
  for (const payout of stage.ledger.payouts) while (movePayout(stage, stage.servers, payout));
}

/** @returns false if some process never becomes idle */
async function everybodyGoesOn(stage: Stage, round: number): Promise<boolean> {
  const { servers, clients } = stage;
  if (!(await untilQuiet(stage))) return false;
  for (const client of clients) {
    const server = servers[round % 2];
    if (client.givesUp || hasLastWord(client) || !server) continue;
    // An order for which the provider returns somebody else's payout cannot continue.
    const row = rowsOf(stage.database, keys).find(({ key }) => key === client.key);
    if (round > PATIENT_ROUNDS && row?.state === 'resting' && isNonsense(stage, row)) continue;
    await ask(stage, client, server, 0);
  }
  const worker = servers[2 + (round % 2)];
  if (!worker) return true;
  for (const job of worker.jobs) await beginTurn(stage, worker, job);
  return untilQuiet(stage);
}

/** Timers fire only if somebody waits for one. @returns false if it never becomes quiet */
async function untilQuiet({ world, servers, wrongs }: Stage): Promise<boolean> {
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    if (await takeStep(world)) continue;
    const alarmMs = nextAlarmMs(world);
    if (!isWorking(world, servers) || !Number.isFinite(alarmMs)) return true;
    world.elapsedMs = Math.max(world.elapsedMs, alarmMs);
  }
  wrongs.push('some process never becomes idle');
  return false;
}

/** Describes what has not reached its final state yet. */
function leftOf({ world, database, ledger, clients, faults }: Stage): string[] {
  const now = databaseNow(world).getTime();
  const charges = new Map(ledger.charges.map((charge) => [charge.ref, endOf(charge)]));
  const payouts = new Map(ledger.payouts.map((payout) => [payout.ref, endsOfPayout(payout)]));
  const accepted = new Set(
    ledger.charges.filter(({ status }) => isAccepted(status)).map(({ ref }) => ref),
  );
  const shown = new Set(rowsOf(database, deposits).map(({ providerRef }) => providerRef));
  return [
    ...clients
      .filter((client) => !client.givesUp && !hasLastWord(client))
      .map(({ key, refusals: [words] }) => `${key} has no answer but ${words.at(-1) ?? 'none'}`),
    ...rowsOf(database, keys)
      .filter(({ state }) => state === 'running' || state === 'resting')
      .map(({ key, state }) => `${key} is ${state}`),
    ...rowsOf(database, deposits)
      .filter(({ status, providerRef }) => status !== charges.get(providerRef))
      .map(
        ({ id, status, providerRef }) =>
          `${id} is ${status}, not ${String(charges.get(providerRef))}`,
      ),
    ...rowsOf(database, withdrawals)
      .filter(({ status, providerRef }) => !payouts.get(providerRef)?.includes(status))
      .map(
        ({ id, status, providerRef }) =>
          `${id} is ${status}, not ${String(payouts.get(providerRef))}`,
      ),
    ...rowsOf(database, notices)
      .filter(({ dueAt, outcome }) => dueAt !== null && outcome !== 'unmatched')
      .map(({ id, outcome }) => `notice ${String(id)} waits, ${outcome ?? 'new'}`),
    ...rowsOf(database, deliveries)
      .filter(({ status }) => status === 'pending')
      .map(({ id }) => `${id} is pending`),
    ...rowsOf(database, orphans)
      .filter(({ providerRef }) => shown.has(providerRef) && !faults.has('repeated'))
      .map(({ providerRef }) => `${providerRef} is filed, though it came to be shown`),
    ...rowsOf(database, orphans)
      .filter(({ providerRef, paidAt, foundAt }) => {
        const isWatched = foundAt.getTime() > now - 2 * DAY_MS;
        return isWatched && !paidAt && !shown.has(providerRef) && accepted.has(providerRef);
      })
      .map(({ providerRef }) => `${providerRef} is nobody's and paid, and not yet seen`),
    ...rowsOf(database, attempts)
      .filter(({ outcome, lookedThrough, resourceId }) => {
        const isDoubtful = outcome === 'unknown' || outcome === 'late';
        return isDoubtful && !lookedThrough && resourceId.startsWith('dep');
      })
      .map(({ resourceId, outcome }) => `a call for ${resourceId} is ${outcome}`),
  ];
}

/** Moves on to when something is due, in ever longer steps. */
function advance({ world, database }: Stage, round: number): void {
  const now = databaseNow(world).getTime();
  const times = [
    ...rowsOf(database, keys).flatMap(({ leaseUntil, state, updatedAt }) =>
      state === 'resting'
        ? [updatedAt.getTime() + 24 * HOUR_MS + SECOND_MS]
        : [leaseUntil?.getTime()],
    ),
    ...rowsOf(database, notices).map(({ dueAt }) => dueAt?.getTime()),
    ...rowsOf(database, deliveries).flatMap(({ nextAttemptAt, leaseUntil }) => [
      nextAttemptAt?.getTime(),
      leaseUntil?.getTime(),
    ]),
    ...rowsOf(database, deposits).map(({ lookAt }) => lookAt?.getTime()),
    ...rowsOf(database, withdrawals).map(({ lookAt }) => lookAt?.getTime()),
    ...rowsOf(database, orphans).map(({ lookAt, paidAt }) =>
      paidAt ? undefined : lookAt.getTime(),
    ),
  ].filter((time) => time !== undefined && time > now);
  const next = Math.min(...times.map(Number), now + HOUR_MS) - now + 1;
  const stride = round < 6 ? 11 * SECOND_MS : round < 20 ? 3 * MINUTE_MS : 4 * HOUR_MS;
  world.elapsedMs += Math.max(next, stride);
}

/** Every client sends its order once more, unless its key was never used. */
async function askOnceMore(stage: Stage): Promise<void> {
  const [server] = stage.servers;
  if (!server) return;
  for (const client of stage.clients) {
    if (!hasLastWord(client)) continue;
    await ask(stage, client, server, 0);
    await untilQuiet(stage);
  }
}
