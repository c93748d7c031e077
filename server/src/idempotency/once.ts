import { randomUUID } from 'node:crypto';
import type { App } from '../app.ts';
import type { Environment } from '../accounts/environment.ts';
import { ApiError } from '../errors.ts';
import { isDatabaseAway, isUniqueViolation } from '../platform/db.ts';
import { failpoint } from '../platform/failpoint.ts';
import { patiently } from '../platform/patiently.ts';
import { raiseAlert } from '../provider/alert.ts';
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
  type ResourceId,
  spendNewKey,
  takeUpKey,
} from './claim.ts';
import type { Answer, Ending } from './complete-key.ts';
import { failKey, releaseKey, restKey } from './end-key.ts';
import { FINGERPRINT } from './fingerprint.ts';
import { recordLateAnswer } from './orphan.ts';

/** How one kind of money operation is carried out, by a request or by the worker after a crash. */
export interface Operation {
  readonly name: OperationName;
  /** Calls the provider. A `ProviderFailure` it throws decides what becomes of the key. */
  readonly perform: (app: App, claim: Claim) => Promise<Performed>;
}

export interface Performed {
  readonly status: number;
  readonly body: object;
  readonly providerRef: string;
  /** Writes what was made, in the commit that ends the key. False: the claim was lost. */
  readonly record: (ending: Ending) => Promise<boolean>;
}

export interface KeyedRequest {
  readonly environment: Environment;
  readonly key: string;
  /** Method, path and canonical body: what makes two requests the same. */
  readonly content: string;
  readonly newResourceId: () => ResourceId;
  /** Why no such order is accepted now; a known key is answered all the same. */
  readonly closed: ApiError | undefined;
  /** Checks the fields and freezes prices and addresses; an ApiError it throws spends the key. */
  readonly plan: () => Promise<unknown>;
}

export interface OnceAnswer extends Answer {
  readonly replayed: boolean;
}

/**
 * Lets an operation happen at most once per key, whatever dies in between.
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
    resourceId: request.newResourceId(),
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

/** What a known key answers by itself; undefined when it can be taken up again. */
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

/** Carries a claimed operation to its end: an answer kept, a key spent, or a key that rests. */
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
      // This process is alive, so nobody has to wait for the lease, unless the database is away.
      if (!isDatabaseAway(error)) await restKey(app.db, claim).catch(() => false);
      throw error;
    }
    const kept = await END[error.outcome](app.db, claim);
    failpoint('once.after-rest');
    // Another attempt, which took over the key, may have succeeded where this one was refused.
    throw kept ? error.refusal : inProgress();
  } finally {
    clearInterval(heartbeat);
  }
}

const END = { refused: failKey, not_executed: releaseKey, unknown: restKey };

async function renew(app: App, claim: Claim): Promise<void> {
  // A renewal that fails only lets the lease run out, and the fence keeps that safe.
  await renewLease(app.db, claim).catch(() => false);
}

/** Once the provider has answered, a few retries avoid an orphan. */
export const SPARING = { tries: 3, stepMs: 250 };

async function commit(app: App, claim: Claim, performed: Performed): Promise<Answer> {
  const { status, providerRef } = performed;
  const answer = { status, body: JSON.stringify(performed.body) };
  try {
    return await patiently(SPARING, async () => {
      const kept = await performed.record({ claim, answer, providerRef });
      return kept ? answer : loseClaim(app, claim, performed, answer);
    });
  } catch (error) {
    // The provider gave the same id or address twice: it must not be shown to anybody.
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

/**
 * Not recorded: either an earlier try of this same commit did succeed, or another took the key.
 */
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
