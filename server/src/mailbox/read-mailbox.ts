import type { App } from '../app.ts';
import { listMails, openMail } from '../mails/store.ts';
import { writeLetter } from '../mails/write-letter.ts';

/** A mail as its recipient sees it. */
export interface Arrived {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: Date;
}

const MAX_MAILS = 100;

/** The latest mails, newest first; visible as soon as the change they report has committed. */
export async function readMailbox(app: App): Promise<Arrived[]> {
  const kept = await listMails(app.db, MAX_MAILS);
  return kept.map((mail) => ({
    to: mail.to,
    at: mail.createdAt,
    ...writeLetter(openMail(app.vault, mail), app.config.baseUrl),
  }));
}
