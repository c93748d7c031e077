import { invalidState } from '../errors.ts';
import { euidOf, newEndToEndId } from '../ids.ts';
import type { NoticeSwitches } from '../notices/notice.ts';
import { plusSeconds } from '../times.ts';
import type { ChainFault } from './settlement.ts';

export type ChargeStatus =
  | 'pending'
  | 'under_review'
  | 'approved'
  | 'delayed'
  | 'depix_sent'
  | 'will_refund'
  | 'refunded'
  | 'canceled'
  | 'error';

export type Reason = 'PAYER_MISMATCH' | 'PAST_DAILY_LIMIT' | 'BLOCKED_USER' | 'HIGH_VELOCITY';

/** Pays if neither the charge nor the command names a payer. */
const DEFAULT_PAYER = '00000000191';
/** Two people; a stranger to a charge is whichever of them it was not issued to. */
const STRANGERS = ['11144477735', '12345678909'] as const;

export interface Charge {
  readonly id: string;
  readonly partner: string;
  readonly nonce: string;
  readonly amountInCents: number;
  readonly status: ChargeStatus;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly informedTaxNumber: string | null;
  readonly informedName: string | null;
  readonly informedEuid: string | null;
  readonly depixAddress: string | null;
  readonly splitAddress: string | null;
  readonly splitFee: string | null;
  readonly delayHours: number | null;
  readonly merchantId: string | null;
  readonly paidAt: Date | null;
  readonly paidInCents: number | null;
  readonly payerTaxNumber: string | null;
  readonly payerEuid: string | null;
  readonly payerName: string | null;
  readonly bankTxId: string | null;
  readonly blockchainTxId: string | null;
  readonly delayUntil: Date | null;
  readonly rejectionReasons: readonly Reason[];
  readonly notices: Partial<NoticeSwitches>;
  /** What goes wrong when it is settled. */
  readonly chainFault: ChainFault | null;
}

/** The whole life of a charge; `expired` is not stored but is a pending charge past its time. */
export const MAY_BECOME: Record<ChargeStatus, readonly ChargeStatus[]> = {
  pending: ['under_review', 'canceled', 'error'],
  under_review: ['approved', 'delayed', 'will_refund', 'canceled', 'error'],
  approved: ['depix_sent', 'will_refund', 'refunded', 'error'],
  delayed: ['depix_sent', 'will_refund', 'refunded', 'error'],
  depix_sent: ['refunded'],
  will_refund: ['refunded'],
  refunded: [],
  canceled: [],
  error: ['depix_sent', 'will_refund', 'refunded', 'canceled'],
};

export function statusAt(
  charge: Pick<Charge, 'status' | 'paidAt' | 'expiresAt'>,
  now: Date,
): ChargeStatus | 'expired' {
  const unpaid = charge.status === 'pending' && charge.paidAt === null;
  return unpaid && charge.expiresAt <= now ? 'expired' : charge.status;
}

/** Moves to a status of its sequence. If the table does not allow it, the charge stays as it is. */
export function advance(charge: Charge, status: ChargeStatus): Charge {
  if (!MAY_BECOME[charge.status].includes(status)) return charge;
  if (status === 'delayed') return { ...charge, status, delayUntil: releaseTime(charge) };
  return { ...charge, status };
}

/** Moves to a status by command, or refuses. */
export function force(charge: Charge, status: ChargeStatus, now: Date): Charge {
  const allowed = statusAt(charge, now) !== 'expired' && MAY_BECOME[charge.status].includes(status);
  if (!allowed) throw invalidState(statusAt(charge, now));
  return { ...charge, status };
}

function releaseTime(charge: Charge): Date | null {
  if (charge.paidAt === null || charge.delayHours === null) return null;
  return plusSeconds(charge.paidAt, charge.delayHours * 3600);
}

export interface Payment {
  readonly payerTaxNumber?: string;
  readonly payerName?: string;
  /** Whether somebody else pays, no matter who. */
  readonly stranger?: boolean;
  readonly amountInCents?: number;
  /** How much more or less than requested is paid, when no amount is named. */
  readonly differenceInCents?: number;
  /** Whether an expired charge is paid all the same. */
  readonly late?: boolean;
  readonly hold?: Reason;
  /**
   * How long the provider holds the stablecoin back, instead of what the charge was created with.
   */
  readonly delayHours?: number;
  /** What goes wrong on the chain when the stablecoin is sent. */
  readonly chain?: ChainFault;
}

/** What a payment of this charge amounts to. */
export const paidBy = (
  charge: Pick<Charge, 'amountInCents'>,
  { amountInCents, differenceInCents = 0 }: Payment,
): number => amountInCents ?? Math.max(1, charge.amountInCents + differenceInCents);

/** Books the payment; the status follows step by step, see `sequenceOf`. */
export function receivePayment(charge: Charge, payment: Payment, now: Date): Charge {
  const status = statusAt(charge, now);
  const payable = status === 'pending' || (status === 'expired' && payment.late === true);
  if (!payable) throw invalidState(status);

  const payer = payerOf(charge, payment);
  const mismatch = payer.payerEuid !== (informedEuidOf(charge) ?? payer.payerEuid);
  const hold: Reason[] = payment.hold ? [payment.hold] : [];
  return {
    ...charge,
    paidAt: now,
    paidInCents: paidBy(charge, payment),
    delayHours: payment.delayHours ?? charge.delayHours,
    chainFault: payment.chain ?? null,
    ...payer,
    payerName: payment.payerName ?? charge.informedName ?? 'SANDBOX PAYER',
    bankTxId: `fitbank_${newEndToEndId(now)}`,
    rejectionReasons: mismatch ? ['PAYER_MISMATCH'] : hold,
  };
}

/** Who the charge was issued to, if that was given. */
export function informedEuidOf(
  charge: Pick<Charge, 'informedTaxNumber' | 'informedEuid'>,
): string | null {
  return charge.informedTaxNumber === null ? charge.informedEuid : euidOf(charge.informedTaxNumber);
}

export function payerOf(
  charge: Pick<Charge, 'informedTaxNumber' | 'informedEuid'>,
  { payerTaxNumber, stranger = false }: Payment,
): { payerTaxNumber: string; payerEuid: string } {
  const given = stranger ? strangerTo(charge) : payerTaxNumber;
  const taxNumber = given ?? charge.informedTaxNumber ?? DEFAULT_PAYER;
  const asInformed = given === undefined ? informedEuidOf(charge) : null;
  return { payerTaxNumber: taxNumber, payerEuid: asInformed ?? euidOf(taxNumber) };
}

function strangerTo(
  charge: Pick<Charge, 'informedTaxNumber' | 'informedEuid'>,
): string | undefined {
  return STRANGERS.find((person) => euidOf(person) !== informedEuidOf(charge));
}

/** The statuses that a paid charge goes through by itself, unless a command intervenes. */
export function sequenceOf(charge: Charge): readonly ChargeStatus[] {
  if (charge.rejectionReasons.includes('PAYER_MISMATCH')) {
    return ['under_review', 'will_refund', 'refunded'];
  }
  if (charge.rejectionReasons.length > 0) return ['under_review'];
  if (charge.delayHours !== null) return ['under_review', 'delayed'];
  return ['under_review', 'approved', 'depix_sent'];
}

/** For a charge that is paid already: as many steps, which repeat its status and change nothing. */
export const repeatSequence = (charge: Charge): readonly ChargeStatus[] =>
  sequenceOf(charge).map(() => charge.status);
