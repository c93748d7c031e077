import type { App } from '../app.ts';
import { insertTransactions } from '../chain/store.ts';
import { ControlError, invalidState } from '../errors.ts';
import { insertNotices } from '../notices/store.ts';
import { getPartner } from '../partners/store.ts';
import type { Partner } from '../partners/partner.ts';
import type { Tx } from '../platform/database.ts';
import { deleteSteps, planSteps } from '../steps/store.ts';
import { payDepositAddress } from './pay-deposit-address.ts';
import { lockWithdrawal, saveWithdrawals } from './store.ts';
import { noticesOfWithdrawal } from './compose-notices.ts';
import {
  force,
  type Funding,
  isLapsed,
  receiveFunds,
  type Withdrawal,
  type WithdrawalStatus,
} from './withdrawal.ts';

/** What a command works on: the locked withdrawal, and its partner. */
interface Scene {
  readonly app: App;
  readonly tx: Tx;
  readonly partner: Partner;
  readonly withdrawal: Withdrawal;
}

export type WithdrawalCommand = (scene: Scene) => Promise<void>;

const STEP_MS = 200;

/** Carries out one command; it is committed, with everything that follows from it, on return. */
export async function commandWithdrawal(
  app: App,
  partnerName: string,
  id: string,
  command: WithdrawalCommand,
): Promise<void> {
  await app.db.begin((tx) => runWithdrawalCommand(app, tx, partnerName, id, command));
  app.wake('steps');
  app.wake('notices');
}

/** The same inside a larger transaction. @throws ControlError before anything is written */
export async function runWithdrawalCommand(
  app: App,
  tx: Tx,
  partnerName: string,
  id: string,
  command: WithdrawalCommand,
): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, partnerName, id);
  if (!withdrawal) throw new ControlError('not_found', 'There is no such withdrawal.');
  await command({ app, tx, withdrawal, partner: await getPartner(app, tx, partnerName) });
}

/** Stablecoin arrives at the withdrawal's address. */
export const fundWithdrawal =
  (funding: Funding): WithdrawalCommand =>
  async ({ app, tx, partner, withdrawal }) => {
    const booked = receiveFunds(withdrawal, funding, partner.now);
    const transaction = await payDepositAddress(app, withdrawal, funding);
    // The provider reports nothing about what it does not take.
    const funded =
      booked.fundedAt === null ? booked : { ...booked, blockchainTxId: transaction.txId };
    await saveWithdrawals(tx, [funded]);
    await insertTransactions(tx, [transaction]);
    if (funded.fundedAt === null) return;
    const { outcome = 'sent' } = funding;
    await planSequence(tx, funded, outcome === 'sending' ? ['sending'] : ['sending', outcome]);
  };

const endWithdrawal =
  (status: 'canceled' | 'error' | 'refunded'): WithdrawalCommand =>
  async ({ tx, partner, withdrawal }) => {
    refuseLapsed(withdrawal, partner);
    const ended = force(withdrawal, status);
    if (status === 'refunded') refuseUnfunded(withdrawal);
    await deleteSteps(tx, withdrawal.id);
    await saveWithdrawals(tx, [ended]);
    await insertNotices(tx, noticesOfWithdrawal(partner, ended));
  };

function refuseLapsed(withdrawal: Withdrawal, { now }: Partner): void {
  if (isLapsed(withdrawal, now)) throw invalidState('expired');
}

/** Without accepted funds there is nothing to pay out, or to return. */
function refuseUnfunded({ fundedAt }: Withdrawal): void {
  if (fundedAt === null) throw invalidState('not funded');
}

/** The address expires now; what arrives later is lost. */
const expireWithdrawal: WithdrawalCommand = async ({ tx, partner, withdrawal }) => {
  if (withdrawal.status !== 'unsent' || withdrawal.fundedAt !== null) {
    throw invalidState(withdrawal.status);
  }
  refuseLapsed(withdrawal, partner);
  await saveWithdrawals(tx, [{ ...withdrawal, expiresAt: partner.now }]);
};

/** Retries a failed payout once. */
const retryWithdrawal: WithdrawalCommand = async ({ tx, withdrawal }) => {
  if (withdrawal.status !== 'error') throw invalidState(withdrawal.status);
  refuseUnfunded(withdrawal);
  await deleteSteps(tx, withdrawal.id);
  await planSequence(tx, withdrawal, ['sending', 'sent']);
};

function planSequence(tx: Tx, withdrawal: Withdrawal, statuses: readonly WithdrawalStatus[]) {
  const steps = statuses.map((status, index) => ({ status, afterMs: index * STEP_MS }));
  return planSteps(tx, 'withdrawal', withdrawal, steps);
}

/** The commands that take no argument, by their names. */
export const PLAIN_WITHDRAWAL_COMMANDS: Readonly<Record<string, WithdrawalCommand>> = {
  cancel: endWithdrawal('canceled'),
  error: endWithdrawal('error'),
  refund: endWithdrawal('refunded'),
  expire: expireWithdrawal,
  retry: retryWithdrawal,
};
