import type { App } from '../app.ts';
import { type Environment, feeOf, type Tenancy } from '../accounts/environment.ts';
import { ApiError } from '../errors.ts';
import { type Claim, dropProgress, saveProgress } from '../idempotency/claim.ts';
import { type Operation, type Performed, SPARING } from '../idempotency/once.ts';
import { orphanOf, recordLateAnswer, recordOrphan } from '../idempotency/orphan.ts';
import { parseId, type WithdrawalId } from '../ids.ts';
import { pausedEverywhere } from '../installations/safe-mode.ts';
import { type Cents, cents } from '../money.ts';
import { failpoint } from '../platform/failpoint.ts';
import { patiently } from '../platform/patiently.ts';
import { raiseAlert } from '../provider/alert.ts';
import type { PixKeyType } from '../pix/pix-key.ts';
import { expirationOf } from '../provider/expiration.ts';
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

export interface WithdrawalOrder {
  readonly amountCents: Cents;
  readonly pixKeyType: PixKeyType;
  readonly pixKey: string;
  readonly taxId: string;
  readonly externalId: string | null;
  /** Whether a signed-in person orders it. */
  readonly fromPanel?: boolean;
}

/** All that is settled before the provider is called. */
interface WithdrawalIntent extends WithdrawalOrder {
  readonly feeCents: Cents;
}

/** Why no withdrawal is begun now: withdrawals_disabled, not_configured; undefined if one may. */
export function closedToWithdrawals(
  app: App,
  { environment, safeMode }: Tenancy,
): ApiError | undefined {
  if (safeMode) return pausedEverywhere('withdrawals_disabled');
  if (!environment.withdrawalsEnabled) return new ApiError('withdrawals_disabled');
  const provider = app.providerOf({ environmentId: environment.id, mode: environment.mode });
  return provider ? undefined : new ApiError('not_configured');
}

/** Freezes the fee as it is now. */
export function planWithdrawal(environment: Environment, order: WithdrawalOrder): WithdrawalIntent {
  return { ...order, feeCents: feeOf(order.amountCents, environment.fees.withdrawal) };
}

export const withdrawalOperation: Operation = { name: 'withdrawal', perform: createPayout };

async function createPayout(app: App, claim: Claim): Promise<Performed> {
  // Written by `planWithdrawal`, sealed, and read back by nobody but this function.
  const intent = claim.intent as WithdrawalIntent;
  const provider = app.providerOf(claim);
  if (!provider) throw notConfigured();
  // Only ever what `makePayout` saved.
  const saved = claim.progress as Payout | undefined;
  const payout = saved ?? (await makePayout(app, provider, claim, intent));
  // Creation does not tell the expiry; without it nobody could know until when to send.
  const reading = await provider.readPayout(payout.ref).catch((error: unknown) => {
    // Where an earlier attempt made it, the key rests until there is room for its reading.
    if (roomInSeconds(error) !== undefined && saved) throw error;
    // The payout exists by now: no reading can undo or refuse its creation any more.
    throw error instanceof ProviderFailure ? unknownOutcome() : error;
  });
  if (!reading || !isOffer(reading, payout, payoutCentsOf(intent), claim.now)) {
    if (reading) await raiseNonsense(app, claim, reading);
    // What the provider denies twice is nobody's: its address was shown to none.
    if (saved) await giveUp(app, claim, saved);
    throw unknownOutcome();
  }
  const withdrawal = openWithdrawal(claim, intent, payout, reading);
  return {
    status: 201,
    body: createdWithdrawal(withdrawal, claim.mode, app.config),
    providerRef: payout.ref,
    record: (ending) => recordWithdrawal(app, withdrawal, ending),
  };
}

async function raiseNonsense(app: App, claim: Claim, { raw }: PayoutAnswer): Promise<void> {
  const { environmentId, resourceId: subject } = claim;
  await raiseAlert(app.db, app, { environmentId, kind: 'nonsense_answer', subject, detail: raw });
}

/** The next attempt makes another payout. */
async function giveUp(app: App, claim: Claim, { ref }: Payout): Promise<void> {
  await recordOrphan(app, orphanOf(claim, ref));
  await dropProgress(app.db, claim);
}

/** Creates the payout, and writes it down before it is read. */
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
  const isKept = await patiently(SPARING, () => saveProgress(app, claim, payout.ref, payout));
  if (!isKept) {
    await recordLateAnswer(app, claim, payout.ref);
    throw new ApiError('in_progress', { retryAfterSeconds: 1 });
  }
  failpoint('withdraw.after-progress');
  return payout;
}

/** The provider cannot collect the fee, so in test it is rehearsed as a part of the payout. */
function payoutCentsOf({ amountCents, feeCents }: WithdrawalIntent): Cents {
  return cents(amountCents + feeCents);
}

/**
 * Whether it describes what was made, which waits for its money and leaves time to send it: what
 * comes late, or to a payout that is over, is lost. A word that nobody knows may mean that it does.
 */
function isOffer(
  reading: PayoutAnswer,
  payout: Payout,
  payoutCents: Cents,
  now: Date,
): reading is PayoutReading {
  return (
    (reading.status === 'unsent' || reading.status === 'unknown') &&
    reading.blockchainTxId === undefined &&
    reading.depositAddress === payout.depositAddress &&
    reading.depositAmountCents === payout.depositAmountCents &&
    reading.payoutCents === payoutCents &&
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
    // An intent of an older version does not say it.
    fromPanel: intent.fromPanel ?? false,
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
    expiresAt: expirationOf(reading.expiresAt, claim.now),
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
