import type { OperationName } from '../idempotency/claim.ts';
import { CALL_CASES } from './call-cases.ts';
import type { SandboxCase } from './case.ts';
import { CHAIN_CASES } from './chain-cases.ts';
import { DEPOSIT_CASES } from './deposit-cases.ts';
import { WITHDRAWAL_CASES } from './withdrawal-cases.ts';

/** Everything that can be rehearsed, in display order. */
export const CASES: readonly SandboxCase[] = [
  ...DEPOSIT_CASES,
  ...CHAIN_CASES,
  ...CALL_CASES,
  ...WITHDRAWAL_CASES,
];

const BY_NAME = new Map(CASES.map((one) => [one.name, one]));

export function findCase(name: string): SandboxCase | undefined {
  return BY_NAME.get(name);
}

/** The case of an order, by what the client sent. The document takes precedence over the amount. */
export function caseOf(
  operation: OperationName,
  order: { readonly taxId: string; readonly amountCents: number },
): SandboxCase | undefined {
  const fits = CASES.filter(({ of }) => of.includes(operation));
  return (
    fits.find(({ taxId }) => taxId === order.taxId) ??
    fits.find(({ amountCents }) => amountCents === order.amountCents)
  );
}
