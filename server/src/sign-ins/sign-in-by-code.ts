import { CODES } from '../attempts/attempt.ts';
import { countAttempt, forgiveAttempts } from '../attempts/count-attempt.ts';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { checkCode } from '../second-factors/check-code.ts';
import { openSession, type Visitor } from '../sessions/open-session.ts';
import type { Session } from '../sessions/session.ts';
import { endSession } from '../sessions/store.ts';
import { lockUser } from '../users/store.ts';
import { recordSignIn } from './record-sign-in.ts';

/**
 * Makes a half-open session a whole one, under a new token.
 * @throws ApiError invalid_code, rate_limited, signed_out when another was quicker
 */
export async function signInByCode(
  app: App,
  halfOpen: Session,
  code: string,
  visitor: Visitor,
): Promise<string> {
  const { id, userId, email } = halfOpen;
  await countAttempt(app, `code ${userId}`, CODES);
  return app.db.begin(async (tx) => {
    // A reset that goes on meanwhile would not see the session that is opened here.
    await lockUser(tx, userId);
    // First, so that of two at once only one goes on.
    if (!(await endSession(tx, userId, id))) throw new ApiError('signed_out');
    const isRight = await checkCode(tx, app, userId, code, { mayRecover: true });
    // What was written is undone with it: the half-open session is still there for another try.
    if (!isRight) throw new ApiError('invalid_code');
    await forgiveAttempts(tx, app, [`code ${userId}`]);
    const token = await openSession(tx, userId, 'whole', visitor);
    await recordSignIn(tx, { id: userId, email }, 'signInWithCode', visitor.address);
    return token;
  });
}
