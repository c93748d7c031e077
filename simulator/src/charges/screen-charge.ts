import type { App } from '../app.ts';
import { complianceRefusal, refuse } from '../errors.ts';
import { euidOf } from '../ids.ts';
import { isBlocked } from '../partners/store.ts';
import type { Partner } from '../partners/partner.ts';
import type { Sql, Tx } from '../platform/database.ts';
import { startOfDay } from '../times.ts';
import type { Reason } from './charge.ts';
import type { ChargeOrder } from './charge-order.ts';
import { payerVolume, type PayerVolume } from './store.ts';

const MIN_CENTS = 99;
const NEW_PAYER_CAP_CENTS = 50_000;
export const DAILY_LIMIT_CENTS = 600_000;
const HELD_AT_PAYMENT = 3;

/** The provider's rules about permissions, payers, amounts and delay, in its order. */
export async function checkRules(app: App, partner: Partner, order: ChargeOrder): Promise<void> {
  const { strict } = app.config;
  if (strict && order.whitelist === true && !partner.switches.qrcodeWhitelist) {
    throw refuse('Permission qrcodewhitelist not enabled for partner');
  }
  // Not only in strict mode, since it is no cap: a gateway that left it out would never notice.
  if (payerEuidOf(order) === undefined) {
    throw refuse('The end user must be identified by endUserTaxNumber or euid');
  }
  if (strict) await checkAmount(app, partner, order);
  const floor = partner.switches.minimumDelayHours;
  if ((order.delayDepixInHours ?? 0) < floor) {
    throw refuse(`This partner requires a minimum QR delay of ${floor} hour(s)`);
  }
}

export async function refuseBlockedPayer(
  app: App,
  partner: Partner,
  order: ChargeOrder,
): Promise<void> {
  const euid = payerEuidOf(order);
  if (euid === undefined) return;
  if (await isBlocked(app.db, partner.name, euid)) throw complianceRefusal();
}

async function checkAmount(app: App, partner: Partner, order: ChargeOrder): Promise<void> {
  if (order.amountInCents < MIN_CENTS) throw refuse('The minimum amount is R$ 0.99');

  // A delayed charge counts as whitelisted.
  const exempt = order.whitelist === true || order.delayDepixInHours !== undefined;
  if (exempt || order.endUserTaxNumber === undefined) return;
  if (order.amountInCents <= NEW_PAYER_CAP_CENTS) return;
  const { total } = await volumeOf(app.db, partner, euidOf(order.endUserTaxNumber));
  if (total === 0) {
    throw refuse("QR codes without an identified end user (EUID) can't exceed R$ 500.00.");
  }
}

/** Why a payment is held: too many within half an hour, or too much within the day. */
export async function holdOf(
  app: App,
  tx: Tx,
  partner: Partner,
  payment: { payerEuid: string; amountInCents: number },
): Promise<Reason | undefined> {
  if (await isBlocked(tx, partner.name, payment.payerEuid)) return 'BLOCKED_USER';
  if (!app.config.strict) return undefined;
  const { todayInCents, recent } = await volumeOf(tx, partner, payment.payerEuid);
  if (todayInCents + payment.amountInCents > DAILY_LIMIT_CENTS) return 'PAST_DAILY_LIMIT';
  return recent + 1 >= HELD_AT_PAYMENT ? 'HIGH_VELOCITY' : undefined;
}

export function volumeOf(sql: Sql, partner: Partner, euid: string): Promise<PayerVolume> {
  const dayStart = startOfDay(partner.now);
  return payerVolume(sql, { partner: partner.name, euid, dayStart, now: partner.now });
}

const payerEuidOf = ({ endUserTaxNumber, euid }: ChargeOrder): string | undefined =>
  endUserTaxNumber === undefined ? euid : euidOf(endUserTaxNumber);
