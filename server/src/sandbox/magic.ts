import { REHEARSED_TAX_ID } from '../pix/tax-id.ts';

/** Orders that make the sandbox misbehave on purpose, by what the client sent. Test mode only. */

export interface Fault {
  readonly kind: 'status' | 'lose-answer' | 'delay' | 'decline';
  readonly status?: number;
  readonly times?: number;
  readonly ms?: number;
}

const BY_AMOUNT: Readonly<Record<number, Fault>> = {
  50_002: { kind: 'status', status: 500, times: 2 },
  50_003: { kind: 'lose-answer', times: 1 },
  50_005: { kind: 'delay', ms: 5_000 },
};

export function faultFor(taxId: string, amountCents: number): Fault | undefined {
  return taxId === REHEARSED_TAX_ID ? { kind: 'decline' } : BY_AMOUNT[amountCents];
}
