import { timingSafeEqual } from 'node:crypto';
import { EmailTakenError } from '../accounts/create-account.ts';
import type { App } from '../app.ts';
import { PASSWORDS } from '../attempts/attempt.ts';
import {
  countAttempt,
  countFrom,
  countGuess,
  resetAttempts,
  undoGuess,
} from '../attempts/count-attempt.ts';
import { personActor } from '../audits/audit.ts';
import { recordAct } from '../audits/record-act.ts';
import { ApiError } from '../errors.ts';
import type { Tx } from '../platform/db.ts';
import { hashToken } from '../platform/token.ts';
import { openSession, type Visitor } from '../sessions/open-session.ts';
import { verifyPassword } from './hash-password.ts';
import { openAccount } from './open-account.ts';
import { prepareRehearsal } from './prepare-rehearsal.ts';
import {
  findSignUpByLink,
  findUserByEmail,
  type SignUp,
  takeSignUp,
  type TakenSignUp,
} from './store.ts';

export interface Confirmation {
  readonly token: string;
  readonly password?: string | undefined;
  /** What the browser has stored since the sign-up. */
  readonly browserToken: string | undefined;
}

export interface Confirmed {
  readonly email: string;
  /** A new session's token; undefined if the password is still required, and nothing was done. */
  readonly sessionToken: string | undefined;
}

/**
 * Creates the account that was signed up for. The reader of the mail may not be the person who
 * chose the password: they must prove that they are, by the browser of the sign-up or by the
 * password.
 * @throws ApiError link_expired, invalid_credentials, rate_limited
 */
export async function confirmEmail(
  app: App,
  { token, password, browserToken }: Confirmation,
  visitor: Visitor,
): Promise<Confirmed> {
  if (password === undefined) await countFrom(app, visitor.address);
  else await countGuess(app, visitor);
  const tokenHash = hashToken(token);
  const signUp = await findSignUpByLink(app.db, tokenHash);
  if (!signUp || (await findUserByEmail(app.db, signUp.email))) throw new ApiError('link_expired');
  const isSameBrowser =
    browserToken !== undefined && timingSafeEqual(hashToken(browserToken), signUp.browserHash);
  if (!isSameBrowser) {
    if (password === undefined) return { email: signUp.email, sessionToken: undefined };
    await checkPassword(app, signUp, password);
  }
  if (password !== undefined) await undoGuess(app, visitor);
  return app.db.begin(async (tx) => {
    const taken = await takeSignUp(tx, tokenHash);
    // Another sign-up ends earlier links, so this is the one that was checked.
    if (taken?.passwordHash !== signUp.passwordHash) throw new ApiError('link_expired');
    if (!isSameBrowser) await resetAttempts(tx, app, `password ${taken.email}`);
    const sessionToken = await openSignedUp(tx, taken, !isSameBrowser || taken.isFresh, visitor);
    return { email: taken.email, sessionToken };
  });
}

async function checkPassword(app: App, signUp: SignUp, password: string): Promise<void> {
  await countAttempt(app, `password ${signUp.email}`, PASSWORDS);
  const isRight = await verifyPassword(password, signUp.passwordHash);
  if (!isRight) throw new ApiError('invalid_credentials');
}

/** Link, person, account and test resources are one commit. @returns a session's token */
async function openSignedUp(
  tx: Tx,
  { email, accountName, language, passwordHash }: TakenSignUp,
  isVerified: boolean,
  visitor: Visitor,
): Promise<string> {
  const name = accountName ?? undefined;
  const order = { email, name, language, passwordHash };
  const { accountId, userId } = await openAccount(tx, order).catch((error: unknown) => {
    // An operator has created the account meanwhile, so the sign-up's password belongs to nobody.
    throw error instanceof EmailTakenError ? new ApiError('link_expired') : error;
  });
  await prepareRehearsal(tx, accountId, language);
  const sessionToken = await openSession(tx, userId, isVerified ? 'whole' : 'unverified', visitor);
  await recordAct(tx, {
    actor: personActor({ userId, email }),
    action: 'confirmEmail',
    accountId,
    subject: accountId,
    address: visitor.address,
  });
  return sessionToken;
}
