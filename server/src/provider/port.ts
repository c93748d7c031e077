import { ApiError } from '../errors.ts';
import type { Cents } from '../money.ts';

/** What this product needs of a PIX provider, in its own words. */
export interface PixProvider {
  /**
   * Not safe to repeat by itself: an unknown outcome may have made a charge that nobody has seen.
   */
  createCharge(order: ChargeOrder): Promise<Charge>;
  /** Undefined when the provider knows no such charge. */
  readCharge(ref: string): Promise<ChargeReading | undefined>;
  /**
   * The charges made in [from, to), split into as many calls as the provider's row cap asks for.
   */
  listCharges(from: Date, to: Date): Promise<ChargeListing[]>;
  createPayout(order: PayoutOrder): Promise<Payout>;
  readPayout(ref: string): Promise<PayoutAnswer | undefined>;
  /** Reads a filed MED notice; undefined when it makes no sense. */
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
  /** What the client asked for; the provider is told `totalCents`. */
  readonly amountCents: Cents;
  readonly totalCents: Cents;
  /** The platform's part, as hundredths of a percent of the total; 0 sends no split. */
  readonly splitBasisPoints: number;
}

export interface Charge {
  readonly ref: string;
  /** EMV text whose checksum and amount were found right. */
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
/** `unknown`, here as below: no word we know. It is kept, alarmed, and never believed of money. */
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
  /** The provider's message as it came; personal, so it is only ever stored sealed. */
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
  /** The fields that were not what they should be, and are left out. */
  readonly unread: readonly string[];
}

export interface PayoutOrder {
  readonly nonce: string;
  readonly pixKey: string;
  readonly ownerTaxId: string;
  /** What the client asked for. */
  readonly amountCents: Cents;
  /** What the provider is told to pay out: the amount, and in test a rehearsed platform fee. */
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
  readonly expiresAt: Date;
  readonly blockchainTxId: string | undefined;
  readonly pixEndToEndId: string | undefined;
  readonly raw: string;
}

/** As the provider tells it: what it leaves out, or nobody can read, is undefined. */
export type PayoutAnswer = {
  readonly [Field in keyof PayoutReading]: Field extends 'depositAddress' | 'expiresAt'
    ? PayoutReading[Field] | undefined
    : PayoutReading[Field];
};

/**
 * Why a call brought nothing. `refused`: the provider said no for good. `not_executed`: nothing
 * happened and the call may be made again. `unknown`: it may or may not have happened.
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

/** Nobody knows whether it happened. */
export function unknownOutcome(): ProviderFailure {
  return new ProviderFailure('unknown', new ApiError('provider_error'));
}

/** Nothing was asked: there is no provider, or it lacks a setting or a permission. */
export function notConfigured(): ProviderFailure {
  return new ProviderFailure('not_executed', new ApiError('not_configured'));
}

/** Nothing was asked: the provider, or our count of what it grants, has room only later. */
export function throttled(retryAfterSeconds: number): ProviderFailure {
  return new ProviderFailure('not_executed', new ApiError('rate_limited', { retryAfterSeconds }));
}

/** Of what was throttled, after how many seconds there is room for it; of all else undefined. */
export function roomInSeconds(error: unknown): number | undefined {
  if (!(error instanceof ProviderFailure) || error.refusal.code !== 'rate_limited')
    return undefined;
  return error.refusal.retryAfterSeconds ?? 1;
}

/** Whether nothing happened at the provider. */
export function isNotExecuted(error: unknown): boolean {
  return error instanceof ProviderFailure && error.outcome === 'not_executed';
}
