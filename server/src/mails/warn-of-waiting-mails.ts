import type { App } from '../app.ts';
import { countWaitingMails } from './store.ts';

/** Warns the operator of mails that cannot be sent without a mail server. */
export async function warnOfWaitingMails(app: App): Promise<boolean> {
  const waiting = await countWaitingMails(app.db);
  if (waiting > 0) app.log.warn({ mails: waiting }, 'mails wait: set PONTE_SMTP_URL');
  return false;
}
