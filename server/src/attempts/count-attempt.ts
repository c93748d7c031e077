import { isIP } from 'node:net';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { networkOf } from '../platform/client-network.ts';
import type { Tx } from '../platform/db.ts';
import { ADDRESSES, type AttemptRule, evaluateAttempt, SIGN_UPS } from './attempt.ts';
import { deleteAttempts, lockAttempts, undoAttempt, writeAttempts } from './store.ts';

/** The kind and identity of who attempts or is targeted. Only a keyed digest is stored. */
export type Subject = `${'password' | 'code' | 'mail' | 'again' | 'from' | 'sign up'} ${string}`;

/**
 * Counts an attempt before it is made, so that a hundred concurrent ones are not a hundred guesses.
 * @throws ApiError rate_limited
 */
export async function countAttempt(app: App, subject: Subject, rule: AttemptRule): Promise<void> {
  const waitMs = await app.db.begin((tx) => tryOnce(tx, app, subject, rule));
  if (waitMs === undefined) return;
  throw new ApiError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
}

/** The same within a transaction: how long to wait, or undefined if the attempt may be made. */
export async function tryOnce(
  tx: Tx,
  { vault }: Pick<App, 'vault'>,
  subject: Subject,
  rule: AttemptRule,
): Promise<number | undefined> {
  const digest = digestOf(vault, subject);
  const { attempts, now } = await lockAttempts(tx, digest);
  const { next, waitMs } = evaluateAttempt(attempts, now, rule);
  await writeAttempts(tx, digest, next);
  return waitMs;
}

/** Resets the count after a success. */
export async function resetAttempts(
  tx: Tx,
  { vault }: Pick<App, 'vault'>,
  subject: Subject,
): Promise<void> {
  await deleteAttempts(tx, digestOf(vault, subject));
}

/** Counts an attempt against an IP address, unless it is this machine's own. */
export async function countFrom(
  app: App,
  ip: string,
  kind: 'from' | 'sign up' = 'from',
): Promise<void> {
  // Behind a proxy that is not configured, everybody comes from this machine: nobody is blocked.
  if (isOwnMachine(ip)) return;
  await countAttempt(app, `${kind} ${networkOf(ip)}`, kind === 'from' ? ADDRESSES : SIGN_UPS);
}

interface Guesser {
  readonly address: string;
  /** Whether the request came without a proxy's header. */
  readonly isDirect: boolean;
}

/** Counts guesses from this machine, too, unless they may come from everybody through a proxy. */
export async function countGuess(app: App, guesser: Guesser): Promise<void> {
  if (isCounted(guesser)) await countAttempt(app, `from ${networkOf(guesser.address)}`, ADDRESSES);
}

/** A correct guess does not count against its address. */
export async function undoGuess(app: App, guesser: Guesser): Promise<void> {
  if (!isCounted(guesser)) return;
  await undoAttempt(app.db, digestOf(app.vault, `from ${networkOf(guesser.address)}`));
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
