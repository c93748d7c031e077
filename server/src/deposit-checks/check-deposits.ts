import type { App } from '../app.ts';
import { ChainFailure, type ChainSource } from '../chain/port.ts';
import { notifyChange } from '../changes/notify-change.ts';
import { HOUR_MS } from '../durations.ts';
import { expediteAddress } from '../holdings/store.ts';
import { LIQUID_NETWORKS, readLiquidAddress } from '../liquid/address.ts';
import type { Unblinder } from '../liquid/output.ts';
import { unitsOf } from '../liquid/units.ts';
import { raiseAlert } from '../operator-alerts/store.ts';
import { isDatabaseAway, isUniqueViolation, type Tx } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { faultOf } from '../platform/log.ts';
import { openTurns, type Turns } from '../queues/lease-in-turns.ts';
import {
  evaluate,
  pauseAfter,
  pauseAfterFailure,
  type Rules,
  TIMINGS,
  type Verdict,
} from './deposit-check.ts';
import {
  type ObservedPayment,
  observePayment,
  openReader,
  type Payment,
  type Reader,
} from './observe-payment.ts';
import { type DueCheck, leaseChecks, listTaken, postponeCheck, recordLook } from './store.ts';

const BATCH = 50;
/** How many deposits of one chain are checked at once. */
const CONCURRENCY = 4;
/** A slow server holds up the other chains for at most this long. */
const TIME_LIMIT_MS = 20_000;
/** While there is no server to ask, rows wait at no cost. */
const NO_SERVER_MS = HOUR_MS;

type Placed = Omit<Payment, 'expected'>;

/** Leases what one turn checks. */
export function openCheckTurns(): Turns<DueCheck> {
  return openTurns('deposit_checks', BATCH, {
    lease: leaseChecks,
    makeDue: (db, checks) => Promise.all(checks.map((check) => postponeCheck(db, check, 0))),
  });
}

/** Checks deposits against the chain once the provider has reported their transaction. */
export async function checkDeposits(
  app: App,
  unblinder: Unblinder,
  turns: Turns<DueCheck>,
): Promise<boolean> {
  const { due, isFull } = await turns.lease(app.db);
  if (due.length > 0) failpoint('check.after-lease');
  const chains = Map.groupBy(due.flatMap(place), ({ address }) => address.network);
  const answered = await Promise.all(
    [...chains].map(async ([network, checks]) => {
      const left = new Set(checks);
      try {
        return await checkThrough(app, app.chainOf(network), unblinder, left);
      } catch (error) {
        if (isDatabaseAway(error)) for (const { check } of left) turns.cutShort.add(check);
        throw error;
      }
    }),
  );
  return isFull && answered.every(Boolean);
}

/** Stored addresses have been validated. */
function place(check: DueCheck): Placed[] {
  const address = readLiquidAddress(check.liquidAddress, LIQUID_NETWORKS);
  return address ? [{ check, address }] : [];
}

async function postpone(
  app: App,
  checks: Iterable<Placed>,
  pauseMs: (check: DueCheck) => number,
): Promise<void> {
  for (const { check } of checks) await postponeCheck(app.db, check, pauseMs(check));
}

/**
 * @param left the checks to make; those made are deleted
 * @returns false if the source refuses calls, so that the next ones have to wait
 */
