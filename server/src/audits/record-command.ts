import type { Options } from '../cli-options.ts';
import type { Tx } from '../platform/db.ts';
import type { Act } from './audit.ts';
import { cliActor } from './cli-actor.ts';
import { recordAct } from './record-act.ts';

const LONGEST_REASON = 500;

/** Writes down what somebody did at the command line, with the reason if they gave one. */
export async function recordCommand(
  tx: Tx,
  action: string,
  { reason }: Options,
  about: Pick<Act, 'accountId' | 'mode' | 'subject' | 'details'> = {},
): Promise<void> {
  const why = typeof reason === 'string' ? reason.trim() : '';
  if ([...why].length > LONGEST_REASON) {
    throw new Error(`--reason takes at most ${String(LONGEST_REASON)} characters`);
  }
  await recordAct(tx, { ...about, actor: cliActor(), action, reason: why === '' ? null : why });
}
