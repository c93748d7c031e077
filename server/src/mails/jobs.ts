import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { openMailer } from './open-mailer.ts';
import { sendMails } from './send-mails.ts';
import { warnOfWaitingMails } from './warn-of-waiting-mails.ts';

/** Without a mail server mails wait, and the log says so once an hour. */
export function mailJobs(app: App): Job[] {
  const { mail } = app.config;
  if (!mail) {
    const turn = (): Promise<boolean> => warnOfWaitingMails(app);
    return [{ name: 'warn of waiting mails', everyMs: 3_600_000, turn }];
  }
  const mailer = openMailer(mail);
  return [{ name: 'send mails', everyMs: 1_000, turn: () => sendMails(app, mailer) }];
}
