import { CODES } from '../attempts/attempt.ts';
import { countAttempt, resetAttempts } from '../attempts/count-attempt.ts';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import type { Session } from '../sessions/session.ts';
import { endSessions, holdSession } from '../sessions/store.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { reportNewPassword } from './reset-password.ts';
import { endResetLinks, getUser, lockUser, writePassword } from './store.ts';
import { isStrong } from './user.ts';

/**
 * Sets a new password for somebody who has recently proved their identity; the current one is
 * checked if it is given. All other sessions end, and so do reset links.
 * @throws ApiError weak_password, invalid_credentials, rate_limited, signed_out
 */
export async function changePassword(
  app: App,
  session: Session,
  { current, password, ip }: { current?: string | undefined; password: string; ip: string },
): Promise<void> {
  const { userId, email } = session;
  if (!isStrong(password, email)) throw new ApiError('weak_password');
  if (current !== undefined) {
    await countAttempt(app, `code ${userId}`, CODES);
    const { passwordHash } = await getUser(app.db, userId);
    if (!(await verifyPassword(current, passwordHash))) throw new ApiError('invalid_credentials');
  }
  const passwordHash = await hashPassword(password);
  await app.db.begin(async (tx) => {
    const user = await lockUser(tx, userId);
    // A concurrent reset may be meant to shut out whoever holds this session, so it wins.
    await holdSession(tx, session.id);
    await writePassword(tx, userId, passwordHash);
    await endResetLinks(tx, userId);
    await endSessions(tx, userId, session.id);
    if (current !== undefined) await resetAttempts(tx, app, `code ${userId}`);
    await reportNewPassword(tx, app, user, 'changePassword', ip);
  });
}
