import type { Tenancy } from '../accounts/environment.ts';
import type { App } from '../app.ts';
import { notifyChange } from '../changes/notify-change.ts';
import { ApiError } from '../errors.ts';
import { findKey } from '../idempotency/claim.ts';
import { createWithdrawal } from '../withdrawals/create-withdrawal.ts';
import { endRequest, isLongDecided } from './store.ts';
import { orderKeyOf, REQUEST_STEPS, type WithdrawalRequest } from './withdrawal-request.ts';

/**
 * Makes the withdrawal that a person confirmed, at most once however often this is called: its
 * idempotency key and its id come from the request. The worker resumes what is left open.
 */
export async function makeWithdrawal(
  app: App,
  tenancy: Tenancy,
  request: WithdrawalRequest,
): Promise<void> {
  const { id: content, withdrawalId: resourceId } = request;
  const keyed = { key: orderKeyOf(request), content, resourceId };
  try {
    await createWithdrawal(app, tenancy, keyed, () => orderOf(request));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (await isOver(app, request)) await end(app, request, 'refuse', error.code);
    return;
  }
  await end(app, request, 'make', null);
}

function orderOf({ amountCents, pixKeyType, pixKey, taxId, externalId }: WithdrawalRequest) {
  return { amountCents, pixKeyType, pixKey, taxId, externalId, fromPanel: true };
}

/** Whether the withdrawal can no longer be made: an unknown outcome may still turn out well. */
async function isOver(app: App, request: WithdrawalRequest): Promise<boolean> {
  const key = await findKey(app, request.environmentId, orderKeyOf(request));
  if (key?.state === 'failed') return true;
  // After a day the person no longer expects it to happen, and each attempt may have left a payout
  // at the provider. A running key is left to its holder, who may have just made the withdrawal.
  if (key !== undefined && key.state !== 'resting') return false;
  return isLongDecided(app.db, request);
}

async function end(
  app: App,
  request: WithdrawalRequest,
  step: 'make' | 'refuse',
  refusal: string | null,
): Promise<void> {
  const { environmentId, id } = request;
  await app.db.begin(async (tx) => {
    if (!(await endRequest(tx, request, step, refusal))) return;
    const status = REQUEST_STEPS[step].to;
    notifyChange(tx, { environmentId, kind: 'withdrawal_request', id, status });
  });
}
