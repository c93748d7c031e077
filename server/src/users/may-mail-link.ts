import { MAILS, REPEATED_MAILS } from '../attempts/attempt.ts';
import { tryOnce } from '../attempts/count-attempt.ts';
import type { App } from '../app.ts';
import type { Tx } from '../platform/db.ts';

/**
 * Counts a link that is about to be mailed, and says whether it may be. Call it only if a mail
 * would be sent: a stranger's request that sends nothing must not block other mails.
 */
export async function mayMailLink(tx: Tx, app: App, email: string): Promise<boolean> {
  if ((await tryOnce(tx, app, `again ${email}`, REPEATED_MAILS)) !== undefined) return false;
  return (await tryOnce(tx, app, `mail ${email}`, MAILS)) === undefined;
}
