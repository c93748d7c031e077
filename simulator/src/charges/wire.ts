import { brCode } from '../br-code.ts';
import { inBrasilia } from '../times.ts';
import { type Charge, informedEuidOf, statusAt } from './charge.ts';

/** The Pix key behind every code of the sandbox. */
const PIX_KEY = 'pix@sandbox.invalid';

export const qrUrlOf = (baseUrl: string, id: string): string => `${baseUrl}/qr/${id}.png`;

/**
 * No bank is meant to look there. The sandbox's own address stays out of a code: it may not fit
 * into the field, and parsers of codes refuse a port.
 */
export const codeOf = ({ id, amountInCents }: Pick<Charge, 'id' | 'amountInCents'>): string =>
  brCode(`pix.sandbox.invalid/${id}`, amountInCents);

/** A charge as `deposit-status` and the deposit notices show it. */
export function depositView(charge: Charge, now: Date): object {
  return {
    qrId: charge.id,
    status: statusAt(charge, now),
    valueInCents: charge.paidInCents ?? charge.amountInCents,
    expiration: inBrasilia(charge.expiresAt),
    pixKey: PIX_KEY,
    ...(charge.status !== 'pending' && payerView(charge)),
    ...(charge.blockchainTxId && { blockchainTxID: charge.blockchainTxId }),
    ...(charge.delayUntil && { delayUntil: inBrasilia(charge.delayUntil) }),
  };
}

function payerView(charge: Charge): object {
  if (charge.payerTaxNumber === null) return {};
  return {
    payerName: charge.payerName,
    payerTaxNumber: charge.payerTaxNumber,
    payerEUID: charge.payerEuid,
    bankTxId: charge.bankTxId,
    ...(charge.rejectionReasons.length > 0 && { rejectionReasons: charge.rejectionReasons }),
  };
}

export function depositNotice(charge: Charge, now: Date): object {
  return { webhookType: 'deposit', ...depositView(charge, now) };
}

export function medNotice(charge: Charge, now: Date, principalInCents: number | null): object {
  const taxNumber = charge.informedTaxNumber ?? charge.payerTaxNumber ?? '';
  return {
    webhookType: 'med',
    qrId: charge.id,
    bankTxId: charge.bankTxId,
    creationDateReport: inBrasilia(now),
    euid: informedEuidOf(charge) ?? charge.payerEuid,
    name: charge.payerName,
    partnerId: charge.partner,
    principalValueInCents: principalInCents,
    taxNumber,
    ...(charge.blockchainTxId && { blockchainTxID: charge.blockchainTxId }),
  };
}
