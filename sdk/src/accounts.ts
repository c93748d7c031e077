import type { CallOptions, Client } from './request.ts';

export interface OnChainBalance {
  /** `unobservable`: only its owner can see it; `unavailable`: not looked up lately. */
  readonly state: 'known' | 'unobservable' | 'unavailable';
  readonly balanceCents: number | null;
  readonly checkedAt: string | null;
}

interface Sums {
  readonly receivedCents: number;
  readonly pendingCents: number;
  readonly refundedCents: number;
}

export interface WalletBalance extends Sums {
  readonly walletId: string;
  readonly liquidAddress: string;
  readonly label: string;
  readonly isDefault: boolean;
  readonly onChain: OnChainBalance;
}

export interface Balances {
  readonly balances: readonly WalletBalance[];
  readonly totals: Sums;
}

export interface FeeSchedule {
  readonly percentBasisPoints: number;
  readonly fixedCents: number;
}

export interface Fees {
  readonly deposit: FeeSchedule;
  readonly withdrawal: FeeSchedule;
}

export type Balance = ReturnType<typeof openBalance>;

export function openBalance({ call }: Client) {
  return {
    get: (options?: CallOptions) =>
      call<Balances>({ method: 'GET', path: '/v1/api/balance' }, options),
  };
}

export type AccountFees = ReturnType<typeof openFees>;

export function openFees({ call }: Client) {
  return {
    get: (options?: CallOptions) => call<Fees>({ method: 'GET', path: '/v1/api/fees' }, options),
  };
}