async function checkThrough(
  app: App,
  source: ChainSource | undefined,
  unblinder: Unblinder,
  left: Set<Placed>,
): Promise<boolean> {
  if (!source) {
    await postpone(app, left, () => NO_SERVER_MS);
    return true;
  }
  const until = performance.now() + TIME_LIMIT_MS;
  let failure: ChainFailure | undefined;
  try {
    const reader = openReader(source, await source.readTip(), unblinder);
    const queue = [...left].values();
    const work = async (): Promise<void> => {
      for (const next of queue) {
        if (failure || performance.now() > until) return;
        const failed = await lookAt(app, reader, next);
        if (failed) failure = failed;
        else left.delete(next);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  } catch (error) {
    if (!(error instanceof ChainFailure)) throw error;
    failure = error;
  }
  if (failure) app.log.warn({ job: 'deposit checks', ...faultOf(failure) });
  await postpone(app, left, (check) => (failure ? pauseOf(app, check, failure) : 0));
  return !failure;
}

function pauseOf(app: App, check: DueCheck, { retryAfterSeconds }: ChainFailure): number {
  if (retryAfterSeconds === undefined)
    return pauseAfterFailure(check.inStateMs, rulesOf(app, check));
  // Spread out, since there may be room for only a few.
  return (retryAfterSeconds + Math.random()) * 1_000;
}

const rulesOf = (app: App, { mode }: DueCheck): Rules => ({
  ...TIMINGS[mode],
  confirmations: app.config.chain.confirmations,
});

/** @returns a failure if the server cannot be asked about the other checks either */
async function lookAt(app: App, reader: Reader, placed: Placed): Promise<ChainFailure | undefined> {
  const { check } = placed;
  try {
    await lookUntilClaimed(app, reader, placed);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (error instanceof ChainFailure && error.retryAfterSeconds !== undefined) return error;
    // A transaction that cannot be read does not hold up other deposits.
    app.log.warn({ job: 'deposit checks', about: check.depositId, ...faultOf(error) });
    await postponeCheck(app.db, check, pauseAfterFailure(check.inStateMs, rulesOf(app, check)));
  }
  return undefined;
}

const MAX_CLAIMS = 5;

/** Two deposits with the same transaction may both match one output; only one can claim it. */
async function lookUntilClaimed(app: App, reader: Reader, placed: Placed): Promise<void> {
  const { check } = placed;
  const expected = {
    asset: app.config.depixAssetId[check.mode],
    units: unitsOf(check.settledCents),
    orderedAt: check.orderedAt,
  };
  for (let claim = 1; ; claim += 1) {
    const taken = await listTaken(app.db, check);
    const seen = await observePayment(app, reader, { ...placed, expected }, taken);
    failpoint('check.after-look');
    try {
      await record(app, check, evaluate(seen.sight, expected, rulesOf(app, check)), seen);
      return;
    } catch (error) {
      if (!isUniqueViolation(error, 'deposit_checks_output') || claim === MAX_CLAIMS) throw error;
    }
  }
}

/** State, alert and lease change together, or not at all. */
async function record(
  app: App,
  check: DueCheck,
  verdict: Verdict,
  seen: ObservedPayment,
): Promise<void> {
  const { environmentId, depositId: id } = check;
  const isNew = verdict.state !== check.state || verdict.fault !== check.fault;
  const inStateMs = isNew ? 0 : check.inStateMs;
  const found = {
    isAbsent: seen.sight.kind === 'absent',
    blockHash: seen.blockHash,
    transaction: seen.transaction,
    pauseMs: pauseAfter(verdict, inStateMs, rulesOf(app, check)),
  };
  await app.db.begin(async (tx) => {
    if (!(await recordLook(tx, app, check, verdict, found))) return;
    if (isNew && verdict.fault !== null) await alertMismatch(tx, app, check, verdict);
    // Something happened at the address, so the wallet's balance has changed, too.
    if (isNew) await expediteAddress(tx, environmentId, check.walletId, check.liquidAddress);
    failpoint('check.before-commit');
    const counts = verdict.state === 'seen' && verdict.confirmations !== check.confirmations;
    if (isNew || counts) {
      notifyChange(tx, { environmentId, kind: 'deposit_check', id, status: verdict.state });
    }
  });
}

/** A fault that recurs alerts again, since the number of the look makes the words differ. */
async function alertMismatch(tx: Tx, app: App, check: DueCheck, verdict: Verdict): Promise<void> {
  const { environmentId, depositId: subject, txId } = check;
  const { fault, units } = verdict;
  const detail = JSON.stringify({
    fault,
    txId,
    expectedUnits: String(unitsOf(check.settledCents)),
    units: units === null ? null : String(units),
    look: check.looks,
  });
  await raiseAlert(tx, app, { environmentId, kind: 'chain_mismatch', subject, detail });
}
