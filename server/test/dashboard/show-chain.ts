import type { CheckFault, CheckState } from '../../src/deposit-checks/deposit-check.ts';
import type { FundingProblem, FundingState } from '../../src/fundings/funding.ts';
import type { Db } from '../../src/platform/db.ts';
import { until } from '../receiver.ts';

const TX_ID = '3f1c0d4bd6f4a5a5f1b5a9e1a9d0b3c1f4d2e7a6c9b8d7e6f5a4b3c2d1e0f9a8';

interface Sight {
  readonly state: CheckState;
  readonly fault?: CheckFault;
  readonly confirmations?: number;
  /** What arrived, in cents of DePix; without it, nobody can tell. */
  readonly arrivedCents?: number;
}

/** As if the network had been looked at and had shown this for a deposit; nothing looks again. */
export async function showDeposit(db: Db, id: string, sight: Sight): Promise<void> {
  const { state, fault = null, confirmations = 0, arrivedCents } = sight;
  const isRead = arrivedCents === undefined ? null : true;
  const units = arrivedCents === undefined ? null : arrivedCents * 1_000_000;
  // The check is opened when the provider names a transaction, which comes after the confirmation.
  await until(async () => {
    const checks = await db`select from deposit_checks where deposit_id = ${id}`;
    return checks.length > 0;
  }, 30_000);
  await db`
    update deposit_checks set state = ${state}, fault = ${fault}, confirmations = ${confirmations},
      asset_ok = ${isRead}, amount_ok = ${isRead && fault !== 'other_amount'}, units = ${units},
      checked_at = now(), looks = looks + 1, look_at = null
    where deposit_id = ${id}`;
}

interface FundingSight {
  readonly state: FundingState;
  readonly problem?: FundingProblem;
  readonly confirmations?: number;
  readonly arrivedCents?: number;
}

/** The same for a withdrawal. */
export async function showFunding(db: Db, id: string, sight: FundingSight): Promise<void> {
  const { state, problem = null, confirmations = 0, arrivedCents } = sight;
  const units = arrivedCents === undefined ? null : arrivedCents * 1_000_000;
  await db`
    update withdrawal_fundings set state = ${state}, problem = ${problem},
      confirmations = ${confirmations}, units = ${units}, tx_id = ${TX_ID}, seen_at = now(),
      checked_at = now(), looks = looks + 1, look_at = null
    where withdrawal_id = ${id}`;
}

/** The same for a wallet's addresses. @param balanceCents null: what is there cannot be read */
export async function showBalance(
  db: Db,
  walletId: string,
  balanceCents: number | null,
): Promise<void> {
  const state = balanceCents === null ? 'unobservable' : 'known';
  const units = balanceCents && balanceCents * 1_000_000;
  await db`
    update wallet_addresses set state = ${state}, units = ${units}, checked_at = now(),
      looks = looks + 1, look_at = now() + interval '1 day'
    where wallet_id = ${walletId}`;
}
