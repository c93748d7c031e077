import type { Caller } from '../api-keys/caller.ts';
import type { App } from '../app.ts';
import { type Person, personActor } from '../audits/audit.ts';
import { recordAct } from '../audits/record-act.ts';
import { notifyChange } from '../changes/notify-change.ts';
import { ApiError } from '../errors.ts';
import type { EnvironmentId } from '../ids.ts';
import { failpoint } from '../platform/failpoint.ts';
import { closedToWithdrawals } from '../withdrawals/create-withdrawal.ts';
import { makeWithdrawal } from './make-withdrawal.ts';
import { findRequest, writeDecision } from './store.ts';
import { REQUEST_STEPS, type WithdrawalRequest } from './withdrawal-request.ts';

export interface Decision {
  readonly id: string;
  readonly step: 'confirm' | 'decline';
  readonly by: Person;
  /** The IP address that the person's request came from. */
  readonly address: string;
}

/**
 * Records a person's answer to an agent's request. Confirming twice, or by two people at once,
 * makes only one withdrawal.
 * @throws ApiError not_found, invalid_state, withdrawals_disabled, not_configured
 */
export async function decideRequest(
  app: App,
  caller: Caller,
  decision: Decision,
): Promise<WithdrawalRequest> {
  const { id: environmentId } = caller.environment;
  const { id, step } = decision;
  const { state } = await getRequest(app, environmentId, id);
  // If no withdrawal can be made now, it cannot be confirmed either: the request keeps waiting.
  const isNew = step === 'confirm' && state === 'WAITING';
  const closed = isNew ? closedToWithdrawals(app, caller) : undefined;
  if (closed) throw closed;
  await writeDown(app, caller, decision);
  failpoint('withdrawal-request.after-decision');
  const decided = await getRequest(app, environmentId, id);
  const isConfirmed = ['CONFIRMED', 'MADE', 'REFUSED'].includes(decided.state);
  if (isConfirmed !== (step === 'confirm') || decided.state === 'EXPIRED') {
    throw new ApiError('invalid_state');
  }
  if (decided.state !== 'CONFIRMED') return decided;
  await makeWithdrawal(app, caller, decided);
  return getRequest(app, environmentId, id);
}

async function writeDown(
  app: App,
  { environment }: Caller,
  { id, step, by, address }: Decision,
): Promise<void> {
  const { id: environmentId, accountId, mode } = environment;
  await app.db.begin(async (tx) => {
    if (!(await writeDecision(tx, environmentId, id, step, by.userId))) return;
    const status = REQUEST_STEPS[step].to;
    notifyChange(tx, { environmentId, kind: 'withdrawal_request', id, status });
    const actor = personActor(by);
    const action = `${step}WithdrawalRequest`;
    await recordAct(tx, { actor, action, accountId, mode, subject: id, address });
  });
}

async function getRequest(
  app: App,
  environmentId: EnvironmentId,
  id: string,
): Promise<WithdrawalRequest> {
  const request = await findRequest(app, environmentId, id);
  if (!request) throw new ApiError('not_found');
  return request;
}
