import { readEmail } from '../accounts/read-email.ts';
import { PASSWORDS } from '../attempts/attempt.ts';
import { countAttempt, countGuess, resetAttempts, undoGuess } from '../attempts/count-attempt.ts';
import type { App } from '../app.ts';
import { recordOwnAct } from '../audits/record-act.ts';
import { ApiError } from '../errors.ts';
import { hasTotp } from '../second-factors/store.ts';
import { openSession, type Visitor } from '../sessions/open-session.ts';
import { hashPassword, isOutdated, verifyPassword } from '../users/hash-password.ts';
import { resendConfirmation } from '../users/sign-up.ts';
import { findSignUp, findUserByEmail, lockUser, writePassword } from '../users/store.ts';
import type { User } from '../users/user.ts';

export type SignedIn =
  | { readonly next: 'done' | 'second_factor'; readonly token: string }
  | { readonly next: 'confirm_email' };

/**
 * Checks a password. The work is the same for an unknown address, and attempts are counted per
 * address before they are made.
 * @throws ApiError invalid_credentials, rate_limited
 */
export async function signInByPassword(
  app: App,
  { email: text, password }: { readonly email: string; readonly password: string },
  visitor: Visitor,
): Promise<SignedIn> {
  // An invalid address is treated like an unknown one.
  const email = readEmail(text) ?? '';
  await countGuess(app, visitor);
  await countAttempt(app, `password ${email}`, PASSWORDS);
  const user = await findUserByEmail(app.db, email);
  // Looked up in either case, so that both take the same time.
  const signUp = await findSignUp(app.db, email);
  const hash = user ? user.passwordHash : (signUp?.passwordHash ?? null);
  const isRight = await verifyPassword(password, hash);
  if (!isRight || hash === null) throw new ApiError('invalid_credentials');
  await undoGuess(app, visitor);
  if (!user) {
    await app.db.begin((tx) => resetAttempts(tx, app, `password ${email}`));
    await resendConfirmation(app, email);
    return { next: 'confirm_email' };
  }
  return openAfterPassword(app, { ...user, passwordHash: hash }, password, visitor);
}

async function openAfterPassword(
  app: App,
  checked: User & { readonly passwordHash: string },
  password: string,
  visitor: Visitor,
): Promise<SignedIn> {
  const renewed = isOutdated(checked.passwordHash) ? await hashPassword(password) : undefined;
  return app.db.begin(async (tx) => {
    const user = await lockUser(tx, checked.id);
    // The password was changed since it was checked, which has ended what the old one opens.
    if (user.passwordHash !== checked.passwordHash) throw new ApiError('invalid_credentials');
    await resetAttempts(tx, app, `password ${user.email}`);
    if (renewed !== undefined) await writePassword(tx, user.id, renewed);
    const needsCode = await hasTotp(tx, user.id);
    const kind = needsCode ? 'half open' : 'whole';
    const token = await openSession(tx, user.id, kind, visitor);
    const person = { userId: user.id, email: user.email };
    if (!needsCode) await recordOwnAct(tx, person, 'signIn', visitor.address);
    return { next: needsCode ? 'second_factor' : 'done', token };
  });
}
