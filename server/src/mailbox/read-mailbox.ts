import type { App } from '../app.ts';
import { listMails, openMail } from '../mails/store.ts';
import { writeLetter } from '../mails/write-letter.ts';

/** A mail as its reader has it. */
export interface Arrived {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: Date;
}

const MOST = 100;

/** What was sent last, the newest first: there as soon as what it tells of is. */
export async function readMailbox(app: App): Promise<Arrived[]> {
  const kept = await listMails(app.db, MOST);
  return kept.map((mail) => ({
    to: mail.to,
    at: mail.createdAt,
    ...writeLetter(openMail(app.vault, mail), app.config.baseUrl),
  }));
}
