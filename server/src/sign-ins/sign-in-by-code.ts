import { CODES } from '../attempts/attempt.ts';
import { countAttempt, resetAttempts } from '../attempts/count-attempt.ts';
import type { App } from '../app.ts';
import { recordOwnAct } from '../audits/record-act.ts';
import { ApiError } from '../errors.ts';
import { checkCode } from '../second-factors/check-code.ts';
import { openSession, type Visitor } from '../sessions/open-session.ts';
import type { Session } from '../sessions/session.ts';
import { endSession } from '../sessions/store.ts';
import { lockUser } from '../users/store.ts';

/**
 * Turns a half-open session into a complete one, with a new token.
 * @throws ApiError invalid_code, rate_limited, signed_out if another request was faster
 */
export async function signInByCode(
  app: App,
  halfOpen: Session,
  code: string,
  visitor: Visitor,
): Promise<string> {
  const { id, userId } = halfOpen;
  await countAttempt(app, `code ${userId}`, CODES);
  return app.db.begin(async (tx) => {
    // A concurrent password reset would not see, and so not end, the session opened here.
    await lockUser(tx, userId);
    // First, so that only one of two concurrent requests continues.
    if (!(await endSession(tx, userId, id))) throw new ApiError('signed_out');
    const isRight = await checkCode(tx, app, userId, code, { mayRecover: true });
    // The rollback keeps the half-open session for another attempt.
    if (!isRight) throw new ApiError('invalid_code');
    await resetAttempts(tx, app, `code ${userId}`);
    const token = await openSession(tx, userId, 'whole', visitor);
    await recordOwnAct(tx, halfOpen, 'signInWithCode', visitor.address);
    return token;
  });
}
