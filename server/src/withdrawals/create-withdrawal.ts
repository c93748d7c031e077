import type { App } from '../app.ts';
import { type Environment, feeOf, type Tenancy } from '../accounts/environment.ts';
import { ApiError } from '../errors.ts';
import { type Claim, dropProgress, saveProgress } from '../idempotency/claim.ts';
import {
  type Keyed,
  once,
  type OnceAnswer,
  type Operation,
  type Performed,
  SPARING,
} from '../idempotency/once.ts';
import { orphanOf, recordLateAnswer, recordOrphan } from '../idempotency/orphan.ts';
import { parseId, type WithdrawalId } from '../ids.ts';
import { pausedEverywhere } from '../installations/safe-mode.ts';
import { type Cents, cents } from '../money.ts';
import { raiseAlert } from '../operator-alerts/store.ts';
import { failpoint } from '../platform/failpoint.ts';
import { retryWhileAway } from '../platform/retry-while-away.ts';
import { isOtherKey, type PixKeyType } from '../pix/pix-key.ts';
import {
  notConfigured,
  type Payout,
  type PayoutAnswer,
  type PayoutReading,
  type PixProvider,
  ProviderFailure,
  roomInSeconds,
  unknownOutcome,
} from '../provider/port.ts';
import { recordWithdrawal } from './record-withdrawal.ts';
import { createdWithdrawal } from './view.ts';
import type { Withdrawal } from './withdrawal.ts';

export interface WithdrawalTerms {
  readonly amountCents: Cents;
  readonly pixKeyType: PixKeyType;
  readonly pixKey: string;
  readonly taxId: string;
  readonly externalId: string | null;
}

export interface WithdrawalOrder extends WithdrawalTerms {
  /** Whether a signed-in person placed the order. */
  readonly fromPanel: boolean;
}

/** The order and its fee, fixed before the provider is called. */
interface WithdrawalIntent extends WithdrawalOrder {
  readonly feeCents: Cents;
}

/**
 * Creates a withdrawal, once per key.
 * @param readOrder an ApiError that it throws uses up the key
 * @throws ApiError as `once` does, and for a closed account
 */
export function createWithdrawal(
  app: App,
  tenancy: Tenancy,
  keyed: Keyed,
  readOrder: () => WithdrawalOrder,
): Promise<OnceAnswer> {
  const { environment } = tenancy;
  const closed = closedToWithdrawals(app, tenancy);
  const plan = async () => planWithdrawal(environment, readOrder());
  return once(app, { ...keyed, environment, closed, plan }, withdrawalOperation);
}

/**
 * Why no withdrawal can be made now: withdrawals_disabled, not_configured; undefined if one can.
 */
export function closedToWithdrawals(
  app: App,
  { environment, safeMode }: Tenancy,
): ApiError | undefined {
  if (safeMode) return pausedEverywhere('withdrawals_disabled');
  if (!environment.withdrawalsEnabled) return new ApiError('withdrawals_disabled');
  const provider = app.providerOf({ environmentId: environment.id, mode: environment.mode });
  return provider ? undefined : new ApiError('not_configured');
}

/** Fixes the current fee. */
export function planWithdrawal(environment: Environment, order: WithdrawalOrder): WithdrawalIntent {
  return { ...order, feeCents: feeOf(order.amountCents, environment.fees.withdrawal) };
}

export const withdrawalOperation: Operation = { name: 'withdrawal', perform: createPayout };

