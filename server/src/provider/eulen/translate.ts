import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type LiquidNetwork, readLiquidAddress } from '../../liquid/address.ts';
import { type Cents, cents } from '../../money.ts';
import { normalRef, normalStatus } from '../ref.ts';
import type {
  Charge,
  ChargeListing,
  ChargeReading,
  ChargeStatus,
  MedNotice,
  Payout,
  PayoutReading,
  PayoutStatus,
} from '../port.ts';

/** Reads the provider's answers; each function answers undefined to nonsense. */

const Amount = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const Maybe = Type.Optional(Type.Union([Type.String(), Type.Null()]));
/** Not parsed, but what no database stores or no list finds again is no id. No hyphen counts. */
const Ref = Type.String({ maxLength: 64, pattern: '^(-*[!-,.-~]){8,}-*$' });

const ChargeReply = Compile(
  Type.Object({
    id: Ref,
    qrCopyPaste: Type.String({ minLength: 1, maxLength: 512, pattern: '^[^\\u0000-\\u001f]*$' }),
  }),
);

const ChargeStatusReply = Compile(
  Type.Object({
    qrId: Ref,
    status: Type.String(),
    valueInCents: Amount,
    expiration: Maybe,
    payerName: Maybe,
    payerTaxNumber: Maybe,
    bankTxId: Maybe,
    blockchainTxID: Maybe,
    rejectionReasons: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  }),
);

const ChargeRow = Compile(Type.Object({ qrId: Ref, status: Type.String() }));

const MedBody = Compile(
  Type.Object({
    qrId: Ref,
    bankTxId: Maybe,
    creationDateReport: Maybe,
    deadline: Maybe,
    name: Maybe,
    taxNumber: Maybe,
    principalValueInCents: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()])),
  }),
);

const PayoutReply = Compile(
  Type.Object({
    withdrawalId: Ref,
    depositAddress: Type.String(),
    depositAmountInCents: Amount,
    payoutAmountInCents: Amount,
  }),
);

const PayoutStatusReply = Compile(
  Type.Object({
    id: Ref,
    status: Type.String(),
    expiration: Type.String(),
    depositAddress: Type.String(),
    depositAmountInCents: Amount,
    payoutAmountInCents: Amount,
    blockchainTxID: Maybe,
    centralBankId: Maybe,
  }),
);

export function toCharge(body: unknown): Charge | undefined {
  if (!ChargeReply.Check(body)) return undefined;
  return { ref: normalRef(body.id), pixQrCode: body.qrCopyPaste };
}

export function toChargeReading(body: unknown): ChargeReading | undefined {
  if (!ChargeStatusReply.Check(body)) return undefined;
  return {
    ref: normalRef(body.qrId),
    status: toChargeStatus(body.status),
    valueCents: cents(body.valueInCents),
    expiresAt: toDate(body.expiration),
    blockchainTxId: toTxId(body.blockchainTxID),
    bankTxId: shownId(body.bankTxId, 200),
    payerName: body.payerName || undefined,
    payerTaxId: body.payerTaxNumber || undefined,
    reasons: body.rejectionReasons ?? [],
    raw: JSON.stringify(body),
  };
}

/** The rows that make sense; `length` is that of the answer, which may have been cut. */
export function toChargeListing(
  body: unknown,
): { readonly rows: ChargeListing[]; readonly length: number } | undefined {
  if (!Array.isArray(body)) return undefined;
  // Array.isArray says `any[]`; each row is checked before it is used.
  const all = body as readonly unknown[];
  const rows = all
    .filter((row) => ChargeRow.Check(row))
    .map((row) => ({ ref: normalRef(row.qrId), status: toChargeStatus(row.status) }));
  return { rows, length: all.length };
}

