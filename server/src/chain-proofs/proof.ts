import { type Static, Type } from 'typebox';
import { type LiquidAddress, LIQUID_NETWORKS } from '../liquid/address.ts';
import type { Opened } from '../liquid/output.ts';
import { MAX_HEX_LENGTH } from '../liquid/parse-transaction.ts';
import { readOutputs, txIdOf } from '../liquid/read-outputs.ts';
import { UNITS_PER_CENT } from '../liquid/units.ts';
import {
  CentsOf,
  IdOf,
  Int32Of,
  MostlyNull,
  Nullable,
  OneOf,
  TimestampOf,
} from '../platform/schema.ts';

const Hash = (description: string, example: string) =>
  Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64, description, examples: [example] });

const Factor = (of: string) =>
  Hash(
    `The blinding factor of the ${of}, written as explorers take it.`,
    '3aa0e2537e6415af7bf4b57fef539e64766b6046ce19ff5500e35faec4f29560',
  );

/** What a third party needs to check, offline, what an output pays. */
export const ChainProof = Type.Object(
  {
    version: Type.Integer({
      format: 'int32',
      minimum: 1,
      maximum: 1,
      description: 'How this proof is to be read.',
      examples: [1],
    }),
    network: OneOf(LIQUID_NETWORKS, { description: 'The Liquid network.' }),
    depositId: IdOf('dep', 'The deposit that was paid out.'),
    txid: Hash(
      'The id of `transaction`.',
      '3f1c0d4bd6f4a5a5f1b5a9e1a9d0b3c1f4d2e7a6c9b8d7e6f5a4b3c2d1e0f9a8',
    ),
    vout: Int32Of('Which of its outputs pays the deposit; the first is 0.', 0),
    address: Type.String({
      pattern: '^[0-9A-Za-z]{34,130}$',
      maxLength: 130,
      description: 'The address that the deposit is to be paid to.',
      examples: ['ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6'],
    }),
    script: Type.String({
      pattern: '^[0-9a-f]*$',
      maxLength: 140,
      description: 'The output script of the address, in hex.',
      examples: ['0014cb61f60a7e8559fe787587d508cca3aafa620445'],
    }),
    confidential: Type.Boolean({
      description: 'Whether the output hides what it pays.',
      examples: [true],
    }),
    asset: Nullable(
      Hash(
        'The asset that it pays; null if it is hidden.',
        '02f22f8d9c76ab41661a2729e4752e2c5d1a263012141b86ea98af5472df5189',
      ),
    ),
    amount: Nullable(
      Type.String({
        pattern: '^(0|[1-9][0-9]{0,19})$',
        maxLength: 20,
        description: 'How much, in units of 10^-8; null if it is hidden.',
        examples: ['5000000000'],
      }),
    ),
    amountCents: Nullable(CentsOf('The same in whole cents, rounded down.', 5_000)),
    blindingFactors: Nullable(
      Type.Object(
        { asset: Factor('asset'), amount: Factor('amount') },
        { description: 'They open a hidden output; they cannot spend it.' },
      ),
    ),
    transaction: Type.String({
      maxLength: MAX_HEX_LENGTH,
      description: 'The transaction in hex, without its witnesses, which are not part of its id.',
      examples: ['0200000000000000000000'],
    }),
    blockHash: MostlyNull(
      Hash(
        'The block that contains it, according to a server; not part of what is proven.',
        '1f8cb9a6b2e0d5c4f3a29187e6d5c4b3a2918f7e6d5c4b3a29180f1e2d3c4b5a',
      ),
    ),
    confirmations: Int32Of(
      'How many confirmations it had at the last check, according to a server.',
      2,
    ),
    checkedAt: Nullable(TimestampOf('When that server was last asked.')),
  },
  { title: 'ChainProof' },
);
export type ChainProof = Static<typeof ChainProof>;

export interface PaymentToProve {
  readonly depositId: string;
  readonly address: LiquidAddress;
  /** In hex, without its witnesses. */
  readonly transaction: string;
  readonly vout: number;
  /** Null if nobody can unblind the output, or its owner does not reveal the contents. */
  readonly opening: Opened | null;
  readonly blockHash: string | null;
  readonly confirmations: number;
  readonly checkedAt: Date | null;
}

/**
 * Contains nothing that the transaction and its opening do not prove.
 * @throws Error if the transaction has no such output
 */
export function proofOf({
  depositId,
  address,
  transaction,
  vout,
  ...payment
}: PaymentToProve): ChainProof {
  const output = readOutputs(transaction)[vout];
  if (!output) throw new Error('the transaction has no such output');
  const { confidential } = output;
  const opening = confidential ? payment.opening : null;
  const { asset, units } = opening ?? output;
  return {
    version: 1,
    network: address.network,
    depositId,
    txid: txIdOf(transaction),
    vout,
    address: address.address,
    script: output.script,
    confidential,
    asset: asset ?? null,
    amount: units === undefined ? null : String(units),
    amountCents: units === undefined ? null : Number(units / UNITS_PER_CENT),
    blindingFactors: opening && {
      asset: opening.assetBlindingFactor,
      amount: opening.valueBlindingFactor,
    },
    transaction,
    blockHash: payment.blockHash,
    confirmations: payment.confirmations,
    checkedAt: payment.checkedAt?.toISOString() ?? null,
  };
}
