import type { App } from '../app.ts';
import { failpoint } from '../failpoint.ts';
import { newId } from '../ids.ts';
import type { Partner } from '../partners/partner.ts';
import { plusSeconds } from '../times.ts';
import type { Charge } from './charge.ts';
import { type ChargeOrder, checkAddresses } from './charge-order.ts';
import { checkRules, refuseBlockedPayer } from './screen-charge.ts';
import { findReplayedCharge, insertCharge } from './store.ts';

const LIFETIME_SECONDS = 1_200;

/** Creates a charge, or in the legacy generation finds the one that the same nonce created. */
export async function createCharge(
  app: App,
  partner: Partner,
  nonce: string,
  order: ChargeOrder,
): Promise<{ row: Pick<Charge, 'id' | 'amountInCents' | 'delayHours'>; replayed: boolean }> {
  const replayKey = partner.switches.generation === 'legacy' ? nonce : null;
  const before = await findReplayedCharge(app.db, partner.name, replayKey);
  if (before) return { row: before, replayed: true };
  await checkRules(app, partner, order);
  checkAddresses(order);
  await refuseBlockedPayer(app, partner, order);
  const charge = {
    id: newId(),
    partner: partner.name,
    nonce,
    amountInCents: order.amountInCents,
    createdAt: partner.now,
    expiresAt: plusSeconds(partner.now, order.timeout ?? LIFETIME_SECONDS),
    informedTaxNumber: order.endUserTaxNumber ?? null,
    informedName: order.endUserFullName ?? null,
    informedEuid: order.euid ?? null,
    depixAddress: order.depixAddress ?? null,
    splitAddress: order.depixSplitAddress ?? null,
    splitFee: order.splitFee ?? null,
    delayHours: order.delayDepixInHours ?? null,
    merchantId: order.merchantId ?? null,
  };
  failpoint('sandbox.before-commit');
  const booked = await insertCharge(app.db, charge, replayKey);
  failpoint('sandbox.after-commit');
  if (booked && booked.moves > 0) app.wake('moves');
  if (booked) return { row: charge, replayed: false };

  // The same call arrived at the same moment.
  const first = await findReplayedCharge(app.db, partner.name, replayKey);
  if (!first) throw new Error('a replayed charge vanished');
  return { row: first, replayed: true };
}
