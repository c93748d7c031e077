import type { App } from '../app.ts';
import { ProviderRefusal, refuse } from '../errors.ts';
import { failpoint } from '../failpoint.ts';
import { newId } from '../ids.ts';
import { depositAddressOf } from '../liquid-address.ts';
import type { Partner } from '../partners/partner.ts';
import { plusSeconds, startOfDay } from '../times.ts';
import { depositFor, payoutFor } from './payout.ts';
import {
  findReplayedWithdrawal,
  insertWithdrawal,
  type NewWithdrawal,
  volumeOfKey,
} from './store.ts';

/** The request for a withdrawal, in the provider's own field names. */
export interface WithdrawalOrder {
  readonly pixKey: string;
  readonly payoutAmountInCents?: number;
  readonly depositAmountInCents?: number;
  readonly taxNumber?: string;
  readonly euid?: string;
}

const LIFETIME_SECONDS = 30 * 86_400;
const MIN_DEBIT_CENTS = 200;
const MAX_PAYOUT_CENTS = 600_000;
/** When not strict: a gateway's own fee comes on top of what its merchants may ask for. */
const LOOSE_PAYOUT_CENTS = 10 * MAX_PAYOUT_CENTS;
/** Strict mode: what may be debited at once, and per key within a day. */
const MAX_DEBIT_CENTS = 600_000;

/** Creates a withdrawal, or in the legacy generation finds the one that the same nonce created. */
export async function createWithdrawal(
  app: App,
  partner: Partner,
  nonce: string,
  order: WithdrawalOrder,
): Promise<{ row: NewWithdrawal; replayed: boolean }> {
  const replayKey = partner.switches.generation === 'legacy' ? nonce : null;
  const before = await findReplayedWithdrawal(app.db, partner.name, replayKey);
  if (before) return { row: before, replayed: true };
  const amounts = amountsOf(order);
  await checkRules(app, partner, replayKey, order, amounts);
  const id = newId();
  const withdrawal: NewWithdrawal = {
    id,
    partner: partner.name,
    nonce,
    pixKey: order.pixKey,
    taxNumber: order.taxNumber ?? null,
    euid: order.euid ?? null,
    depositAddress: depositAddressOf(app.addressSeed, id),
    ...amounts,
    createdAt: partner.now,
    expiresAt: plusSeconds(partner.now, LIFETIME_SECONDS),
  };
  failpoint('sandbox.before-commit');
  const booked = await insertWithdrawal(app.db, withdrawal, replayKey);
  failpoint('sandbox.after-commit');
  if (booked && booked.moves > 0) app.wake('moves');
  if (booked) return { row: withdrawal, replayed: false };

  // The same call arrived at the same moment.
  const first = await findReplayedWithdrawal(app.db, partner.name, replayKey);
  if (!first) throw new Error('a replayed withdrawal vanished');
  return { row: first, replayed: true };
}

type Amounts = Pick<NewWithdrawal, 'depositAmountInCents' | 'payoutAmountInCents'>;

function amountsOf({ payoutAmountInCents, depositAmountInCents }: WithdrawalOrder): Amounts {
  if (payoutAmountInCents !== undefined && depositAmountInCents === undefined) {
    return { payoutAmountInCents, depositAmountInCents: depositFor(payoutAmountInCents) };
  }
  if (depositAmountInCents !== undefined && payoutAmountInCents === undefined) {
    return { depositAmountInCents, payoutAmountInCents: payoutFor(depositAmountInCents) };
  }
  throw new ProviderRefusal(
    400,
    'Exactly one of payoutAmountInCents and depositAmountInCents must be sent',
  );
}

async function checkRules(
  app: App,
  partner: Partner,
  replayKey: string | null,
  order: WithdrawalOrder,
  { payoutAmountInCents: payout, depositAmountInCents: debit }: Amounts,
): Promise<void> {
  if (order.taxNumber !== undefined && order.euid !== undefined) {
    throw new ProviderRefusal(400, 'Only one of taxNumber and euid may be sent');
  }
  if (order.taxNumber === undefined && order.euid === undefined) {
    throw refuse('The owner of the pix key must be identified by taxNumber or euid');
  }
  if (debit < MIN_DEBIT_CENTS) throw refuse('Withdrawal amount too small');
  const most = app.config.strict ? MAX_PAYOUT_CENTS : LOOSE_PAYOUT_CENTS;
  if (payout > most) throw refuse('Withdrawal transaction limit exceeded');
  if (!app.config.strict) return;

  if (debit > MAX_DEBIT_CENTS) throw refuse('Withdrawal transaction limit exceeded');
  const { pixKey } = order;
  const dayStart = startOfDay(partner.now);
  const key = { partner: partner.name, pixKey, dayStart, replayKey };
  const before = await volumeOfKey(app.db, key);
  if (before + debit > MAX_DEBIT_CENTS) {
    throw refuse(
      `Daily withdrawal limit exceeded for pix key '${pixKey}'. Daily volume in cents: ` +
        `${before}. Withdrawal limit in cents: ${MAX_DEBIT_CENTS}.`,
    );
  }
}
