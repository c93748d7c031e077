import type { App } from '../app.ts';
import type { Job } from '../platform/job-loop.ts';
import { type Mailer, openMailer } from './open-mailer.ts';
import { sendMails } from './send-mails.ts';
import { warnOfWaitingMails } from './warn-of-waiting-mails.ts';

/**
 * Without a mail server mails wait, and the log says so once an hour; where the mailbox of this
 * machine shows them, they have arrived.
 */
export function mailJobs(app: App): Job[] {
  const { mail, hasMailbox } = app.config;
  if (!mail && hasMailbox) return [sending(app, async () => undefined)];
  if (!mail) {
    const turn = (): Promise<boolean> => warnOfWaitingMails(app);
    return [{ name: 'warn of waiting mails', everyMs: 3_600_000, turn }];
  }
  return [sending(app, openMailer(mail))];
}

function sending(app: App, mailer: Mailer): Job {
  return { name: 'send mails', everyMs: 1_000, turn: () => sendMails(app, mailer) };
}