async function createPayout(app: App, claim: Claim): Promise<Performed> {
  // Written by `planWithdrawal`, sealed, and read back only by this function.
  const intent = claim.intent as WithdrawalIntent;
  const provider = app.providerOf(claim);
  if (!provider) throw notConfigured();
  // Only `makePayout` saves progress.
  const saved = claim.progress as Payout | undefined;
  const payout = saved ?? (await makePayout(app, provider, claim, intent));
  // The creation response has no expiry; without it, nobody would know how long they may send.
  const reading = await provider.readPayout(payout.ref).catch((error: unknown) => {
    // If an earlier attempt created it, the key rests until a reading is within the rate limit.
    if (roomInSeconds(error) !== undefined && saved) throw error;
    // The payout exists: no reading can undo or refuse its creation any more.
    throw error instanceof ProviderFailure ? unknownOutcome() : error;
  });
  if (!reading || !isOffer(reading, payout, intent, claim.now)) {
    if (reading) await raiseNonsense(app, claim, reading);
    // A payout that a second attempt cannot use either is abandoned: nobody was shown its address.
    if (saved) await giveUp(app, claim, saved);
    throw unknownOutcome();
  }
  const withdrawal = openWithdrawal(claim, intent, payout, reading);
  return {
    body: createdWithdrawal(withdrawal, claim.mode, app.config),
    providerRef: payout.ref,
    record: (ending) => recordWithdrawal(app, withdrawal, ending),
  };
}

async function raiseNonsense(app: App, claim: Claim, { raw }: PayoutAnswer): Promise<void> {
  const { environmentId, resourceId: subject } = claim;
  await raiseAlert(app.db, app, { environmentId, kind: 'nonsense_answer', subject, detail: raw });
}

/** Abandons the payout; the next attempt creates another one. */
async function giveUp(app: App, claim: Claim, { ref }: Payout): Promise<void> {
  await recordOrphan(app, orphanOf(claim, ref));
  await dropProgress(app.db, claim);
}

/** Creates the payout and saves it before reading it. */
async function makePayout(
  app: App,
  provider: PixProvider,
  claim: Claim,
  intent: WithdrawalIntent,
): Promise<Payout> {
  const payout = await provider.createPayout({
    nonce: claim.nonce,
    pixKey: intent.pixKey,
    ownerTaxId: intent.taxId,
    amountCents: intent.amountCents,
    payoutCents: payoutCentsOf(intent),
  });
  failpoint('withdraw.after-create');
  const isKept = await retryWhileAway(SPARING, () => saveProgress(app, claim, payout.ref, payout));
  if (!isKept) {
    await recordLateAnswer(app, claim, payout.ref);
    throw new ApiError('in_progress', { retryAfterSeconds: 1 });
  }
  failpoint('withdraw.after-progress');
  return payout;
}

/** The provider cannot collect a fee: in live it is zero, and in test it adds to the payout. */
function payoutCentsOf({ amountCents, feeCents }: WithdrawalIntent): Cents {
  return cents(amountCents + feeCents);
}

/**
 * Whether the reading describes the payout that was created, still unfunded and not expired: money
 * that arrives late, or for a payout that is over, is lost. An unknown status may mean "unfunded",
 * so it is accepted.
 */
function isOffer(
  reading: PayoutAnswer,
  payout: Payout,
  intent: WithdrawalIntent,
  now: Date,
): reading is PayoutReading {
  return (
    (reading.status === 'unsent' || reading.status === 'unknown') &&
    reading.blockchainTxId === undefined &&
    reading.depositAddress === payout.depositAddress &&
    reading.depositAmountCents === payout.depositAmountCents &&
    reading.payoutCents === payoutCentsOf(intent) &&
    !isOtherKey(intent.pixKeyType, intent.pixKey, reading.pixKey ?? '') &&
    reading.expiresAt !== undefined &&
    reading.expiresAt > now
  );
}

function openWithdrawal(
  claim: Claim,
  intent: WithdrawalIntent,
  payout: Payout,
  reading: PayoutReading,
): Withdrawal {
  return {
    ...intent,
    environmentId: claim.environmentId,
    id: withdrawalId(claim),
    status: 'PENDING',
    depositAddress: payout.depositAddress,
    depositAmountCents: payout.depositAmountCents,
    providerRef: payout.ref,
    providerStatus: reading.status,
    blockchainTxId: null,
    pixEndToEndId: null,
    failureReason: null,
    heldSince: null,
    createdAt: claim.now,
    expiresAt: reading.expiresAt,
    updatedAt: claim.now,
    processingAt: null,
    completedAt: null,
    failedAt: null,
    expiredAt: null,
  };
}

function withdrawalId(claim: Claim): WithdrawalId {
  const id = parseId('wdr', claim.resourceId);
  if (!id) throw new Error('a withdrawal key owns another kind of resource');
  return id;
}
