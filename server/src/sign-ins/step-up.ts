import { CODES } from '../attempts/attempt.ts';
import { countAttempt, resetAttempts } from '../attempts/count-attempt.ts';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { checkPasskey } from '../passkeys/check-passkey.ts';
import type { UserId } from '../ids.ts';
import { markUsed } from '../passkeys/store.ts';
import { checkCode } from '../second-factors/check-code.ts';
import { hasTotp } from '../second-factors/store.ts';
import type { Session } from '../sessions/session.ts';
import { markVerified } from '../sessions/store.ts';
import { verifyPassword } from '../users/hash-password.ts';
import { getUser, lockUser } from '../users/store.ts';

/**
 * Confirms a person's identity again. One factor that a stolen cookie does not include is enough;
 * but if codes are required, it must be a code, since they exist for the case of a leaked password.
 * @returns until when dangerous actions are permitted
 * @throws ApiError invalid_credentials, invalid_code, rate_limited
 */
export async function stepUp(
  app: App,
  { id, userId }: Session,
  { password, code }: { readonly password?: string; readonly code?: string },
): Promise<Date> {
  await countAttempt(app, `code ${userId}`, CODES);
  const needsCode = await hasTotp(app.db, userId);
  if (needsCode && code === undefined) throw new ApiError('invalid_code');
  const matchedHash = needsCode ? undefined : await checkPassword(app, userId, password);
  return app.db.begin(async (tx) => {
    const user = await lockUser(tx, userId);
    const isRight =
      matchedHash === undefined
        ? await checkCode(tx, app, userId, code ?? '', { mayRecover: false })
        : user.passwordHash === matchedHash;
    if (!isRight)
      throw new ApiError(matchedHash === undefined ? 'invalid_code' : 'invalid_credentials');
    // The lock order of setting up codes: first the session, then the attempts.
    const until = await markVerified(tx, id);
    await resetAttempts(tx, app, `code ${userId}`);
    return until;
  });
}

/** @throws ApiError signed_out, invalid_passkey, invalid_state */
export async function stepUpByPasskey(
  app: App,
  session: Session,
  response: unknown,
): Promise<Date> {
  const { passkey, counter } = await checkPasskey(app, session, response);
  return app.db.begin(async (tx) => {
    if (!(await markUsed(tx, passkey.id, counter))) throw new ApiError('invalid_passkey');
    return markVerified(tx, session.id);
  });
}

/** The hash that the password matched. */
async function checkPassword(
  app: App,
  userId: UserId,
  password: string | undefined,
): Promise<string> {
  const { passwordHash } = await getUser(app.db, userId);
  const isRight = await verifyPassword(password ?? '', passwordHash);
  if (!isRight || passwordHash === null) throw new ApiError('invalid_credentials');
  return passwordHash;
}
