import { createTransport } from 'nodemailer';
import type { MailSettings } from './read-mail-settings.ts';

export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same on every attempt, so that mailboxes can recognise duplicates. */
  readonly messageId: string;
}

/** @throws unless the mail server has accepted the message */
export type Mailer = (message: Message) => Promise<void>;

/** For silence in each step of the conversation; its total duration is limited by the caller. */
const SILENCE_MS = 15_000;

/** Opens a connection per message, since there are few. */
export function openMailer(settings: MailSettings): Mailer {
  const { from } = settings;
  const transport = openTransport(settings);
  return async ({ to, ...message }) => {
    await transport.sendMail({
      from,
      // As an object, so that an unusual address is never parsed as a list.
      to: { name: '', address: to },
      // Prevents automatic replies, such as holiday notices.
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...message,
    });
  };
}

/** Signs in and out again. @throws the error of the mail server or the connection */
export async function verifyMailer(settings: MailSettings): Promise<void> {
  await openTransport(settings).verify();
}

function openTransport({ smtpUrl }: MailSettings) {
  return createTransport({
    url: smtpUrl,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    // The contents of a mail must never make this machine read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
