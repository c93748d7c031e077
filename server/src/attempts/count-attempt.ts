import { isIP } from 'node:net';
import type { App } from '../app.ts';
import { addressOf } from '../checkouts/payer-address.ts';
import { ApiError } from '../errors.ts';
import type { Tx } from '../platform/db.ts';
import { ADDRESSES, type AttemptRule, weighAttempt } from './attempt.ts';
import { deleteAttempts, lockAttempts, takeBackAttempt, writeAttempts } from './store.ts';

/** Who tries, or is tried: what kind it is, and which. Only a keyed digest of it is kept. */
export type Subject = `${'password' | 'code' | 'mail' | 'again' | 'from' | 'sign up'} ${string}`;

/**
 * Counts a try before it is made, so that a hundred at once are not a hundred guesses.
 * @throws ApiError rate_limited
 */
export async function countAttempt(app: App, subject: Subject, rule: AttemptRule): Promise<void> {
  const waitMs = await app.db.begin((tx) => tryOnce(tx, app, subject, rule));
  if (waitMs === undefined) return;
  throw new ApiError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
}

/** The same as a part of something: how long to wait, or undefined for one that may be made. */
export async function tryOnce(
  tx: Tx,
  { vault }: Pick<App, 'vault'>,
  subject: Subject,
  rule: AttemptRule,
): Promise<number | undefined> {
  const digest = digestOf(vault, subject);
  const { attempts, now } = await lockAttempts(tx, digest);
  const { next, waitMs } = weighAttempt(attempts, now, rule);
  await writeAttempts(tx, digest, next);
  return waitMs;
}

/** Whoever was right starts anew. */
export async function forgiveAttempts(
  tx: Tx,
  { vault }: Pick<App, 'vault'>,
  subjects: readonly Subject[],
): Promise<void> {
  const digests = subjects.map((subject) => digestOf(vault, subject));
  await deleteAttempts(tx, digests);
}

/** What is counted for a network address, where it is one of somebody else's machine. */
export async function countFrom(
  app: App,
  ip: string,
  rule: AttemptRule,
  kind: 'from' | 'sign up' = 'from',
): Promise<void> {
  // Behind a proxy that nobody told of, everybody comes from this machine: nobody is held back.
  if (!isOwnMachine(ip)) await countAttempt(app, `${kind} ${addressOf(ip)}`, rule);
}

interface Guesser {
  readonly address: string;
  /** Whether no proxy says that it asks for somebody. */
  readonly isDirect: boolean;
}

/** Who is on this machine counts too where guesses are made, unless they may be everybody. */
export async function countGuess(app: App, guesser: Guesser): Promise<void> {
  if (isCounted(guesser)) await countAttempt(app, `from ${addressOf(guesser.address)}`, ADDRESSES);
}

/** What was right is no guess of the address it came from. */
export async function forgiveGuess(app: App, guesser: Guesser): Promise<void> {
  if (!isCounted(guesser)) return;
  await takeBackAttempt(app.db, digestOf(app.vault, `from ${addressOf(guesser.address)}`));
}

function isCounted({ address, isDirect }: Guesser): boolean {
  return isDirect || !isOwnMachine(address);
}

function isOwnMachine(ip: string): boolean {
  return isIP(ip) > 0 && /^(127\.|::1$|::ffff:127\.)/.test(ip);
}

function digestOf(vault: App['vault'], subject: Subject): Buffer {
  return vault.digest('attempts.subject', subject);
}
