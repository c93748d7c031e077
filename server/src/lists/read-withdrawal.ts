import type { Static } from 'typebox';
import type { Environment } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import type { WithdrawalId } from '../ids.ts';
import { maskTaxIdKey } from '../pix/pix-key.ts';
import { maskTaxId } from '../pix/tax-id.ts';
import { findReceipt } from '../withdrawals/receipt.ts';
import { findWithdrawal } from '../withdrawals/store.ts';
import { withdrawalStatus, withdrawalUri } from '../withdrawals/view.ts';
import { withdrawalItem } from './list-withdrawals.ts';
import { readWithdrawalChain } from './read-chain.ts';
import { readTransitions } from './read-transitions.ts';
import type { WithdrawalDetailView } from './withdrawal-views.ts';

/** Undefined if the environment has no such withdrawal. */
export async function readWithdrawal(
  app: App,
  { id: environmentId, mode }: Environment,
  id: WithdrawalId,
): Promise<Static<typeof WithdrawalDetailView> | undefined> {
  const { confirmations } = app.config.chain;
  const [withdrawal, receiptUrl, transitions, chain] = await Promise.all([
    findWithdrawal(app, environmentId, id),
    findReceipt(app, environmentId, id),
    readTransitions(app.db, environmentId, id),
    readWithdrawalChain(app.db, environmentId, id, confirmations),
  ]);
  if (!withdrawal) return undefined;
  const status = withdrawalStatus(withdrawal);
  const cause = withdrawal.fromPanel ? 'panel' : 'api';
  return {
    ...status,
    ...withdrawalItem(withdrawal),
    pixKey: maskTaxIdKey(withdrawal.pixKeyType, withdrawal.pixKey),
    recipient: maskTaxId(withdrawal.taxId),
    liquidUri: withdrawalUri(withdrawal, mode, app.config),
    receiptUrl,
    chain,
    timeline: [{ at: status.createdAt, what: 'created', cause }, ...transitions],
    raw: { ...status, receiptUrl, chain },
  };
}
