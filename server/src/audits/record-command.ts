import { Misuse, type Options } from '../cli-options.ts';
import type { Tx } from '../platform/db.ts';
import { type Act, fitsReason, REASON } from './audit.ts';
import { cliActor } from './cli-actor.ts';
import { recordAct } from './record-act.ts';

/**
 * The reason that somebody gave at the command line; null where they gave none.
 * @throws Misuse when it is no line, or too long
 */
export function reasonOf({ reason }: Options): string | null {
  const why = typeof reason === 'string' ? reason.trim() : '';
  if (!fitsReason(why)) {
    throw new Misuse(`--reason takes at most ${String(REASON.longest)} characters on one line`);
  }
  return why === '' ? null : why;
}

/** Writes down what somebody did at the command line, with the reason if they gave one. */
export async function recordCommand(
  tx: Tx,
  action: string,
  options: Options,
  about: Pick<Act, 'accountId' | 'mode' | 'subject' | 'details'> = {},
): Promise<void> {
  await recordAct(tx, { ...about, actor: cliActor(), action, reason: reasonOf(options) });
}
