import assert from 'node:assert/strict';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { App } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { type AccountId, type EndpointId, newId } from '../src/ids.ts';
import { mailJobs } from '../src/mails/jobs.ts';
import type { Mail } from '../src/mails/mail.ts';
import { queueMail } from '../src/mails/store.ts';
import type { Job } from '../src/platform/job-loop.ts';
import type { Scope } from './database.ts';
import { listen } from './listen.ts';

export interface MailServer {
  readonly url: string;
  /** Each message as it arrived, including headers. */
  readonly taken: string[];
}

/** Whose mail is accepted. */
export const USER = { user: 'ponte', password: 'p@ss word' };
export const LOGIN = `${USER.user}:${encodeURIComponent(USER.password)}@`;

/** A mail server on loopback that requires a password, over an unencrypted connection. */
export async function openMailServer(
  scope: Scope,
  options: SMTPServerOptions = {},
  onTaken: (taken: number) => Promise<void> = async () => undefined,
): Promise<MailServer> {
  const taken: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: (auth, _session, done) => {
      const isRight = auth.username === USER.user && auth.password === USER.password;
      done(isRight ? null : new Error('wrong password'), isRight ? { user: USER.user } : undefined);
    },
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        taken.push(Buffer.concat(parts).toString());
        onTaken(taken.length).then(
          () => done(),
          () => undefined,
        );
      });
    },
    ...options,
  });
  // Clients that are killed or turned away may end in any way.
  server.on('error', () => undefined);
  const port = await listen(server.server);
  scope.after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://${LOGIN}127.0.0.1:${String(port)}`, taken };
}

export function withMail(app: App, smtpUrl: string): App {
  const env = { PONTE_SMTP_URL: smtpUrl, PONTE_MAIL_FROM: 'Ponte <ponte@example.com>' };
  return { ...app, config: readConfig(env) };
}

/** The job that sends mails. */
export function onlyJob(app: App): Job {
  const [job, ...others] = mailJobs(app).filter(({ name }) => name !== 'forget mails');
  assert.ok(job);
  assert.equal(others.length, 0);
  return job;
}

export async function oweMail(app: App, accountId: AccountId, id: EndpointId = newId('whe')) {
  const facts = {
    endpointId: id,
    host: 'shop.example',
    mode: 'live',
    reason: 'dead',
    since: '2026-11-16T10:00:00.000Z',
  } as const;
  const mail: Mail = { accountId, kind: 'endpoint_disabled', subject: id, facts };
  await app.db.begin((tx) => queueMail(tx, app.vault, mail));
  return id;
}

/** What is left of a mail that was sent. */
export const SENT = { sent: true, waits: false };

export interface MailState {
  readonly tries: number;
  readonly sent: boolean;
  readonly waits: boolean;
}

export async function statesOf({ db }: App): Promise<MailState[]> {
  return db<MailState>`
    select tries, sent_at is not null as sent, due_at is not null as waits from mails order by id`;
}

/** A message as a person would see it, with quoted-printable and folded headers decoded. */
export function readable(message: string): string {
  const bytes = message
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
