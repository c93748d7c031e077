import type { App } from '../app.ts';
import {
  type ChargeCommand,
  disputeCharge,
  disturbNotices,
  payCharge,
  PLAIN_CHARGE_COMMANDS,
  reorganiseCharge,
  runChargeCommand,
} from '../charges/command-charge.ts';
import { ControlError } from '../errors.ts';
import { failpoint } from '../failpoint.ts';
import type { Tx } from '../platform/database.ts';
import {
  fundWithdrawal,
  runWithdrawalCommand,
  PLAIN_WITHDRAWAL_COMMANDS,
  type WithdrawalCommand,
} from '../withdrawals/command-withdrawal.ts';
import type { Move } from './move.ts';
import { deleteMove, type DueMove, lockDueMove, postponeMove, untilNextMove } from './store.ts';

const IDLE_MS = 1_000;
const RETRY_MS = 100;
/** How often a move is tried while the one before it may not have taken effect yet. */
const MAX_TRIES = 100;

/** Plays one move that is due, if any. @returns in how many ms the next is due */
export async function playMoves(app: App): Promise<number> {
  const played = await app.db.begin(async (tx) => {
    const due = await lockDueMove(tx);
    if (!due) return false;
    await play(app, tx, due);
    return true;
  });
  if (!played) return untilNextMove(app.db, IDLE_MS);
  app.wake('steps');
  app.wake('notices');
  return 0;
}

async function play(app: App, tx: Tx, due: DueMove): Promise<void> {
  try {
    await run(app, tx, due);
    failpoint('sandbox.within-move');
    await deleteMove(tx, due.seq);
  } catch (error) {
    // Commands refuse before they write. What the state does not allow yet may only be early.
    if (!(error instanceof ControlError)) throw error;
    if (error.code === 'invalid_state' && due.tries < MAX_TRIES) {
      await postponeMove(tx, due.seq, RETRY_MS);
    } else {
      await deleteMove(tx, due.seq);
    }
  }
}

async function run(app: App, tx: Tx, { partner, kind, subject, move }: DueMove): Promise<void> {
  if (kind === 'charge') {
    await runChargeCommand(app, tx, partner, subject, chargeCommandOf(move));
  } else {
    await runWithdrawalCommand(app, tx, partner, subject, withdrawalCommandOf(move));
  }
}

function chargeCommandOf(move: Move): ChargeCommand {
  if (move.command === 'pay') return payCharge(move.payment ?? {});
  if (move.command === 'med') return disputeCharge(move);
  if (move.command === 'reorganise') return reorganiseCharge(move);
  if (move.command === 'disturb') return disturbNotices(move.notices);
  return PLAIN_CHARGE_COMMANDS[move.command] ?? refuseUnknown();
}

function withdrawalCommandOf(move: Move): WithdrawalCommand {
  if (move.command === 'fund') return fundWithdrawal(move.funding ?? {});
  return PLAIN_WITHDRAWAL_COMMANDS[move.command] ?? refuseUnknown();
}

/** A charge cannot be given a withdrawal's command, nor the other way round. */
function refuseUnknown(): never {
  throw new ControlError('not_found', 'There is no such command.');
}
