import type { App } from '../app.ts';
import { countWaitingMails } from './store.ts';

/** Tells the operator that owners are owed mails which nothing can send. */
export async function warnOfWaitingMails(app: App): Promise<boolean> {
  const waiting = await countWaitingMails(app.db);
  if (waiting > 0) app.log.warn({ mails: waiting }, 'mails wait: set PONTE_SMTP_URL');
  return false;
}
