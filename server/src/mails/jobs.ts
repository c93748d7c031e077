import type { App } from '../app.ts';
import { HOUR_MS } from '../durations.ts';
import type { Job } from '../platform/job-loop.ts';
import { whileSteady } from '../queues/while-steady.ts';
import { type Mailer, openMailer } from './open-mailer.ts';
import { sendMails } from './send-mails.ts';
import { countWaitingMails, deleteOldMails } from './store.ts';

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
  return { name: 'warn of waiting mails', everyMs: HOUR_MS, turn: () => warnOfWaiting(app) };
}

function sending(app: App, mailer: Mailer): Job {
  return { name: 'send mails', everyMs: 1_000, turn: () => sendMails(app, mailer) };
}

async function warnOfWaiting({ db, log }: App): Promise<boolean> {
  const mails = await countWaitingMails(db);
  if (mails > 0) log.warn({ mails }, 'mails wait: set PONTE_SMTP_URL');
  return false;
}
