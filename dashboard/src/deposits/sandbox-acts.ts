import type { DepositDetail } from '../api/operations.ts';
import type { useTenantCall } from '../api/query.ts';
import { anotherTaxId } from '../documents/tax-id.ts';

type Call = ReturnType<typeof useTenantCall>;

/** What a payer, a bank or the provider can do about a deposit in test mode. */
export function sandboxActs(call: Call, { id, payer }: Pick<DepositDetail, 'id' | 'payer'>) {
  const path = { id };
  const pay = (body: { payerTaxId?: string; late?: boolean; hold?: 'HIGH_VELOCITY' }) =>
    call('paySandboxDeposit', { path, body });
  return {
    pay: () => pay({}),
    other: () => pay({ payerTaxId: anotherTaxId(payer) }),
    late: () => pay({ late: true }),
    review: () => pay({ hold: 'HIGH_VELOCITY' }),
    release: () => call('releaseSandboxDeposit', { path }),
    refund: () => call('refundSandboxDeposit', { path }),
    expire: () => call('expireSandboxDeposit', { path }),
    fail: () => call('failSandboxDeposit', { path, body: {} }),
    med: () => call('medSandboxDeposit', { path }),
  };
}
