import { ApiError } from '../errors.ts';
import type { Cents } from '../money.ts';

/** What Ponte needs from a Pix provider, in its own words. */
export interface PixProvider {
  /**
   * Not safe to repeat by itself: an unknown outcome may have made a charge that nobody has seen.
   */
  createCharge(order: ChargeOrder): Promise<Charge>;
  /** Undefined if the provider knows no such charge. */
  readCharge(ref: string): Promise<ChargeReading | undefined>;
  /**
   * The charges made in [from, to), split into as many calls as the provider's row cap asks for.
   */
  listCharges(from: Date, to: Date): Promise<ChargeListing[]>;
  createPayout(order: PayoutOrder): Promise<Payout>;
  readPayout(ref: string): Promise<PayoutAnswer | undefined>;
  /** Reads a filed MED notice; undefined if it makes no sense. */
  readMed(body: unknown): MedNotice | undefined;
}

/**
 * Why the provider is called, which decides how much of its call budgets may be used: `request`, a
 * client waits; `page`, a payer on a public page waits; `news`, a notice is read back; `sweep`,
 * open operations are looked at; `reconcile`, the books are compared.
 */
export type CallPurpose = 'request' | 'page' | 'news' | 'sweep' | 'reconcile';

export interface ChargeOrder {
  /** Stable over all attempts of one operation. */
  readonly nonce: string;
  readonly payerTaxId: string;
  readonly liquidAddress: string;
  /** What the client asked for; the provider gets `totalCents`. */
  readonly amountCents: Cents;
  readonly totalCents: Cents;
  /** The platform's share, in hundredths of a percent of the total; 0 sends no split. */
  readonly splitBasisPoints: number;
}

export interface Charge {
  readonly ref: string;
  /** EMV text whose checksum and amount have been verified. */
  readonly pixQrCode: string;
}

export const CHARGE_STATUSES = [
  'pending',
  'under_review',
  'approved',
  'delayed',
  'depix_sent',
  'will_refund',
  'refunded',
  'canceled',
  'expired',
  'error',
] as const;
/** `unknown`, here and below: not a word we know. It is kept and alerted, never believed. */
export type ChargeStatus = (typeof CHARGE_STATUSES)[number] | 'unknown';

export interface ChargeReading {
  readonly ref: string;
  readonly status: ChargeStatus;
  /** Gross: what was charged or paid. */
  readonly valueCents: Cents;
  readonly expiresAt: Date | undefined;
  readonly blockchainTxId: string | undefined;
  readonly bankTxId: string | undefined;
  readonly payerName: string | undefined;
  readonly payerTaxId: string | undefined;
  readonly reasons: readonly string[];
  /** The provider's message as it came; personal data, so it is only stored encrypted. */
  readonly raw: string;
}

export interface ChargeListing {
  readonly ref: string;
  readonly status: ChargeStatus;
}

/** The provider's own report of a payment taken back by the payer's bank. */
export interface MedNotice {
  readonly createdAt: Date | undefined;
  readonly deadline: Date | undefined;
  readonly amountCents: Cents | undefined;
  readonly payerName: string | undefined;
  readonly payerTaxId: string | undefined;
  readonly bankTxId: string | undefined;
  readonly blockchainTxId: string | undefined;
  /** The fields that could not be read, and are left out. */
  readonly unread: readonly string[];
}

export interface PayoutOrder {
  readonly nonce: string;
  readonly pixKey: string;
  readonly ownerTaxId: string;
  /** What the client asked for. */
  readonly amountCents: Cents;
  /** What the provider is to pay out: the amount and, in test mode, a rehearsed platform fee. */
  readonly payoutCents: Cents;
}

export interface Payout {
  readonly ref: string;
  readonly depositAddress: string;
  readonly depositAmountCents: Cents;
}

export const PAYOUT_STATUSES = [
  'unsent',
  'sending',
  'sent',
  'error',
  'canceled',
  'refunded',
] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number] | 'unknown';

export interface PayoutReading extends Payout {
  readonly status: PayoutStatus;
  readonly payoutCents: Cents;
  /** To whom, in the provider's own notation, which may mask it. */
  readonly pixKey?: string | undefined;
  readonly expiresAt: Date;
  readonly blockchainTxId: string | undefined;
  readonly pixEndToEndId: string | undefined;
  readonly receiptUrl: string | undefined;
  readonly raw: string;
}

/** A reading as the provider reports it: a field that is missing or unreadable is undefined. */
export type PayoutAnswer = {
  readonly [Field in keyof PayoutReading]: Field extends 'depositAddress' | 'expiresAt'
    ? PayoutReading[Field] | undefined
    : PayoutReading[Field];
};

/**
 * Why a call has no result. `refused`: a final no from the provider. `not_executed`: nothing
 * happened, and the call may be repeated. `unknown`: it may or may not have happened.
 */
export class ProviderFailure extends Error {
  readonly outcome: 'refused' | 'not_executed' | 'unknown';
  /** What the client is told. */
  readonly refusal: ApiError;

  constructor(outcome: ProviderFailure['outcome'], refusal: ApiError) {
    super(`${outcome}: ${refusal.code}`);
    this.name = 'ProviderFailure';
    this.outcome = outcome;
    this.refusal = refusal;
  }
}

/** The call may or may not have happened. */
export function unknownOutcome(): ProviderFailure {
  return new ProviderFailure('unknown', new ApiError('provider_error'));
}

/** No call was made: there is no provider, or it lacks a setting or a permission. */
export function notConfigured(): ProviderFailure {
  return new ProviderFailure('not_executed', new ApiError('not_configured'));
}

/** No call was made: the provider, or our count of its budget, has no room yet. */
export function throttled(retryAfterSeconds: number): ProviderFailure {
  return new ProviderFailure('not_executed', new ApiError('rate_limited', { retryAfterSeconds }));
}

/** After how many seconds a throttled call has room; undefined for any other failure. */
export function roomInSeconds(error: unknown): number | undefined {
  if (!(error instanceof ProviderFailure) || error.refusal.code !== 'rate_limited')
    return undefined;
  return error.refusal.retryAfterSeconds ?? 1;
}

/** Whether nothing happened at the provider. */
export function isNotExecuted(error: unknown): boolean {
  return error instanceof ProviderFailure && error.outcome === 'not_executed';
}
