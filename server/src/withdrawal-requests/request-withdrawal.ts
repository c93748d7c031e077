import type { Environment } from '../accounts/environment.ts';
import { findKeyById } from '../api-keys/store.ts';
import type { App } from '../app.ts';
import { recordAct } from '../audits/record-act.ts';
import { notifyChange } from '../changes/notify-change.ts';
import { ApiError } from '../errors.ts';
import { type ApiKeyId, newId } from '../ids.ts';
import { queueMailOfEnvironment } from '../mails/store.ts';
import type { WithdrawalTerms } from '../withdrawals/create-withdrawal.ts';
import { findByName, findRequest, insertRequest, type RequestName } from './store.ts';
import type { WithdrawalRequest } from './withdrawal-request.ts';

export interface RequestOrder extends WithdrawalTerms {
  readonly reason: string;
}

interface Asker {
  readonly environment: Environment;
  readonly keyId: ApiKeyId;
  /** The IP address that the call came from. */
  readonly address: string;
}

const FINGERPRINT = 'withdrawal_requests.fingerprint';

/**
 * Records a withdrawal that an agent requests, and tells those who may confirm it. The same call
 * again returns the same request.
 * @throws ApiError idempotency_mismatch
 */
export async function requestWithdrawal(
  app: App,
  { environment, keyId, address }: Asker,
  order: RequestOrder,
  { key, content }: { readonly key: string; readonly content: string },
): Promise<{ readonly request: WithdrawalRequest; readonly replayed: boolean }> {
  const { id: environmentId, accountId, mode } = environment;
  const requestName = { environmentId, keyId, requestKey: key };
  const id = newId('wrq');
  const inserted = await app.db.begin(async (tx) => {
    const expiresAt = await insertRequest(tx, app, {
      ...order,
      ...requestName,
      id,
      fingerprint: app.vault.digest(FINGERPRINT, content),
      withdrawalId: newId('wdr'),
    });
    if (!expiresAt) return false;
    const keyName = (await findKeyById(tx, environmentId, keyId))?.name ?? '';
    const { amountCents } = order;
    await queueMailOfEnvironment(tx, app.vault, environmentId, {
      kind: 'withdrawal_requested',
      subject: id,
      facts: { requestId: id, amountCents, keyName, expiresAt: expiresAt.toISOString() },
    });
    notifyChange(tx, { environmentId, kind: 'withdrawal_request', id, status: 'WAITING' });
    await recordAct(tx, {
      actor: { kind: 'key', id: keyId, label: keyName },
      action: 'requestWithdrawal',
      accountId,
      mode,
      subject: id,
      details: { amountCents },
      address,
    });
    return true;
  });
  return { request: await getByName(app, requestName, content), replayed: !inserted };
}

/** @throws ApiError idempotency_mismatch if the key was used for a different request */
async function getByName(
  app: App,
  requestName: RequestName,
  content: string,
): Promise<WithdrawalRequest> {
  const known = await findByName(app.db, requestName);
  if (!known || !app.vault.isDigestOf(known.fingerprint, FINGERPRINT, content)) {
    throw new ApiError('idempotency_mismatch');
  }
  const request = await findRequest(app, requestName.environmentId, known.id);
  if (!request) throw new Error('a withdrawal request is never deleted');
  return request;
}
