import { setImmediate as breathe } from 'node:timers/promises';
import type { Environment } from '../accounts/environment.ts';
import type { LiquidAddress } from '../liquid/address.ts';
import { isBlindingKeyOf } from '../liquid/blinding-key.ts';
import { addressAt, type Descriptor, readDescriptor, scriptsOf } from '../liquid/descriptor.ts';
import { plainAddressOf } from '../liquid/plain-address.ts';
import { openFairQueue } from '../platform/fair-queue.ts';
import type { WalletAddress } from './address-store.ts';
import { refuseDescriptor, refuseKey } from './refuse-key.ts';
import { GAP_LIMIT } from './wallet.ts';

interface GivenKeys {
  readonly blindingKey?: string | undefined;
  readonly descriptor?: string | undefined;
}

type Tenant = Pick<Environment, 'accountId' | 'mode'>;

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
  tenant: Tenant,
  { blindingKey, descriptor }: GivenKeys,
  sent: LiquidAddress | undefined,
): Promise<DescriptorWallet | undefined> {
  if (blindingKey !== undefined && descriptor !== undefined) throw refuseKey('both');
  if (blindingKey !== undefined && sent) checkBlindingKey(blindingKey, sent);
  return descriptor === undefined ? undefined : readWallet(tenant, descriptor, sent);
}

function checkBlindingKey(key: string, address: LiquidAddress): void {
  if (!address.confidential) throw refuseKey('needless');
  if (!isBlindingKeyOf(key, address)) throw refuseKey('of_another');
}

async function readWallet(
  { accountId, mode }: Tenant,
  text: string,
  sent: LiquidAddress | undefined,
): Promise<DescriptorWallet> {
  const { descriptor, fault } = readDescriptor(text, mode);
  if (fault) throw refuseDescriptor(mode, fault);
  const network = sent?.network ?? (mode === 'live' ? 'liquid' : 'testnet');
  const first = addressAt(descriptor, network, 0, 0).address;
  const own = sent
    ? await enqueue(accountId, () => findOwn(descriptor, sent))
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

/** More of one account's searches would take longer than a few seconds. */
const MAX_QUEUED = 100;

/** Many searches at once would block everything else. */
const enqueue = openFairQueue(MAX_QUEUED);

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