export function toMedNotice(body: unknown): MedNotice | undefined {
  if (!MedBody.Check(body)) return undefined;
  // The schema says text, the examples a number; what is neither whole nor cents is no amount.
  const { principalValueInCents: given } = body;
  const amount = /^\d{1,9}$/.test(String(given)) ? Number(given) : 0;
  return {
    createdAt: toDate(body.creationDateReport),
    deadline: toDate(body.deadline),
    amountCents: amount > 0 ? cents(amount) : undefined,
    payerName: body.name || undefined,
    payerTaxId: body.taxNumber || undefined,
    bankTxId: shownId(body.bankTxId, 200),
  };
}

export type AgreedPayout = Payout & { readonly payoutCents: Cents };

export function toPayout(
  body: unknown,
  networks: readonly LiquidNetwork[],
): AgreedPayout | undefined {
  if (!PayoutReply.Check(body)) return undefined;
  // Stablecoin sent to an address of another network, or a damaged one, would be gone.
  const found = readLiquidAddress(body.depositAddress, networks);
  if (!found) return undefined;
  return {
    ref: normalRef(body.withdrawalId),
    depositAddress: found.address,
    depositAmountCents: cents(body.depositAmountInCents),
    payoutCents: cents(body.payoutAmountInCents),
  };
}

export function toPayoutReading(
  body: unknown,
  networks: readonly LiquidNetwork[],
): PayoutReading | undefined {
  if (!PayoutStatusReply.Check(body)) return undefined;
  const expiresAt = toDate(body.expiration);
  const found = readLiquidAddress(body.depositAddress, networks);
  if (!expiresAt || !found) return undefined;
  return {
    ref: normalRef(body.id),
    status: toPayoutStatus(body.status),
    depositAddress: found.address,
    depositAmountCents: cents(body.depositAmountInCents),
    payoutCents: cents(body.payoutAmountInCents),
    expiresAt,
    blockchainTxId: toTxId(body.blockchainTxID),
    pixEndToEndId: shownId(body.centralBankId, 64),
    raw: JSON.stringify(body),
  };
}

const CHARGE_STATUSES = new Map<string, ChargeStatus>(
  Object.entries({
    pending: 'pending',
    under_review: 'under_review',
    pending_pix2fa: 'under_review',
    approved: 'approved',
    delayed: 'delayed',
    depix_sent: 'depix_sent',
    will_refund: 'will_refund',
    refunded: 'refunded',
    canceled: 'canceled',
    cancelled: 'canceled',
    expired: 'expired',
    error: 'error',
  } as const),
);

const PAYOUT_STATUSES = new Map<string, PayoutStatus>(
  Object.entries({
    unsent: 'unsent',
    sending: 'sending',
    sent: 'sent',
    error: 'error',
    canceled: 'canceled',
    cancelled: 'canceled',
    refunded: 'refunded',
  } as const),
);

export function toChargeStatus(word: string): ChargeStatus {
  return CHARGE_STATUSES.get(normalStatus(word)) ?? 'unknown';
}

export function toPayoutStatus(word: string): PayoutStatus {
  return PAYOUT_STATUSES.get(normalStatus(word)) ?? 'unknown';
}

/** Years beyond a few lie outside what the database stores, and how a time of ours is written. */
const TIME = /^(2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:?\d\d)$/;

export function toDate(text: string | null | undefined): Date | undefined {
  const [, whole, fraction = '', zone] = TIME.exec(text ?? '') ?? [];
  if (whole === undefined || zone === undefined) return undefined;
  const colons = zone.replace(/(\d\d)(\d\d)$/, '$1:$2');
  const date = new Date(`${whole}${fraction.slice(0, 4)}${colons}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** An id that is shown as it came, without what no database stores. */
function shownId(text: string | null | undefined, length: number): string | undefined {
  return text?.replaceAll(/\p{C}/gu, '').slice(0, length) || undefined;
}

function toTxId(text: string | null | undefined): string | undefined {
  return text && /^[0-9a-fA-F]{64}$/.test(text) ? text.toLowerCase() : undefined;
}

/** Hundredths of a percent as the provider writes a split: `2.99%`. */
export function splitText(basisPoints: number): string {
  const hundredths = basisPoints % 100;
  return `${String((basisPoints - hundredths) / 100)}.${String(hundredths).padStart(2, '0')}%`;
}
