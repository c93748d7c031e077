import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../platform/json.ts';
import type { ChainOutput, ChainPlace, ListedTransaction } from './port.ts';

/** Reads a server's answers; each function returns undefined for nonsense. */

const TxId = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** A height or a time in seconds. */
const Count = Type.Integer({ minimum: 0, maximum: 4_294_967_295 });

/** Public servers refuse an address that has more than some hundreds; the sandbox has no limit. */
const MAX_LISTED = 20_000;

const Status = Type.Union([
  Type.Object({ confirmed: Type.Literal(false) }),
  Type.Object({
    confirmed: Type.Literal(true),
    block_height: Count,
    block_hash: TxId,
    block_time: Type.Optional(Count),
  }),
]);
const Transaction = Type.Object({ txid: TxId, status: Status });
/** Far more outputs than fit into a block, and as many as the database can number. */
const Position = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });
const Output = Type.Object({ txid: TxId, vout: Position });

const Block = Compile(Type.Object({ timestamp: Count }));
const Placed = Compile(Transaction);
const Transactions = Compile(Type.Array(Transaction, { maxItems: MAX_LISTED }));
const Outputs = Compile(Type.Array(Output, { maxItems: MAX_LISTED }));

export function toHeight(text: string): number | undefined {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

export function toBlockHash(text: string): string | undefined {
  return /^[0-9a-f]{64}$/.exec(text.trim())?.[0];
}

export function toBlockTime(text: string): Date | undefined {
  const body = parseJson(text);
  return Block.Check(body) ? timeOf(body.timestamp) : undefined;
}

export function toPlace(text: string, txId: string): ChainPlace | undefined {
  const body = parseJson(text);
  return Placed.Check(body) && body.txid === txId ? placeOf(body.status) : undefined;
}

export function toTransactions(text: string): ListedTransaction[] | undefined {
  const body = parseJson(text);
  if (!Transactions.Check(body)) return undefined;
  const listed = body.map(({ txid, status }) => ({ txId: txid, ...placeOf(status) }));
  return areUnique(listed.map(({ txId }) => txId)) ? listed : undefined;
}

export function toOutputs(text: string): ChainOutput[] | undefined {
  const body = parseJson(text);
  if (!Outputs.Check(body)) return undefined;
  const outputs = body.map(({ txid, vout }) => ({ txId: txid, vout }));
  return areUnique(outputs.map(({ txId, vout }) => `${txId} ${String(vout)}`))
    ? outputs
    : undefined;
}

function placeOf(status: Static<typeof Status>): ChainPlace {
  if (!status.confirmed) return { block: null };
  const { block_height: height, block_hash: hash, block_time: seconds } = status;
  return { block: { height, hash, madeAt: seconds === undefined ? undefined : timeOf(seconds) } };
}

const timeOf = (seconds: number): Date => new Date(seconds * 1_000);

/** Duplicates would be counted twice. */
function areUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}
