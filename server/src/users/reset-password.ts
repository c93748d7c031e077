import { readEmail } from '../accounts/read-email.ts';
import { resetAttempts } from '../attempts/count-attempt.ts';
import type { App } from '../app.ts';
import { recordOwnAct } from '../audits/record-act.ts';
import { ApiError } from '../errors.ts';
import { queueMail } from '../mails/store.ts';
import type { Tx } from '../platform/db.ts';
import { hashToken, newToken } from '../platform/token.ts';
import { endSessions } from '../sessions/store.ts';
import { hashPassword } from './hash-password.ts';
import { mayMailLink } from './may-mail-link.ts';
import {
  findResetLink,
  findUserByEmail,
  getUser,
  insertResetLink,
  lockUser,
  takeResetLinks,
  writePassword,
} from './store.ts';
import { isStrong, type User } from './user.ts';

/**
 * Mails a link to a known address, at most once a minute; for others it silently does nothing.
 * @throws ApiError invalid_email
 */
export async function requestPasswordReset(app: App, givenEmail: string): Promise<void> {
  const email = readEmail(givenEmail);
  if (email === undefined) throw new ApiError('invalid_email');
  await app.db.begin(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    // A concurrent change of password would not see, and so not end, the link.
    await lockUser(tx, user.id);
    if (!(await mayMailLink(tx, app, email))) return;
    const { token, hash } = newToken();
    await insertResetLink(tx, user.id, hash);
    await queueMail(tx, app.vault, {
      recipient: user.email,
      language: user.language,
      kind: 'password_reset',
      subject: hash.toString('hex'),
      facts: { token },
    });
  });
}

/**
 * Whose password a link allows to set. This does not use it up.
 * @throws ApiError link_expired
 */
export async function readResetLink(app: App, token: string): Promise<User> {
  const userId = await findResetLink(app.db, hashToken(token));
  if (!userId) throw new ApiError('link_expired');
  return getUser(app.db, userId);
}

/**
 * Sets a password with the link from a mail. All sessions of the person end.
 * @throws ApiError link_expired, weak_password; the link then stays valid
 */
export async function resetPassword(
  app: App,
  { token, password, ip }: { token: string; password: string; ip: string },
): Promise<void> {
  const { id: userId, email } = await readResetLink(app, token);
  if (!isStrong(password, email)) throw new ApiError('weak_password');
  const passwordHash = await hashPassword(password);
  await app.db.begin(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!(await takeResetLinks(tx, userId, hashToken(token)))) throw new ApiError('link_expired');
    await writePassword(tx, userId, passwordHash);
    await endSessions(tx, userId);
    // Access to the mailbox proves more than a guess, but nothing about the second factor.
    await resetAttempts(tx, app, `password ${user.email}`);
    await reportNewPassword(tx, app, user, 'resetPassword', ip);
  });
}

/** Queues the mail and records the act of every password change, in its transaction. */
export async function reportNewPassword(
  tx: Tx,
  app: App,
  { id, email, language }: User,
  action: 'resetPassword' | 'changePassword',
  ip: string,
): Promise<void> {
  await queueMail(tx, app.vault, {
    recipient: email,
    language,
    kind: 'password_changed',
    subject: `${id} ${new Date().toISOString()}`,
    facts: {},
  });
  await recordOwnAct(tx, { userId: id, email }, action, ip);
}
