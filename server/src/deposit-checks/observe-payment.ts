import type { App } from '../app.ts';
import {
  ChainFailure,
  type ChainPlace,
  type ChainSource,
  confirmationsOf,
  type ListedTransaction,
} from '../chain/port.ts';
import type { LiquidAddress } from '../liquid/address.ts';
import type { LiquidOutput, Opening, Unblinder } from '../liquid/output.ts';
import { plainAddressOf } from '../liquid/plain-address.ts';
import { readOutputs } from '../liquid/read-outputs.ts';
import { stripWitnesses } from '../liquid/strip-witnesses.ts';
import { findBlindingKey } from '../wallets/find-blinding-key.ts';
import type { Candidate, Expected, Observation } from './deposit-check.ts';
import type { DueCheck } from './store.ts';

/** What one turn reads from one chain, each item once, however many deposits need it. */
export interface Reader {
  readonly tip: number;
  transaction(txId: string): Promise<string | undefined>;
  place(txId: string): Promise<ChainPlace | undefined>;
  /** The transactions of an address, as far as the server lists them. */
  touching(plainAddress: string): Promise<readonly ListedTransaction[]>;
  open(txId: string, vout: number, blindingKey: string): Promise<Opening>;
}

export function openReader(source: ChainSource, tip: number, unblinder: Unblinder): Reader {
  const transaction = readOnce((txId: string) => source.readTransaction(txId));
  return {
    tip,
    transaction,
    place: readOnce((txId) => source.readPlace(txId)),
    touching: readOnce((address) => source.listTransactions(address)),
    // Keyed by id: the hex of a transaction may have megabytes, which every key would hold.
    open: readOnce(async (txId: string, vout: number, key: string) => {
      const hex = await transaction(txId);
      if (hex === undefined) {
        throw new ChainFailure('an output is to be opened of what is not there');
      }
      return unblinder.open(hex, vout, key);
    }),
  };
}

function readOnce<Key extends readonly (string | number)[], Answer>(
  read: (...key: Key) => Promise<Answer>,
): (...key: Key) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (...key) => {
    const name = key.join(' ');
    const answer = answers.get(name) ?? read(...key);
    answers.set(name, answer);
    return answer;
  };
}

/** A deposit, and what its transaction must pay to which address. */
export interface Payment {
  readonly check: DueCheck;
  readonly address: LiquidAddress;
  readonly expected: Expected;
}

export interface ObservedPayment {
  readonly sight: Observation;
  readonly blockHash: string | null;
  /** Without witnesses; undefined if it did not have to be read again. */
  readonly transaction: string | undefined;
}

/**
 * What the chain shows of a deposit's transaction.
 * @param taken its outputs that other deposits have claimed
 * @throws ChainFailure if that is not known
 */
export async function observePayment(
  app: App,
  reader: Reader,
  payment: Payment,
  taken: ReadonlySet<number>,
): Promise<ObservedPayment> {
  const { check, address, expected } = payment;
  const known = knownCandidate(check, expected);
  const hex = known ? undefined : await reader.transaction(check.txId);
  const isKnown = known !== undefined || hex !== undefined;
  const place = isKnown ? await reader.place(check.txId) : undefined;
  if (!place) return observeAbsence(reader, payment);
  const confirmations = confirmationsOf(place, reader.tip);
  const there = { kind: 'there', confirmations, blockAt: place.block?.madeAt } as const;
  const blockHash = place.block?.hash ?? null;
  if (hex === undefined) {
    const free = known ? [known] : [];
    return { sight: { ...there, paysScript: true, free }, blockHash, transaction: undefined };
  }
  const own = readOutputs(hex).filter(({ script }) => script === address.script);
  const free = own.filter(({ vout }) => !taken.has(vout));
  const candidates = await readCandidates(app, reader, payment, free);
  return {
    sight: { ...there, paysScript: own.length > 0, free: candidates },
    blockHash,
    transaction: stripWitnesses(hex),
  };
}

/**
 * A server of another network would not know our transactions either, but it refuses our address.
 * @throws ChainFailure if the server is not credible
 */
async function observeAbsence(
  reader: Reader,
  { check, address }: Payment,
): Promise<ObservedPayment> {
  const listed = await reader.touching(plainAddressOf(address));
  if (listed.some(({ txId }) => txId === check.txId)) {
    throw new ChainFailure('a transaction that is listed at the address is said not to be there');
  }
  const sight = { kind: 'absent', forMs: check.missingMs } as const;
  return { sight, blockHash: null, transaction: undefined };
}

/** An output that was right stays right: the id of its transaction commits to it. */
function knownCandidate({ vout, units }: DueCheck, expected: Expected): Candidate | undefined {
  if (vout === null || units === null) return undefined;
  return { vout, held: { kind: 'explicit', asset: expected.asset, units: BigInt(units) } };
}

/** Unblinding is slow, and nobody pays one address more often in one transaction. */
const MAX_OPENED = 200;

/** Reads explicit outputs first, and stops unblinding as soon as the right one is found. */
async function readCandidates(
  app: App,
  reader: Reader,
  { check, expected }: Payment,
  outputs: readonly LiquidOutput[],
): Promise<Candidate[]> {
  const candidates = outputs.flatMap(explicitCandidate);
  const hidden = outputs.filter(({ confidential }) => confidential);
  const isRight = ({ held }: Candidate): boolean =>
    'units' in held && held.units === expected.units && held.asset === expected.asset;
  if (hidden.length === 0 || candidates.some(isRight)) return candidates;
  const { environmentId, walletId, liquidAddress, txId } = check;
  const key = await findBlindingKey(app, environmentId, walletId, liquidAddress);
  for (const [at, { vout }] of hidden.entries()) {
    const isOpenable = key !== undefined && at < MAX_OPENED;
    const held = isOpenable ? await reader.open(txId, vout, key) : ({ kind: 'hidden' } as const);
    candidates.push({ vout, held });
    if (isRight({ vout, held })) break;
  }
  return candidates;
}

function explicitCandidate({ vout, asset, units }: LiquidOutput): Candidate[] {
  if (asset === undefined || units === undefined) return [];
  return [{ vout, held: { kind: 'explicit', asset, units } }];
}
