import type { TenantOperation } from '../api/query.ts';

/** What the server says has happened: where to look, never what to believe. */
export interface Change {
  readonly kind:
    'deposit' | 'deposit_check' | 'withdrawal' | 'delivery' | 'alert' | 'withdrawal_request';
  readonly id: string;
  readonly status: string;
}

const MONEY: readonly TenantOperation[] = ['getOverview', 'getBalance', 'listTransactions'];

/** Which operations may return something else after a change of each kind. */
const TOUCHED = {
  deposit: [
    ...MONEY,
    'getChecklist',
    'getDepositDetail',
    'listDeposits',
    'listPaymentLinks',
    'readPaymentLink',
  ],
  deposit_check: ['getOverview', 'getBalance', 'getDepositDetail', 'listDeposits'],
  withdrawal: [...MONEY, 'getWithdrawalDetail', 'listWithdrawals'],
  delivery: [
    'getChecklist',
    'getEndpointHealth',
    'getWebhookDelivery',
    'listEndpointHealth',
    'listWebhookDeliveries',
    'listWebhookEndpoints',
  ],
  alert: ['countAlerts', 'listAlerts'],
  withdrawal_request: ['listWithdrawalRequests', 'getWithdrawalRequest'],
} as const satisfies Record<Change['kind'], readonly TenantOperation[]>;

export function touchedBy(changes: readonly Change[]): TenantOperation[] {
  return [...new Set(changes.flatMap(({ kind }): readonly TenantOperation[] => TOUCHED[kind]))];
}

/** Undefined if this build does not know the kind. */
export function readChange(data: string): Change | undefined {
  try {
    const { kind, id, status } = JSON.parse(data) as Partial<Record<keyof Change, unknown>>;
    if (typeof kind !== 'string' || !Object.hasOwn(TOUCHED, kind) || typeof id !== 'string')
      return undefined;
    // The line above made sure that it is one of them.
    return { kind: kind as Change['kind'], id, status: typeof status === 'string' ? status : '' };
  } catch {
    return undefined;
  }
}

/** How long to wait before requesting a refused stream again. */
export function waitMs(refusals: number): number {
  return Math.min(60_000, 2_000 * 2 ** Math.min(refusals, 5));
}
