import type { App } from '../app.ts';
import { ChainFailure, type ChainOutput, type ChainSource } from '../chain/port.ts';
import { type LiquidAddress, readLiquidAddress } from '../liquid/address.ts';
import type { LiquidOutput, Unblinder } from '../liquid/output.ts';
import { plainAddressOf } from '../liquid/plain-address.ts';
import { readOutputs } from '../liquid/read-outputs.ts';
import { isDatabaseAway } from '../platform/db.ts';
import { faultOf } from '../platform/log.ts';
import { openTurns, type Turns } from '../queues/lease-in-turns.ts';
import { openBlindingKey } from '../wallets/open-keys.ts';
import {
  type HeldOutput,
  holdingOf,
  nextLookSeconds,
  unchangedAfter,
  type WatchedAddress,
} from './holding.ts';
import {
  insertHeldOutputs,
  leaseAddresses,
  listHeldOutputs,
  postponeAddress,
  recordHolding,
} from './store.ts';
import { watchAhead } from './watch-ahead.ts';

const BATCH = 20;
/** How much one turn reads at an address; until the rest is read, no figure is shown. */
const MAX_TRANSACTIONS = 50;
const MAX_OPENED = 50;
/** Without a source, only a setting helps; still soon enough for a stale figure to be dropped. */
const WITHOUT_SOURCE_SECONDS = 20 * 60;
const AFTER_FAILURE_SECONDS = 60;

/** Leases what one turn looks at. */
export function openAddressTurns(): Turns<WatchedAddress> {
  return openTurns('wallet_addresses', BATCH, {
    lease: leaseAddresses,
    makeDue: (db, addresses) =>
      Promise.all(addresses.map((address) => postponeAddress(db, address, 0))),
  });
}

/** Looks at the addresses that are due, and records the DePix there. */
export async function lookAtAddresses(
  app: App,
  unblinder: Unblinder,
  turns: Turns<WatchedAddress>,
): Promise<boolean> {
  const { due, isFull } = await turns.lease(app.db);
  const networks = Map.groupBy(due, ({ network }) => network);
  const answered = await Promise.all(
    [...networks].map(async ([network, addresses]) => {
      const left = new Set(addresses);
      try {
        return await lookThrough(app, unblinder, app.chainOf(network), left);
      } catch (error) {
        if (isDatabaseAway(error)) for (const address of left) turns.cutShort.add(address);
        throw error;
      }
    }),
  );
  return isFull && answered.every(Boolean);
}

/**
 * @param left the addresses to look at; those done with are deleted
 * @returns false if the source refuses calls, so that the next ones have to wait
 */
async function lookThrough(
  app: App,
  unblinder: Unblinder,
  source: ChainSource | undefined,
  left: Set<WatchedAddress>,
): Promise<boolean> {
  if (!source) {
    await postponeAll(app, left, WITHOUT_SOURCE_SECONDS);
    return true;
  }
  for (const address of left) {
    const retryAfterSeconds = await lookOrPostpone(app, unblinder, source, address);
    left.delete(address);
    if (retryAfterSeconds === undefined) continue;
    await postponeAll(app, left, retryAfterSeconds);
    return false;
  }
  return true;
}

async function postponeAll(app: App, left: Set<WatchedAddress>, seconds: number): Promise<void> {
  for (const address of left) {
    await postponeAddress(app.db, address, scattered(seconds));
    left.delete(address);
  }
}

/** @returns for how long the source asks not to be called, if it does */
async function lookOrPostpone(
  app: App,
  unblinder: Unblinder,
  source: ChainSource,
  address: WatchedAddress,
): Promise<number | undefined> {
  try {
    await lookAt(app, unblinder, source, address);
    return undefined;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const isFailure = error instanceof ChainFailure;
    if (!isFailure) {
      app.log.error({ job: 'wallet addresses', about: address.walletId, ...faultOf(error) });
    }
    const seconds = isFailure ? error.retryAfterSeconds : undefined;
    await postponeAddress(app.db, address, scattered(seconds ?? AFTER_FAILURE_SECONDS));
    return seconds;
  }
}

/** Jitter, so that looks rescheduled together do not return together. */
function scattered(seconds: number): number {
  return seconds * (1 + Math.random() / 2);
}

