import type { App } from '../app.ts';
import { HOUR_MS } from '../durations.ts';
import type { Job } from '../platform/job-loop.ts';
import { whileSteady } from '../queues/while-steady.ts';
import { type Mailer, openMailer } from './open-mailer.ts';
import { sendMails } from './send-mails.ts';
import { deleteOldMails } from './store.ts';
import { warnOfWaitingMails } from './warn-of-waiting-mails.ts';

/**
 * Without a mail server mails wait, and the log says so once an hour; except where this machine's
 * mailbox shows them, which counts as delivery.
 */
export function mailJobs(app: App): Job[] {
  const { db, config } = app;
  const forget = whileSteady(db, () => deleteOldMails(db, config.retentionDays));
  return [waiting(app), { name: 'forget mails', everyMs: HOUR_MS, turn: forget }];
}

function waiting(app: App): Job {
  const { mail, hasMailbox } = app.config;
  if (mail) return sending(app, openMailer(mail));
  if (hasMailbox) return sending(app, async () => undefined);
  const turn = (): Promise<boolean> => warnOfWaitingMails(app);
  return { name: 'warn of waiting mails', everyMs: HOUR_MS, turn };
}

function sending(app: App, mailer: Mailer): Job {
  return { name: 'send mails', everyMs: 1_000, turn: () => sendMails(app, mailer) };
}
