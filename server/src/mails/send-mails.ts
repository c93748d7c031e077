import { randomUUID } from 'node:crypto';
import type { App } from '../app.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import { faultOf } from '../platform/log.ts';
import { retryWhileAway } from '../platform/retry-while-away.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import type { Mailer } from './open-mailer.ts';
import { type LeasedMail, leaseDueMails, markFailed, markSent, openMail } from './store.ts';
import { writeLetter } from './write-letter.ts';

const BATCH = 8;

/** Well within the lease, so that nobody else sends the same mail meanwhile. */
const TIMEOUT_MS = MINUTE_MS;

/** A restart of the database takes less: an accepted mail that is not marked is sent again. */
const MARKING = { tries: 8, stepMs: 500 };

/** The waits between attempts: twelve in about five days, like mail servers among themselves. */
const WAITS_MS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
];

/**
 * Sends mails that are due. If the process dies after a mail was accepted and before it is marked,
 * it is sent again: it may arrive twice, with the same Message-ID, but is never lost.
 * @returns whether more may be waiting
 */
export async function sendMails(app: App, mailer: Mailer): Promise<boolean> {
  const due = await leaseDueMails(app.db, randomUUID(), BATCH);
  await Promise.all(due.map((leased) => sendOne(app, mailer, leased)));
  return due.length === BATCH;
}

async function sendOne(app: App, mailer: Mailer, leased: LeasedMail): Promise<void> {
  const { id, to, kind, tries, createdAt } = leased;
  try {
    const { baseUrl } = app.config;
    const { hostname } = new URL(baseUrl);
    const messageId = `<${String(id)}.${String(createdAt.getTime())}@${hostname}>`;
    const letter = writeLetter(openMail(app.vault, leased), baseUrl);
    await withTimeout(mailer({ to, messageId, ...letter }), TIMEOUT_MS, endless);
  } catch (error) {
    const waitMs = WAITS_MS[tries] ?? null;
    // A server's answer may contain the address, so only its code is logged.
    const { fault, code } = faultOf(error);
    app.log[waitMs === null ? 'error' : 'warn'](
      { mail: id, kind, tries: tries + 1, fault, code, ...answerOf(error) },
      waitMs === null ? 'mail given up' : 'mail not sent',
    );
    return markFailed(app.db, leased, waitMs);
  }
  await retryWhileAway(MARKING, () => markSent(app.db, leased));
}

/** For a server that keeps the conversation going for longer than the lease allows. */
function endless(): never {
  throw new Error('the mail server does not come to an end');
}

/** The mail server's reply code, such as 550. */
function answerOf(error: unknown): { answer?: number } {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  return typeof code === 'number' ? { answer: code } : {};
}