async function lookAt(
  app: App,
  unblinder: Unblinder,
  source: ChainSource,
  address: WatchedAddress,
): Promise<void> {
  const liquid = readLiquidAddress(address.liquidAddress, [address.network]);
  if (!liquid) throw new Error('an address that was accepted is not read any more');
  const plain = plainAddressOf(liquid);
  const transactions = await countTransactions(source, address, plain);
  // First, so that no figure is shown for a wallet that is only partly watched.
  await watchAhead(app, address, transactions > 0);
  const isUntouched = address.descriptor !== null && transactions === 0;
  const unspent = isUntouched ? [] : await source.listUnspent(plain);
  const held = await readHeld(app, unblinder, source, { address, liquid, unspent });
  if (held.length < unspent.length) return postponeAddress(app.db, address, 0);
  const found = holdingOf(held, transactions);
  const unchanged = unchangedAfter(address, found);
  await recordHolding(app.db, address, found, { unchanged, seconds: nextLookSeconds(unchanged) });
}

/** Only needed for a descriptor's addresses: the used ones determine how far to look ahead. */
async function countTransactions(
  source: ChainSource,
  { descriptor, transactions }: WatchedAddress,
  plain: string,
): Promise<number> {
  if (descriptor === null || transactions > 0) return transactions;
  return (await source.listTransactions(plain)).length;
}

interface Look {
  readonly address: WatchedAddress;
  readonly liquid: LiquidAddress;
  readonly unspent: readonly ChainOutput[];
}

/** The unspent outputs that are known after this turn. */
async function readHeld(
  app: App,
  unblinder: Unblinder,
  source: ChainSource,
  look: Look,
): Promise<HeldOutput[]> {
  const { address, unspent } = look;
  if (unspent.length === 0) return [];
  const before = await listHeldOutputs(app.db, address, unspent);
  const known = new Map(before.map((one) => [nameOf(one), one]));
  const unknown = unspent.filter((one) => !known.has(nameOf(one)));
  let opened = 0;
  const byTransaction = Map.groupBy(unknown, ({ txId }) => txId);
  for (const [txId, listed] of [...byTransaction].slice(0, MAX_TRANSACTIONS)) {
    if (opened >= MAX_OPENED) break;
    const hex = await source.readTransaction(txId);
    if (hex === undefined)
      throw new ChainFailure('an output is listed whose transaction is not known');
    const outputs = readOutputs(hex);
    const read: HeldOutput[] = [];
    for (const { vout } of listed) {
      const output = outputs[vout];
      if (output?.script !== look.liquid.script) {
        throw new ChainFailure('an output is listed that pays another address');
      }
      if (output.confidential && opened >= MAX_OPENED) break;
      if (output.confidential) opened += 1;
      read.push(await readOutput(app, unblinder, address, { txId, hex, output }));
    }
    await insertHeldOutputs(app.db, address, read);
    for (const one of read) known.set(nameOf(one), one);
  }
  return unspent.flatMap((one) => known.get(nameOf(one)) ?? []);
}

function nameOf({ txId, vout }: ChainOutput): string {
  return `${txId} ${String(vout)}`;
}

/** The column's maximum; no asset has as many. */
const MAX_UNITS = 2n ** 63n - 1n;

async function readOutput(
  app: App,
  unblinder: Unblinder,
  address: WatchedAddress,
  { txId, hex, output }: { txId: string; hex: string; output: LiquidOutput },
): Promise<HeldOutput> {
  const { vout } = output;
  const content = await contentOf(app, unblinder, address, hex, output);
  if (!content) return { txId, vout, isDepix: null, units: null };
  const { live, test } = app.config.depixAssetId;
  const isDepix = content.asset === (address.network === 'liquid' ? live : test);
  if (isDepix && content.units > MAX_UNITS) throw new ChainFailure('more than there can be');
  return { txId, vout, isDepix, units: isDepix ? content.units : 0n };
}

/** Undefined if our key does not unblind it, or its contents are forged. */
async function contentOf(
  { vault }: App,
  unblinder: Unblinder,
  address: WatchedAddress,
  hex: string,
  { vout, asset, units }: LiquidOutput,
): Promise<{ readonly asset: string; readonly units: bigint } | undefined> {
  if (asset !== undefined && units !== undefined) return { asset, units };
  const key = openBlindingKey(vault, address);
  const opening = key === undefined ? undefined : await unblinder.open(hex, vout, key);
  return opening?.kind === 'opened' ? opening : undefined;
}
