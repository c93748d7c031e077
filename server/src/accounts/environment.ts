import { type Cents, cents, MIN_AMOUNT, shareOf } from '../money.ts';
import type { Text } from '../errors.ts';
import type { AccountId, EnvironmentId } from '../ids.ts';

export const MODES = ['test', 'live'] as const;
export type Mode = (typeof MODES)[number];

/** What an operation costs: a share in basis points (100 = 1 %) plus a fixed part. */
export interface FeeSchedule {
  readonly percentBasisPoints: number;
  readonly fixedCents: Cents;
}

/** Requests per second, sustained, and the burst allowed at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** A tenant: one mode of one account. No row of one environment is visible from another. */
export interface Environment {
  readonly id: EnvironmentId;
  readonly accountId: AccountId;
  readonly mode: Mode;
  readonly fees: { readonly deposit: FeeSchedule; readonly withdrawal: FeeSchedule };
  readonly depositsEnabled: boolean;
  readonly withdrawalsEnabled: boolean;
  readonly rates: { readonly read: Rate; readonly money: Rate };
}

/** The tenant that a request is for. */
export interface Tenancy {
  readonly environment: Environment;
  /** Whether the installation currently moves no new money. */
  readonly safeMode: boolean;
}

export function feeOf(amount: Cents, schedule: FeeSchedule): Cents {
  return cents(shareOf(amount, schedule.percentBasisPoints) + schedule.fixedCents);
}

/**
 * Why a deposit schedule cannot be set; undefined if it can. The fee for the smallest amount must
 * cover the provider's fee and leave the wallet at least one cent.
 */
export function depositFeeProblem(schedule: FeeSchedule, providerFee: Cents): Text | undefined {
  const smallest = feeOf(MIN_AMOUNT, schedule);
  const fee = String(smallest);
  if (smallest < providerFee) {
    return {
      pt: `a tarifa de um depósito de ${String(MIN_AMOUNT)} centavos seria de ${fee} centavos e não cobriria os ${String(providerFee)} do provedor`,
      en: `the fee of a ${String(MIN_AMOUNT)} cents deposit would be ${fee} cents and not cover the provider's ${String(providerFee)}`,
    };
  }
  if (smallest >= MIN_AMOUNT) {
    return {
      pt: `a tarifa de um depósito de ${String(MIN_AMOUNT)} centavos seria de ${fee} centavos e não deixaria nada à carteira`,
      en: `the fee of a ${String(MIN_AMOUNT)} cents deposit would be ${fee} cents and leave the wallet nothing`,
    };
  }
  return undefined;
}
