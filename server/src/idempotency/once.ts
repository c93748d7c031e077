import { randomUUID } from 'node:crypto';
import type { App } from '../app.ts';
import type { Environment } from '../accounts/environment.ts';
import { ApiError } from '../errors.ts';
import type { OrderId } from '../ids.ts';
import { raiseAlert } from '../operator-alerts/store.ts';
import { isDatabaseAway, isUniqueViolation } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { retryWhileAway } from '../platform/retry-while-away.ts';
import { ProviderFailure, unknownOutcome } from '../provider/port.ts';
import {
  type Claim,
  claimNewKey,
  dropProgress,
  findKey,
  type KnownKey,
  LEASE_SECONDS,
  type NewClaim,
  type OperationName,
  renewLease,
  spendNewKey,
  takeUpKey,
} from './claim.ts';
import type { Answer, Ending } from './complete-key.ts';
import { failKey, releaseKey, restKey } from './end-key.ts';
import { FINGERPRINT } from './fingerprint.ts';
import { recordLateAnswer } from './orphan.ts';

/** A kind of money operation: how a request, or the worker after a crash, carries it out. */
export interface Operation {
  readonly name: OperationName;
  /** Calls the provider. The outcome of a `ProviderFailure` it throws decides how the key ends. */
  readonly perform: (app: App, claim: Claim) => Promise<Performed>;
}

export interface Performed {
  readonly body: object;
  readonly providerRef: string;
  /** Writes what was made in the commit that completes the key. False: the claim was lost. */
  readonly record: (ending: Ending) => Promise<boolean>;
}

export interface KeyedRequest {
  readonly environment: Environment;
  readonly key: string;
  /** Method, path and canonical body: requests with the same content are the same request. */
  readonly content: string;
  /** What it makes, unless the key is known: that key owns an id already. */
  readonly resourceId: OrderId;
  /** Why no new order is accepted now; known keys are still answered. */
  readonly closed: ApiError | undefined;
  /** Validates fields and fixes prices and addresses; an ApiError it throws uses up the key. */
  readonly plan: () => Promise<unknown>;
}

/** Which request it is, and what it makes. */
export type Keyed = Pick<KeyedRequest, 'key' | 'content' | 'resourceId'>;

export interface OnceAnswer extends Answer {
  readonly replayed: boolean;
}

/**
 * Performs an operation at most once per key, whichever process dies along the way.
 * @throws ApiError previous_error, idempotency_mismatch, in_progress, or what the operation throws
 */
export async function once(
  app: App,
  request: KeyedRequest,
  operation: Operation,
): Promise<OnceAnswer> {
  const { closed } = request;
  const fresh = closed ? undefined : await claimFresh(app, request, operation);
  if (fresh) return finish(app, operation, fresh);

  const known = await findKey(app, request.environment.id, request.key);
  if (!known) throw closed ?? inProgress();
  const replay = answerOf(app, known, request.content);
  if (replay) return replay;
  if (closed) throw closed;
  const claim = await takeUpKey(app, known);
  if (!claim) throw inProgress();
  return finish(app, operation, claim);
}

async function claimFresh(
  app: App,
  request: KeyedRequest,
  operation: Operation,
): Promise<Claim | undefined> {
  const claim: Omit<NewClaim, 'intent'> = {
    environmentId: request.environment.id,
    mode: request.environment.mode,
    key: request.key,
    operation: operation.name,
    resourceId: request.resourceId,
    nonce: randomUUID(),
    fingerprint: app.vault.digest(FINGERPRINT, request.content),
  };
  try {
    const intent = await request.plan();
    failpoint('once.before-claim');
    return await claimNewKey(app, { ...claim, intent });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (await spendNewKey(app, claim)) throw error;
    return undefined;
  }
}

/** The answer that a known key already has; undefined if it can be resumed. */
function answerOf(app: App, known: KnownKey, content: string): OnceAnswer | undefined {
  if (known.state === 'failed') throw new ApiError('previous_error');
  if (!app.vault.isDigestOf(known.fingerprint, FINGERPRINT, content)) {
    throw new ApiError('idempotency_mismatch');
  }
  if (known.state === 'running' && !known.leaseOver) throw inProgress();
  if (known.responseStatus === null || known.response === null) return undefined;
  return { status: known.responseStatus, body: known.response, replayed: true };
}

function inProgress(): ApiError {
  return new ApiError('in_progress', { retryAfterSeconds: 1 });
}

/** Carries a claimed operation to its end: the answer is kept, the key used up, or left to rest. */
export async function finish(app: App, operation: Operation, claim: Claim): Promise<OnceAnswer> {
  const heartbeat = setInterval(() => void renew(app, claim), (LEASE_SECONDS * 1_000) / 3);
  try {
    failpoint('once.after-claim');
    const performed = await operation.perform(app, claim);
    failpoint('once.after-call');
    const answer = await commit(app, claim, performed);
    failpoint('once.after-commit');
    return { ...answer, replayed: false };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) {
      // This process is alive, so nobody has to wait for the lease to end, unless the database is
      // away.
      if (!isDatabaseAway(error)) await restKey(app.db, claim).catch(() => false);
      throw error;
    }
    const kept = await END[error.outcome](app.db, claim);
    failpoint('once.after-rest');
    // Another attempt may have taken over the key and succeeded where this one was refused.
    throw kept ? error.refusal : inProgress();
  } finally {
    clearInterval(heartbeat);
  }
}

const END = { refused: failKey, not_executed: releaseKey, unknown: restKey };

async function renew(app: App, claim: Claim): Promise<void> {
  // A failed renewal only lets the lease expire; the fencing token keeps that safe.
  await renewLease(app.db, claim).catch(() => false);
}

/** The status of an answer: every operation makes something. */
const CREATED = 201;

/** After the provider has answered, a few retries of the commit can avoid an orphan. */
export const SPARING = { tries: 3, stepMs: 250 };

async function commit(app: App, claim: Claim, performed: Performed): Promise<Answer> {
  const { body, providerRef } = performed;
  const answer = { status: CREATED, body: JSON.stringify(body) };
  try {
    return await retryWhileAway(SPARING, async () => {
      const kept = await performed.record({ claim, answer, providerRef });
      return kept ? answer : loseClaim(app, claim, performed, answer);
    });
  } catch (error) {
    // The provider returned an id or address it had already used: it must not be shown to anybody.
    if (isUniqueViolation(error)) return refuseRepeated(app, claim, performed);
    throw error;
  }
}

async function refuseRepeated(app: App, claim: Claim, performed: Performed): Promise<never> {
  const { environmentId } = claim;
  const subject = performed.providerRef;
  await raiseAlert(app.db, app, { environmentId, kind: 'nonsense_answer', subject });
  await dropProgress(app.db, claim);
  throw unknownOutcome();
}

/** The commit wrote nothing: an earlier try of it succeeded, or another attempt took the key. */
async function loseClaim(
  app: App,
  claim: Claim,
  performed: Performed,
  answer: Answer,
): Promise<Answer> {
  const known = await findKey(app, claim.environmentId, claim.key);
  if (known?.attempt === claim.attempt && known.response === answer.body) return answer;
  await recordLateAnswer(app, claim, performed.providerRef);
  throw inProgress();
}
