import type { App } from '../app.ts';
import { notifyNow } from '../changes/notify-change.ts';
import {
  BLOCK_MS,
  ChainFailure,
  type ChainPlace,
  type ChainSource,
  confirmationsOf,
} from '../chain/port.ts';
import { LIQUID_NETWORKS, type LiquidAddress, readLiquidAddress } from '../liquid/address.ts';
import { plainAddressOf } from '../liquid/plain-address.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { faultOf } from '../platform/log.ts';
import { openTurns, type Turns } from '../queues/lease-in-turns.ts';
import { type Arrival, evaluateFunding, type Funding, nextLook } from './funding.ts';
import type { ReadPayment } from './open-payment-reader.ts';
import { type DueFunding, leaseFundings, postponeFundings, recordFunding } from './store.ts';

const BATCH = 32;
/** If no chain source is configured; a setting may change that. */
const NOBODY_SECONDS = 3_600;
const FAILED_SECONDS = 30;
/** The most transactions read per address, however many somebody sends there. */
const MAX_READ = 25;

/** A withdrawal's address, and the source to ask about it. */
interface Watch {
  readonly funding: DueFunding;
  readonly address: LiquidAddress;
  readonly source: ChainSource;
}

/** Leases what one turn checks. */
export function openFundingTurns(): Turns<DueFunding> {
  return openTurns('withdrawal_fundings', BATCH, {
    lease: leaseFundings,
    makeDue: (db, fundings) => postponeFundings(db, fundings, 0),
  });
}

/** Checks whether withdrawals have been funded. No look changes the withdrawal itself. */
export async function watchFundings(
  app: App,
  readPayment: ReadPayment,
  turns: Turns<DueFunding>,
): Promise<boolean> {
  const { due, isFull } = await turns.lease(app.db);
  if (due.length > 0) failpoint('funding.after-lease');
  const watches = due.flatMap((funding) => watchOf(app, funding) ?? []);
  const watched = new Set(watches.map(({ funding }) => funding));
  const unwatched = due.filter((funding) => !watched.has(funding));
  if (unwatched.length > 0) await postponeFundings(app.db, unwatched, NOBODY_SECONDS);
  const groups = [...Map.groupBy(watches, ({ source }) => source).values()];
  const results = await Promise.all(
    groups.map((theirs) => lookAtAll(app, theirs, readPayment, turns.cutShort)),
  );
  return isFull && results.every(Boolean);
}

function watchOf(app: App, funding: DueFunding): Watch | undefined {
  const address = readLiquidAddress(funding.depositAddress, LIQUID_NETWORKS);
  const source = address && app.chainOf(address.network);
  return source && { funding, address, source };
}

/**
 * Looks at all addresses of one source.
 * @returns whether it answered, so that more may be asked at once
 */
async function lookAtAll(
  app: App,
  watches: readonly Watch[],
  readPayment: ReadPayment,
  cutShort: Set<DueFunding>,
): Promise<boolean> {
  const looks = await Promise.all(
    watches.map((watch) =>
      lookAt(app, watch, readPayment).then(
        () => undefined,
        (error: unknown) => ({ funding: watch.funding, error }),
      ),
    ),
  );
  const failed = looks.filter((look) => look !== undefined);
  const [first] = failed;
  // One line for all, since they mostly fail for the same reason.
  if (first) app.log.warn({ job: 'funding looks', looks: failed.length, ...faultOf(first.error) });
  const away = failed.filter(({ error }) => isDatabaseAway(error));
  for (const { funding } of away) cutShort.add(funding);
  const others = failed.filter((look) => !away.includes(look));
  for (const [seconds, some] of Map.groupBy(others, ({ error }) => pauseAfter(error))) {
    await postponeFundings(
      app.db,
      some.map(({ funding }) => funding),
      seconds,
    );
  }
  if (away[0]) throw away[0].error;
  return failed.length === 0;
}

function pauseAfter(error: unknown): number {
  const known = error instanceof ChainFailure ? error.retryAfterSeconds : undefined;
  return Math.min(Math.max(known ?? FAILED_SECONDS, 1), NOBODY_SECONDS);
}

async function lookAt(app: App, watch: Watch, readPayment: ReadPayment): Promise<void> {
  const { funding: before } = watch;
  const arrivals = await listArrivals(watch, readPayment);
  failpoint('funding.after-look');
  const terms = {
    assetId: app.config.depixAssetId[before.mode],
    confirmations: app.config.chain.confirmations,
    blockMs: BLOCK_MS[before.mode],
  };
  const found = evaluateFunding(before, arrivals, terms);
  const next = nextLook(before, found.state, terms);
  const written = await recordFunding(app.db, before, found, next);
  if (!written || !hasChanged(before, found)) return;
  const { environmentId, withdrawalId: id, status } = before;
  notifyNow(app.db, { environmentId, kind: 'withdrawal', id, status });
}

/** The payments to the address, according to the transactions themselves. */
async function listArrivals(watch: Watch, readPayment: ReadPayment): Promise<Arrival[]> {
  const { source, address } = watch;
  const tip = await source.readTip();
  const places = await listPlaces(watch);
  const arrivals: Arrival[] = [];
  for (const [txId, place] of places) {
    const outputs = await readPayment(source, txId, address.script);
    if (outputs.length === 0) continue;
    arrivals.push({ txId, confirmations: confirmationsOf(place, tip), outputs });
  }
  return arrivals;
}

/** The newest transactions, and those that matter more, however many are newer. */
async function listPlaces({ source, address, funding }: Watch): Promise<Map<string, ChainPlace>> {
  const listed = await source.listTransactions(plainAddressOf(address));
  const newest = listed.toSorted((one, other) => heightOf(other) - heightOf(one));
  const places = new Map<string, ChainPlace>(
    newest.slice(0, MAX_READ).map((place) => [place.txId, place]),
  );
  // The one chosen before, and the one that the provider says it received.
  for (const known of [funding.txId, funding.blockchainTxId]) {
    if (known === null || places.has(known)) continue;
    const place = listed.find(({ txId }) => txId === known) ?? (await source.readPlace(known));
    if (place) places.set(known, place);
  }
  return places;
}

function heightOf({ block }: ChainPlace): number {
  return block?.height ?? Number.MAX_SAFE_INTEGER;
}

function hasChanged(before: DueFunding, after: Funding): boolean {
  return (
    before.state !== after.state ||
    before.txId !== after.txId ||
    before.problem !== after.problem ||
    before.confirmations !== after.confirmations
  );
}
