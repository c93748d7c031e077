import type { Static } from 'typebox';
import { aheadOf } from '../accounts/store.ts';
import type { CheckFault } from '../deposit-checks/deposit-check.ts';
import { type CheckStanding, checkView } from '../deposit-checks/view.ts';
import { type FundingStanding, fundingView } from '../fundings/view.ts';
import type { DepositId, EnvironmentId, WithdrawalId } from '../ids.ts';
import { UNITS_PER_CENT } from '../liquid/units.ts';
import type { Cents } from '../money.ts';
import type { Db } from '../platform/db.ts';
import type { DepositChainView, WithdrawalChainView } from './chain-views.ts';

interface Check extends CheckStanding {
  readonly fault: CheckFault | null;
  readonly arrivedCents: Cents | null;
}

interface Funding extends FundingStanding {
  readonly arrivedCents: Cents | null;
}

const NOT_LOOKED = {
  state: 'unchecked',
  confirmations: 0,
  checkedAt: null,
  arrivedCents: null,
} as const;
const NO_CHECK: Check = { ...NOT_LOOKED, fault: null, assetOk: null, amountOk: null };
const NO_FUNDING: Funding = { ...NOT_LOOKED, txId: null, problem: null };

/** @param confirmationsNeeded how many confirmations make it confirmed */
export async function readDepositChain(
  db: Db,
  environmentId: EnvironmentId,
  id: DepositId,
  confirmationsNeeded: number,
): Promise<Static<typeof DepositChainView>> {
  const [check = NO_CHECK] = await db<Check>`
    select state, fault, confirmations, checked_at + ${aheadOf(environmentId)} as checked_at,
      asset_ok, amount_ok,
      case when asset_ok then units / ${String(UNITS_PER_CENT)}::bigint end as arrived_cents
    from deposit_checks where environment_id = ${environmentId} and deposit_id = ${id}`;
  const { fault, arrivedCents } = check;
  return { ...checkView(check), fault, arrivedCents, confirmationsNeeded };
}

/** @param confirmationsNeeded how many confirmations make it confirmed */
export async function readWithdrawalChain(
  db: Db,
  environmentId: EnvironmentId,
  id: WithdrawalId,
  confirmationsNeeded: number,
): Promise<Static<typeof WithdrawalChainView>> {
  const [funding = NO_FUNDING] = await db<Funding>`
    select state, problem, tx_id, confirmations,
      checked_at + ${aheadOf(environmentId)} as checked_at,
      units / ${String(UNITS_PER_CENT)}::bigint as arrived_cents
    from withdrawal_fundings where environment_id = ${environmentId} and withdrawal_id = ${id}`;
  return { ...fundingView(funding), arrivedCents: funding.arrivedCents, confirmationsNeeded };
}
