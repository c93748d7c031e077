import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type LiquidNetwork, readLiquidAddress } from '../../liquid/address.ts';
import { type Cents, cents } from '../../money.ts';
import { normalRef, normalStatus } from '../ref.ts';
import {
  type Charge,
  CHARGE_STATUSES,
  type ChargeListing,
  type ChargeReading,
  type ChargeStatus,
  type MedNotice,
  type Payout,
  PAYOUT_STATUSES,
  type PayoutAnswer,
  type PayoutStatus,
} from '../port.ts';
import {
  Amount,
  sideReader,
  toCents,
  toDate,
  toName,
  toShown,
  toTaxId,
  toText,
  toTxId,
  toWebUrl,
  toWords,
} from './read-field.ts';

/** Reads the provider's answers; each function returns undefined for nonsense. */

/** Opaque, but it must be storable and findable again. Hyphens do not count towards its length. */
const Ref = Type.String({ maxLength: 64, pattern: '^(-*[!-,.-~]){8,}-*$' });

const ChargeReply = Compile(
  Type.Object({
    id: Ref,
    qrCopyPaste: Type.String({ minLength: 1, maxLength: 512, pattern: '^[^\\u0000-\\u001f]*$' }),
  }),
);

const ChargeStatusReply = Compile(
  Type.Object({ qrId: Ref, status: Type.String(), valueInCents: Amount }),
);

const ChargeRow = Compile(Type.Object({ qrId: Ref, status: Type.String() }));

const MedBody = Compile(Type.Object({ qrId: Ref }));

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
    depositAmountInCents: Amount,
    payoutAmountInCents: Amount,
  }),
);

export function toCharge(body: unknown): Charge | undefined {
  if (!ChargeReply.Check(body)) return undefined;
  return { ref: normalRef(body.id), pixQrCode: body.qrCopyPaste };
}

/** @param unread receives the names of optional fields that were left out */
export function toChargeReading(body: unknown, unread: string[]): ChargeReading | undefined {
  if (!ChargeStatusReply.Check(body)) return undefined;
  const side = sideReader(body, unread);
  return {
    ref: normalRef(body.qrId),
    status: toChargeStatus(body.status),
    valueCents: cents(Number(body.valueInCents)),
    expiresAt: side('expiration', toDate),
    blockchainTxId: side('blockchainTxID', toTxId),
    bankTxId: side('bankTxId', (id) => toShown(id, 200)),
    payerName: side('payerName', toName),
    payerTaxId: side('payerTaxNumber', toTaxId),
    reasons: side('rejectionReasons', toWords) ?? [],
    raw: JSON.stringify(body),
  };
}

/** The rows that make sense. `length` is that of the whole answer, which may have been cut off. */
export function toChargeListing(
  body: unknown,
): { readonly rows: ChargeListing[]; readonly length: number } | undefined {
  if (!Array.isArray(body)) return undefined;
  // Array.isArray narrows to `any[]`; each row is checked before use.
  const all = body as readonly unknown[];
  const rows = all
    .filter((row) => ChargeRow.Check(row))
    .map((row) => ({ ref: normalRef(row.qrId), status: toChargeStatus(row.status) }));
  return { rows, length: all.length };
}

export function toMedNotice(body: unknown): MedNotice | undefined {
  if (!MedBody.Check(body)) return undefined;
  const unread: string[] = [];
  const side = sideReader(body, unread);
  return {
    createdAt: side('creationDateReport', toDate),
    deadline: side('deadline', toDate),
    amountCents: side('principalValueInCents', toCents),
    payerName: side('name', toName),
    payerTaxId: side('taxNumber', toTaxId),
    bankTxId: side('bankTxId', (id) => toShown(id, 200)),
    blockchainTxId: side('blockchainTxID', toTxId),
    unread,
  };
}

export type AgreedPayout = Payout & { readonly payoutCents: Cents };

export function toPayout(
  body: unknown,
  networks: readonly LiquidNetwork[],
): AgreedPayout | undefined {
  if (!PayoutReply.Check(body)) return undefined;
  // Stablecoin sent to an address of another network, or to a damaged one, would be lost.
  const depositAddress = readLiquidAddress(body.depositAddress, networks)?.address;
  if (depositAddress === undefined) return undefined;
  return {
    ref: normalRef(body.withdrawalId),
    depositAddress,
    depositAmountCents: cents(Number(body.depositAmountInCents)),
    payoutCents: cents(Number(body.payoutAmountInCents)),
  };
}

/** @param unread as above; whoever knows the payout knows its address and its expiration */
export function toPayoutAnswer(
  body: unknown,
  networks: readonly LiquidNetwork[],
  unread: string[],
): PayoutAnswer | undefined {
  if (!PayoutStatusReply.Check(body)) return undefined;
  const side = sideReader(body, unread);
  return {
    ref: normalRef(body.id),
    status: toPayoutStatus(body.status),
    depositAddress: side(
      'depositAddress',
      (value) => readLiquidAddress(toText(value) ?? '', networks)?.address,
    ),
    depositAmountCents: cents(Number(body.depositAmountInCents)),
    payoutCents: cents(Number(body.payoutAmountInCents)),
    pixKey: side('pixKey', toText),
    expiresAt: side('expiration', toDate),
    blockchainTxId: side('blockchainTxID', toTxId),
    pixEndToEndId: side('centralBankId', (id) => toShown(id, 64)),
    receiptUrl: side('receiptUrl', toWebUrl),
    raw: JSON.stringify(body),
  };
}

/** Our names are the provider's, with one exception. */
export function toChargeStatus(word: string): ChargeStatus {
  const normal = normalStatus(word);
  if (normal === 'pending_pix2fa') return 'under_review';
  return CHARGE_STATUSES.find((status) => status === normal) ?? 'unknown';
}

export function toPayoutStatus(word: string): PayoutStatus {
  const normal = normalStatus(word);
  return PAYOUT_STATUSES.find((status) => status === normal) ?? 'unknown';
}

/** Formats basis points the way the provider writes a split: `2.99%`. */
export function splitText(basisPoints: number): string {
  const hundredths = basisPoints % 100;
  return `${String((basisPoints - hundredths) / 100)}.${String(hundredths).padStart(2, '0')}%`;
}
