import { Misuse, type Options, required } from '../cli-options.ts';
import type { Tx } from '../platform/db.ts';
import { type Act, fitsReason, readReason, REASON } from './audit.ts';
import { cliActor } from './cli-actor.ts';
import { recordAct } from './record-act.ts';

/**
 * The reason given at the command line; null if there is none.
 * @throws Misuse if it is not a single line, or too long
 */
export function reasonOf({ reason }: Options): string | null {
  const why = typeof reason === 'string' ? reason.trim() : '';
  if (!fitsReason(why)) {
    throw new Misuse(`--reason takes at most ${String(REASON.longest)} characters on one line`);
  }
  return why === '' ? null : why;
}

/** @throws Misuse unless there is a reason, and one that tells something */
export function requireReason(options: Options): void {
  if (readReason(required(options, 'reason')) === undefined) {
    throw new Misuse('--reason takes 3 to 500 characters on one line');
  }
}

/** Records what somebody did at the command line, with the reason if there is one. */
export async function recordCommand(
  tx: Tx,
  action: string,
  options: Options,
  about: Pick<Act, 'accountId' | 'mode' | 'subject' | 'details'> = {},
): Promise<void> {
  await recordAct(tx, { ...about, actor: cliActor(), action, reason: reasonOf(options) });
}
