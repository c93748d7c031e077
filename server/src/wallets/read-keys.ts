import { setImmediate as breathe } from 'node:timers/promises';
import type { Mode } from '../accounts/environment.ts';
import { ApiError } from '../errors.ts';
import type { LiquidAddress } from '../liquid/address.ts';
import { isBlindingKeyOf } from '../liquid/blinding-key.ts';
import { addressAt, type Descriptor, readDescriptor, scriptsOf } from '../liquid/descriptor.ts';
import { plainAddressOf } from '../liquid/plain-address.ts';
import type { WalletAddress } from './address-store.ts';
import { refuseDescriptor, refuseKey } from './refuse-key.ts';
import { GAP_LIMIT } from './wallet.ts';

interface GivenKeys {
  readonly blindingKey?: string | undefined;
  readonly descriptor?: string | undefined;
}

/** The wallet that a descriptor describes. */
export interface DescriptorWallet {
  /** The wallet's own address: the one submitted with it, or its first. */
  readonly address: LiquidAddress;
  /** Identifies the descriptor. */
  readonly firstAddress: string;
  readonly watched: readonly WalletAddress[];
  readonly nextPosition: number;
}

/**
 * Undefined if there is no descriptor.
 * @param sent the address submitted with the keys
 * @throws ApiError invalid_request if a key is invalid, or does not fit the address; unavailable if
 *   too many requests come at once
 */
export async function readKeys(
  mode: Mode,
  { blindingKey, descriptor }: GivenKeys,
  sent: LiquidAddress | undefined,
): Promise<DescriptorWallet | undefined> {
  if (blindingKey !== undefined && descriptor !== undefined) throw refuseKey('both');
  if (blindingKey !== undefined && sent) checkBlindingKey(blindingKey, sent);
  return descriptor === undefined ? undefined : readWallet(mode, descriptor, sent);
}

function checkBlindingKey(key: string, address: LiquidAddress): void {
  if (!address.confidential) throw refuseKey('needless');
  if (!isBlindingKeyOf(key, address)) throw refuseKey('of_another');
}

async function readWallet(
  mode: Mode,
  text: string,
  sent: LiquidAddress | undefined,
): Promise<DescriptorWallet> {
  const { descriptor, fault } = readDescriptor(text, mode);
  if (fault) throw refuseDescriptor(mode, fault);
  const network = sent?.network ?? (mode === 'live' ? 'liquid' : 'testnet');
  const first = addressAt(descriptor, network, 0, 0).address;
  const own = sent
    ? await enqueue(() => findOwn(descriptor, sent))
    : { position: 0, liquidAddress: first.address };
  const watched: WalletAddress[] = [{ branch: 0, position: 0, liquidAddress: first.address }];
  if (own.position > 0) watched.push({ branch: 0, ...own });
  return {
    address: sent ?? first,
    firstAddress: first.address,
    watched,
    nextPosition: own.position + 1,
  };
}

/** Requests that would wait for more than a few seconds are refused. */
const MAX_QUEUED = 100;

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Runs searches one after the other, so that many at once do not block everything else. */
async function enqueue<Found>(search: () => Promise<Found>): Promise<Found> {
  if (waiting >= MAX_QUEUED) throw new ApiError('unavailable');
  waiting += 1;
  const found = last.then(search).finally(() => (waiting -= 1));
  last = found.catch(() => undefined);
  return found;
}

async function findOwn(
  descriptor: Descriptor,
  sent: LiquidAddress,
): Promise<{ readonly position: number; readonly liquidAddress: string }> {
  const scriptAt = scriptsOf(descriptor, 0);
  for (let position = 0; position < GAP_LIMIT; position += 1) {
    // Each takes a millisecond of the event loop, so others get a turn in between.
    await breathe();
    if (scriptAt(position) !== sent.script) continue;
    const { address } = addressAt(descriptor, sent.network, 0, position);
    // A script of the wallet with somebody else's blinding key is not the wallet's address.
    const same = sent.confidential ? address.address : plainAddressOf(address);
    if (same === sent.address) return { position, liquidAddress: address.address };
  }
  throw refuseKey('not_within');
}
