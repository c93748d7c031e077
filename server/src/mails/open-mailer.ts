import { createTransport } from 'nodemailer';
import type { MailSettings } from './read-mail-settings.ts';

export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same on every try, so that a mailbox can tell that two are one. */
  readonly messageId: string;
}

/** @throws unless the mail server has taken the message. */
export type Mailer = (message: Message) => Promise<void>;

/** Of silence, in each step of the conversation; the whole of it is cut by whoever sends. */
const SILENCE_MS = 15_000;

/** One connection a message: there are few. */
export function openMailer(settings: MailSettings): Mailer {
  const { from } = settings;
  const transport = openTransport(settings);
  return async ({ to, ...message }) => {
    await transport.sendMail({
      from,
      // As an object, so that an odd address is never read as a list of several.
      to: { name: '', address: to },
      // So that no program answers it, as those of people on holiday do.
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...message,
    });
  };
}

/** Signs in and out again. @throws what the mail server, or the way to it, said */
export async function verifyMailer(settings: MailSettings): Promise<void> {
  await openTransport(settings).verify();
}

function openTransport({ smtpUrl }: MailSettings) {
  return createTransport({
    url: smtpUrl,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    // What a mail says never makes this machine read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
