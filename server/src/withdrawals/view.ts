import { Type } from 'typebox';
import type { Config } from '../config.ts';
import type { Mode } from '../accounts/environment.ts';
import { FundingView } from '../fundings/view.ts';
import { LIQUID_NETWORKS, readLiquidAddress } from '../liquid/address.ts';
import { liquidUri } from '../liquid/uri.ts';
import { PIX_KEY_TYPES } from '../pix/pix-key.ts';
import {
  BlockchainTxId,
  CentsOf,
  ExternalId,
  IdOf,
  MostlyNull,
  Nullable,
  OneOf,
  TimestampOf,
} from '../platform/schema.ts';
import { type Withdrawal, WITHDRAWAL_STATUSES, type WithdrawalStanding } from './withdrawal.ts';
import { isoTime } from '../platform/iso-time.ts';

export const PixKeyTypeView = OneOf(PIX_KEY_TYPES, {
  description: 'The type of the Pix key.',
  examples: ['EMAIL'],
});

/** For lists shown to people. */
export const MaskedPixKey = Type.String({
  maxLength: 100,
  description: 'The Pix key, masked.',
  examples: ['ma•••@example.com'],
});

/** The recipient, as shown to people who look at a single withdrawal. */
export const RECIPIENT = {
  pixKey: Type.String({
    maxLength: 100,
    description: 'The Pix key to pay to; a CPF or CNPJ is masked.',
    examples: ['maria@example.com'],
  }),
  recipient: Type.String({
    maxLength: 24,
    description: "The recipient's tax id, masked.",
    examples: ['***.456.789-**'],
  }),
};

const Id = IdOf('wdr', 'The withdrawal.');
const Price = {
  amountCents: CentsOf('What the recipient gets by Pix.', 5_000),
  feeCents: CentsOf("The fee by the account's schedule.", 0),
  depositAddress: Type.String({
    maxLength: 200,
    description: 'The Liquid address to send the DePix to.',
    examples: ['ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6'],
  }),
  depositAmountCents: CentsOf("How much DePix to send, the provider's fee included.", 5_100),
};

const ExpiresAt = TimestampOf('When the time to send the DePix ends.', '2026-12-21T12:34:56.000Z');

export const LiquidUri = Type.String({
  maxLength: 500,
  format: 'uri',
  description: 'The same as a link that wallets scan, with the amount and the asset.',
  examples: [
    'liquidnetwork:ex1qedslvzn7s4vlu7r4sl2s3n9r4taxypz9tp5nf6?assetid=02f22f8d9c76ab41661a2729e4752e2c5d1a263012141b86ea98af5472df5189&amount=51.00',
  ],
});

/** Fields of a new withdrawal: `createdWithdrawal` below fills them. */
export const NewWithdrawalView = Type.Unsafe<string>(
  Type.Object(
    {
      id: Id,
      status: OneOf(WITHDRAWAL_STATUSES, { description: 'PENDING on creation.' }),
      ...Price,
      liquidUri: LiquidUri,
      externalId: Nullable(ExternalId),
      expiresAt: ExpiresAt,
      createdAt: TimestampOf('When it was created.'),
    },
    { title: 'NewWithdrawal' },
  ),
);

export const WithdrawalView = Type.Object(
  {
    id: Id,
    status: OneOf(WITHDRAWAL_STATUSES, { description: 'Its status.', examples: ['COMPLETED'] }),
    ...Price,
    pixKeyType: PixKeyTypeView,
    pixEndToEndId: Nullable(
      Type.String({
        maxLength: 64,
        description: "The central bank's id of the Pix, once it is known.",
        examples: ['E18236120202611211234s0123456789'],
      }),
    ),
    blockchainTxId: Nullable(BlockchainTxId),
    failureReason: MostlyNull(
      Type.String({
        maxLength: 64,
        description: 'Why it FAILED: canceled, refunded or provider_error.',
        examples: ['canceled'],
      }),
    ),
    externalId: Nullable(ExternalId),
    createdAt: TimestampOf('When it was created.'),
    expiresAt: ExpiresAt,
    processingAt: Nullable(TimestampOf('When the DePix was seen.')),
    completedAt: Nullable(TimestampOf('When the Pix was paid.')),
    failedAt: MostlyNull(TimestampOf('When it failed.')),
    expiredAt: MostlyNull(TimestampOf('When it expired.')),
    receiptUrl: Nullable(
      Type.String({
        maxLength: 2_048,
        description:
          "The bank's receipt of the Pix, if the provider gives one. Anyone with this address can read it. Webhooks omit it.",
        examples: ['https://bank.example/receipts/7f3c9a'],
      }),
    ),
    chain: FundingView,
  },
  { title: 'Withdrawal' },
);

/** The response to POST withdraw; also stored, byte for byte, for replays of the key. */
export function createdWithdrawal(withdrawal: Withdrawal, mode: Mode, config: Config) {
  return {
    id: withdrawal.id,
    status: withdrawal.status,
    amountCents: withdrawal.amountCents,
    feeCents: withdrawal.feeCents,
    depositAddress: withdrawal.depositAddress,
    depositAmountCents: withdrawal.depositAmountCents,
    liquidUri: withdrawalUri(withdrawal, mode, config),
    externalId: withdrawal.externalId,
    expiresAt: isoTime(withdrawal.expiresAt),
    createdAt: isoTime(withdrawal.createdAt),
  };
}

/** The address to fund with amount and asset, as a URI that wallets can scan. */
export function withdrawalUri(withdrawal: Withdrawal, mode: Mode, config: Config): string {
  const address = readLiquidAddress(withdrawal.depositAddress, LIQUID_NETWORKS);
  if (!address) throw new Error('a stored address cannot be read');
  return liquidUri({
    address: address.address,
    network: address.network,
    cents: withdrawal.depositAmountCents,
    assetId: config.depixAssetId[mode],
  });
}

/** What webhooks carry: no tax id, no Pix key, no receipt. The status route adds to it. */
export function withdrawalStatus(withdrawal: WithdrawalStanding) {
  return {
    id: withdrawal.id,
    status: withdrawal.status,
    amountCents: withdrawal.amountCents,
    feeCents: withdrawal.feeCents,
    depositAddress: withdrawal.depositAddress,
    depositAmountCents: withdrawal.depositAmountCents,
    pixKeyType: withdrawal.pixKeyType,
    pixEndToEndId: withdrawal.pixEndToEndId,
    blockchainTxId: withdrawal.blockchainTxId,
    failureReason: withdrawal.failureReason,
    externalId: withdrawal.externalId,
    createdAt: isoTime(withdrawal.createdAt),
    expiresAt: isoTime(withdrawal.expiresAt),
    processingAt: withdrawal.processingAt && isoTime(withdrawal.processingAt),
    completedAt: withdrawal.completedAt && isoTime(withdrawal.completedAt),
    failedAt: withdrawal.failedAt && isoTime(withdrawal.failedAt),
    expiredAt: withdrawal.expiredAt && isoTime(withdrawal.expiredAt),
  };
}
