import type { App } from '../app.ts';
import { reorganise } from '../chain/store.ts';
import { ControlError, invalidState } from '../errors.ts';
import { insertNotices } from '../notices/store.ts';
import { getPartner } from '../partners/store.ts';
import type { Partner } from '../partners/partner.ts';
import type { Tx } from '../platform/database.ts';
import { deleteSteps, type PlannedStep, planSteps } from '../steps/store.ts';
import {
  type Charge,
  type ChargeStatus,
  force,
  MAY_BECOME,
  paidBy,
  payerOf,
  type Payment,
  receivePayment,
  statusAt,
  repeatSequence,
  sequenceOf,
} from './charge.ts';
import { holdOf } from './screen-charge.ts';
import { lockCharge, saveCharges } from './store.ts';
import { noticesOfCharge, noticesOfMed } from './compose-notices.ts';

/** What a command works on: the locked charge, and its partner. */
interface Scene {
  readonly app: App;
  readonly tx: Tx;
  readonly partner: Partner;
  readonly charge: Charge;
}

export type ChargeCommand = (scene: Scene) => Promise<void>;

const STEP_MS = 60;

/** Carries out one command; it is committed, with everything that follows from it, on return. */
export async function commandCharge(
  app: App,
  partnerName: string,
  id: string,
  command: ChargeCommand,
): Promise<void> {
  await app.db.begin((tx) => runChargeCommand(app, tx, partnerName, id, command));
  app.wake('steps');
  app.wake('notices');
}

/** The same inside a larger transaction. @throws ControlError before anything is written */
export async function runChargeCommand(
  app: App,
  tx: Tx,
  partnerName: string,
  id: string,
  command: ChargeCommand,
): Promise<void> {
  const charge = await lockCharge(tx, partnerName, id);
  if (!charge) throw new ControlError('not_found', 'There is no such charge.');
  await command({ app, tx, charge, partner: await getPartner(app, tx, partnerName) });
}

export const payCharge =
  (payment: Payment): ChargeCommand =>
  async ({ app, tx, partner, charge }) => {
    // Already paid: send the notices again, with the present facts, to whoever missed them.
    if (charge.paidAt !== null)
      return planSteps(tx, 'charge', charge, spaced(repeatSequence(charge)));
    const hold = await holdOf(app, tx, partner, {
      payerEuid: payerOf(charge, payment).payerEuid,
      amountInCents: paidBy(charge, payment),
    });
    const paid = receivePayment(charge, { ...(hold && { hold }), ...payment }, partner.now);
    await saveCharges(tx, [paid]);
    await planSteps(tx, 'charge', paid, planOf(paid));
  };

/** Releases a held payment, or sends a withheld one to its address at once. */
const releaseCharge: ChargeCommand = async ({ tx, charge }) => {
  const held = charge.status === 'under_review' && charge.rejectionReasons.length > 0;
  const mismatch = charge.rejectionReasons.includes('PAYER_MISMATCH');
  if ((!held || mismatch) && charge.status !== 'delayed') throw invalidState(charge.status);

  const released: Charge = { ...charge, rejectionReasons: [] };
  await saveCharges(tx, [released]);
  await deleteSteps(tx, charge.id);
  const rest = planOf(released).filter(({ status }) => status !== 'under_review');
  const plan = charge.status === 'delayed' ? spaced(['depix_sent']) : rest;
  await planSteps(tx, 'charge', charge, plan);
};

/** The code expires now. The provider sends no notice of that. */
const expireCharge: ChargeCommand = async ({ tx, partner, charge }) => {
  const status = statusAt(charge, partner.now);
  if (status !== 'pending' || charge.paidAt !== null) throw invalidState(status);
  await saveCharges(tx, [{ ...charge, expiresAt: partner.now }]);
};

const endCharge =
  (status: 'canceled' | 'error'): ChargeCommand =>
  async ({ tx, partner, charge }) => {
    const ended = force(charge, status, partner.now);
    await deleteSteps(tx, charge.id);
    await saveCharges(tx, [ended]);
    await insertNotices(tx, noticesOfCharge(partner, ended));
  };

/** The payer's bank takes the money, or part of it, back afterwards. */
export const disputeCharge =
  ({ amountInCents }: { readonly amountInCents?: number }): ChargeCommand =>
  async ({ tx, partner, charge }) => {
    const isDisputable = ['approved', 'delayed', 'depix_sent'].includes(charge.status);
    if (!isDisputable) throw invalidState(statusAt(charge, partner.now));
    const disputed: Charge = { ...charge, status: 'refunded' };
    await deleteSteps(tx, charge.id);
    await saveCharges(tx, [disputed]);
    const med = noticesOfMed(partner, disputed, amountInCents);
    await insertNotices(tx, [...med, ...noticesOfCharge(partner, disputed)]);
  };

/** The transaction that paid a charge leaves its block, for a number of blocks or for good. */
export const reorganiseCharge =
  ({ backAfterBlocks = null }: { readonly backAfterBlocks?: number | null }): ChargeCommand =>
  async ({ tx, partner, charge }) => {
    const { blockchainTxId } = charge;
    const isThere =
      blockchainTxId !== null && (await reorganise(tx, blockchainTxId, backAfterBlocks));
    if (!isThere) throw invalidState(statusAt(charge, partner.now));
  };

/** From now on this is what happens to notices about this charge. */
export const disturbNotices =
  (notices: Charge['notices']): ChargeCommand =>
  ({ tx, charge }) =>
    saveCharges(tx, [{ ...charge, notices }]);

/** The provider itself sends the money back to the payer. */
const refundCharge: ChargeCommand = async ({ tx, partner, charge }) => {
  const next = MAY_BECOME[charge.status];
  const sequence = (['will_refund', 'refunded'] as const).filter(
    (status) => next.includes('will_refund') || next.includes(status),
  );
  if (charge.paidAt === null || sequence.length === 0) {
    throw invalidState(statusAt(charge, partner.now));
  }
  await deleteSteps(tx, charge.id);
  await planSteps(tx, 'charge', charge, spaced(sequence));
};

/** Sends the stablecoin of a payment whose processing failed. */
const retryCharge: ChargeCommand = async ({ tx, partner, charge }) => {
  if (charge.status !== 'error') throw invalidState(statusAt(charge, partner.now));
  if (charge.paidAt === null) throw invalidState('not paid');
  if (charge.rejectionReasons.includes('PAYER_MISMATCH')) throw invalidState('to be refunded');
  await saveCharges(tx, [{ ...charge, rejectionReasons: [] }]);
  await deleteSteps(tx, charge.id);
  await planSteps(tx, 'charge', charge, spaced(['depix_sent']));
};

const spaced = (statuses: readonly ChargeStatus[]): PlannedStep<ChargeStatus>[] =>
  statuses.map((status, index) => ({ status, afterMs: index * STEP_MS }));

function planOf(paid: Charge): PlannedStep<ChargeStatus>[] {
  const sequence = sequenceOf(paid);
  const plan = spaced(sequence);
  if (!sequence.includes('delayed') || paid.delayHours === null) return plan;
  const afterMs = paid.delayHours * 3_600_000;
  return [...plan, { status: 'depix_sent', afterMs, followsClock: true }];
}

/** The commands that take no argument, by their names. */
export const PLAIN_CHARGE_COMMANDS: Readonly<Record<string, ChargeCommand>> = {
  release: releaseCharge,
  expire: expireCharge,
  cancel: endCharge('canceled'),
  error: endCharge('error'),
  refund: refundCharge,
  retry: retryCharge,
};
