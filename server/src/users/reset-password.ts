import { readEmail } from '../accounts/read-email.ts';
import { forgiveAttempts } from '../attempts/count-attempt.ts';
import type { App } from '../app.ts';
import { recordAct } from '../audits/record-act.ts';
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
 * Sends a link to somebody who is known, at most once a minute; to others nothing, without a word.
 * @throws ApiError invalid_email
 */
export async function requestPasswordReset(app: App, address: string): Promise<void> {
  const email = readEmail(address);
  if (email === undefined) throw new ApiError('invalid_email');
  await app.db.begin(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (!user) return;
    // A change of the password that goes on meanwhile would not see the link, and not end it.
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
 * Chooses the password by the link of a mail. Whoever was signed in is so no more.
 * @throws ApiError link_expired, weak_password; the link is then still good
 */
export async function resetPassword(
  app: App,
  { token, password, ip }: { token: string; password: string; ip: string },
): Promise<void> {
  const tokenHash = hashToken(token);
  const userId = await findResetLink(app.db, tokenHash);
  if (!userId) throw new ApiError('link_expired');
  const { email } = await getUser(app.db, userId);
  if (!isStrong(password, email)) throw new ApiError('weak_password');
  const passwordHash = await hashPassword(password);
  await app.db.begin(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!(await takeResetLinks(tx, userId, tokenHash))) throw new ApiError('link_expired');
    await writePassword(tx, userId, passwordHash);
    await endSessions(tx, userId);
    // Who reads the mailbox has shown more than a guesser could, but nothing of the second factor.
    await forgiveAttempts(tx, app, [`password ${user.email}`]);
    await tellOfChange(tx, app, user, 'resetPassword', ip);
  });
}

/** The mail and the act of every change of a password, in its commit. */
export async function tellOfChange(
  tx: Tx,
  app: App,
  { id, email, language }: User,
  action: 'resetPassword' | 'changePassword',
  ip: string,
): Promise<void> {
  const at = new Date().toISOString();
  await queueMail(tx, app.vault, {
    recipient: email,
    language,
    kind: 'password_changed',
    subject: `${id} ${at}`,
    facts: { at },
  });
  await recordAct(tx, {
    actor: { kind: 'person', id, label: email },
    action,
    subject: id,
    address: ip,
  });
}
