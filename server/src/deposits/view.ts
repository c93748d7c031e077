import { Type } from 'typebox';
import { CheckView } from '../deposit-checks/view.ts';
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
import { type Deposit, DEPOSIT_STATUSES, type DepositStanding } from './deposit.ts';
import { isoTime } from '../platform/iso-time.ts';

const Id = IdOf('dep', 'The deposit.');
const Price = {
  amountCents: CentsOf('What was asked for.', 5_000),
  feeCents: CentsOf("The fee by the account's schedule.", 199),
  totalCents: CentsOf('What the payer pays.', 5_199),
  netCents: CentsOf('What the wallet is promised.', 5_000),
};
const Wallet = IdOf('wal', 'The wallet that receives.');
const ExpiresAt = TimestampOf('When the time to pay it ends.', '2026-11-21T12:54:56.000Z');

/** The Pix code of a charge, as text and as a picture. */
export const PixCode = {
  pixQrCode: Type.String({
    maxLength: 1_024,
    description: 'The Pix code to copy and paste.',
    examples: [
      '00020101021226570014br.gov.bcb.pix2535qr.example.com/v2/cobv/9d36b84f0cba' +
        '520400005303986540551.995802BR5905EULEN6009SAO PAULO62070503***630418EA',
    ],
  }),
  pixQrImage: Type.String({
    maxLength: 2_048,
    format: 'uri',
    description: 'The URL of the same code as a picture.',
    examples: ['https://ponte.example/qr/dep_01kah3v5wze8br4hmsf2e8r0tv.png'],
  }),
};

/** Fields of a new deposit: `createdDeposit` below fills them. */
export const NewDepositView = Type.Unsafe<string>(
  Type.Object(
    {
      id: Id,
      status: OneOf(DEPOSIT_STATUSES, { description: 'PENDING on creation.' }),
      ...Price,
      ...PixCode,
      walletId: Wallet,
      passFeesToPayer: Type.Boolean({
        description: 'Whether the payer pays the fee on top.',
        examples: [true],
      }),
      externalId: Nullable(ExternalId),
      expiresAt: ExpiresAt,
      createdAt: TimestampOf('When it was created.'),
    },
    { title: 'NewDeposit' },
  ),
);

export const DepositView = Type.Object(
  {
    id: Id,
    status: OneOf(DEPOSIT_STATUSES, { description: 'Its status.', examples: ['CONFIRMED'] }),
    ...Price,
    settledCents: CentsOf('What the provider will really send to the wallet.', 5_000),
    paidCents: Nullable(CentsOf('What was paid, once it is known.', 5_199)),
    walletId: Wallet,
    blockchainTxId: Nullable(BlockchainTxId),
    failureReason: MostlyNull(
      Type.String({
        maxLength: 64,
        description: 'Why it FAILED: expired, canceled, provider_error or payer_declined.',
        examples: ['expired'],
      }),
    ),
    externalId: Nullable(ExternalId),
    paymentLinkId: MostlyNull(IdOf('lnk', 'The payment link that it came through.')),
    createdAt: TimestampOf('When it was created.'),
    expiresAt: ExpiresAt,
    confirmedAt: Nullable(TimestampOf('When the payment was confirmed.')),
    failedAt: MostlyNull(TimestampOf('When it failed.')),
    refundedAt: MostlyNull(TimestampOf('When the money went back.')),
    chain: CheckView,
  },
  { title: 'Deposit' },
);

/** The response to POST deposit; also stored, byte for byte, for replays of the key. */
export function createdDeposit(deposit: Deposit, baseUrl: string) {
  return {
    id: deposit.id,
    status: deposit.status,
    amountCents: deposit.amountCents,
    feeCents: deposit.feeCents,
    totalCents: deposit.totalCents,
    netCents: deposit.netCents,
    pixQrCode: deposit.pixQrCode,
    pixQrImage: `${baseUrl}/qr/${deposit.id}.png`,
    walletId: deposit.walletId,
    passFeesToPayer: deposit.passFeesToPayer,
    externalId: deposit.externalId,
    expiresAt: isoTime(deposit.expiresAt),
    createdAt: isoTime(deposit.createdAt),
  };
}

/** What webhooks carry; the status route adds the chain check. No tax id, no name. */
export function depositStatus(deposit: DepositStanding) {
  return {
    id: deposit.id,
    status: deposit.status,
    amountCents: deposit.amountCents,
    feeCents: deposit.feeCents,
    totalCents: deposit.totalCents,
    netCents: deposit.netCents,
    settledCents: deposit.settledCents,
    paidCents: deposit.paidCents,
    walletId: deposit.walletId,
    blockchainTxId: deposit.blockchainTxId,
    failureReason: deposit.failureReason,
    externalId: deposit.externalId,
    paymentLinkId: deposit.paymentLinkId,
    createdAt: isoTime(deposit.createdAt),
    expiresAt: isoTime(deposit.expiresAt),
    confirmedAt: deposit.confirmedAt && isoTime(deposit.confirmedAt),
    failedAt: deposit.failedAt && isoTime(deposit.failedAt),
    refundedAt: deposit.refundedAt && isoTime(deposit.refundedAt),
  };
}
