import type { TxOutput } from 'liquidjs-lib';
import { readLiquidAddress } from '../liquid/address.ts';
import { commitsTo } from '../liquid/commits-to.ts';
import { parseTransaction } from '../liquid/parse-transaction.ts';
import { readExplicit } from '../liquid/read-outputs.ts';
import { UNITS_PER_CENT } from '../liquid/units.ts';
import { loadZkp } from '../liquid/zkp.ts';
import type { ChainProof } from './proof.ts';

export const CHECKS = ['txid', 'address', 'asset', 'amount', 'depix'] as const;

/** Null: the proof does not show it. */
export type Verdicts = Readonly<Record<(typeof CHECKS)[number], boolean | null>>;

/**
 * Recomputes every statement of a proof from the transaction alone. Whether a block contains the
 * transaction is not checked.
 * @param depixAssetId the asset that the verifier considers DePix
 */
export async function verifyProof(proof: ChainProof, depixAssetId: string): Promise<Verdicts> {
  const transaction = parse(proof.transaction);
  const output = transaction?.outs[proof.vout];
  if (!transaction || !output) {
    return { txid: false, address: false, asset: false, amount: false, depix: false };
  }
  const shown = await contentOf(output, proof);
  return {
    txid: transaction.getId() === proof.txid,
    address: paysAddress(output, proof),
    ...shown,
    depix: shown.asset === true ? proof.asset === depixAssetId : shown.asset,
  };
}

export function isValid(verdicts: Verdicts): boolean {
  return CHECKS.every((name) => verdicts[name] === true);
}

function parse(hex: string) {
  try {
    return parseTransaction(hex);
  } catch {
    return undefined;
  }
}

function paysAddress({ script }: TxOutput, proof: ChainProof): boolean {
  const address = readLiquidAddress(proof.address, [proof.network]);
  return address?.script === proof.script && script.toString('hex') === proof.script;
}

type Content = Pick<Verdicts, 'asset' | 'amount'>;

async function contentOf(output: TxOutput, proof: ChainProof): Promise<Content> {
  const { asset, amount, blindingFactors, confidential } = proof;
  const explicit = readExplicit(output);
  if ((explicit === undefined) !== confidential) return { asset: false, amount: false };
  if (asset === null || amount === null) return { asset: null, amount: null };
  const units = BigInt(amount);
  const areCents = BigInt(proof.amountCents ?? -1) === units / UNITS_PER_CENT;
  if (explicit) {
    return { asset: explicit.asset === asset, amount: explicit.units === units && areCents };
  }
  if (!blindingFactors) return { asset: null, amount: null };
  const committed = commitsTo(await loadZkp(), output, {
    kind: 'opened',
    asset,
    units,
    assetBlindingFactor: blindingFactors.asset,
    valueBlindingFactor: blindingFactors.amount,
  });
  return { asset: committed.asset, amount: committed.amount && areCents };
}
