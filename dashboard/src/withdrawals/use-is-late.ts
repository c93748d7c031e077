import type { WithdrawalDetail } from '../api/operations.ts';
import { useHasPassed } from '../api/use-now.ts';
import { arrivalOf } from '../chain/arrival.ts';

const NEVER = '9999-12-31T00:00:00Z';

/** The provider, who reports the expiry, may be silent, or this page offline. */
export function useIsLate(withdrawal: WithdrawalDetail | undefined): boolean {
  return useHasPassed(withdrawal?.expiresAt ?? NEVER) && withdrawal?.status === 'PENDING';
}

/** Whether nothing that counts had come by the deadline. */
export function useIsVain(withdrawal: WithdrawalDetail | undefined): boolean {
  return useIsLate(withdrawal) && withdrawal !== undefined && arrivalOf(withdrawal) !== 'seen';
}
