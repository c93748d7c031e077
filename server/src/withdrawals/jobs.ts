import type { App, Tenant } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { Job } from '../platform/job-loop.ts';
import { applyNotices, type NoticeTaker } from '../provider/apply-notices.ts';
import { ProviderFailure } from '../provider/port.ts';
import type { Cause } from '../provider/transition.ts';
import { settleWithdrawal } from './settle-withdrawal.ts';
import { findByProviderRef, leaseLooks, type OpenWithdrawal } from './store.ts';

export function withdrawalJobs(app: App): Job[] {
  const taker: NoticeTaker = {
    kinds: ['withdraw'],
    find: (mode, ref) => findByProviderRef(app.db, mode, ref),
    settle: async (target) => {
      await readBack(app, target, 'provider_webhook');
      return true;
    },
  };
  return [
    { name: 'withdrawal notices', everyMs: 100, turn: () => applyNotices(app, taker) },
    { name: 'withdrawal looks', everyMs: 1_000, turn: () => lookAtWithdrawals(app) },
  ];
}

const BATCH = 32;

/** The provider lists no payouts, so each open one is read by itself. */
async function lookAtWithdrawals(app: App): Promise<boolean> {
  const due = await leaseLooks(app.db, BATCH);
  await Promise.all(due.map((withdrawal) => lookAt(app, withdrawal)));
  return due.length === BATCH;
}

async function lookAt(app: App, withdrawal: OpenWithdrawal): Promise<void> {
  try {
    await readBack(app, { ...withdrawal, ref: withdrawal.providerRef }, 'poll');
  } catch (error) {
    // Its look was put off when it was leased.
    if (!(error instanceof ProviderFailure)) throw error;
  }
}

interface WithdrawalTarget extends Tenant {
  readonly id: string;
  readonly ref: string;
}

/** @throws ProviderFailure when the provider cannot be asked, or denies a payout that it made */
async function readBack(app: App, target: WithdrawalTarget, cause: Cause): Promise<void> {
  const provider = app.providerOf(target);
  if (!provider) throw new ProviderFailure('not_executed', new ApiError('not_configured'));
  const reading = await provider.readPayout(target.ref);
  if (!reading) throw new ProviderFailure('unknown', new ApiError('provider_error'));
  await settleWithdrawal(app, target.environmentId, target.id, { reading, cause });
}
