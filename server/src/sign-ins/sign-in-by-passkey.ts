import { countGuess, undoGuess } from '../attempts/count-attempt.ts';
import type { App } from '../app.ts';
import { recordOwnAct } from '../audits/record-act.ts';
import { ApiError } from '../errors.ts';
import { checkPasskey } from '../passkeys/check-passkey.ts';
import { markUsed } from '../passkeys/store.ts';
import { openSession, type Visitor } from '../sessions/open-session.ts';
import { lockUser } from '../users/store.ts';

/** @throws ApiError invalid_passkey, invalid_state, rate_limited */
export async function signInByPasskey(
  app: App,
  response: unknown,
  visitor: Visitor,
): Promise<string> {
  await countGuess(app, visitor);
  const { passkey, counter } = await checkPasskey(app, undefined, response);
  await undoGuess(app, visitor);
  return app.db.begin(async (tx) => {
    if (!(await markUsed(tx, passkey.id, counter))) throw new ApiError('invalid_passkey');
    const user = await lockUser(tx, passkey.userId);
    const token = await openSession(tx, user.id, 'whole', visitor);
    const person = { userId: user.id, email: user.email };
    await recordOwnAct(tx, person, 'signInWithPasskey', visitor.address);
    return token;
  });
}
