import { timingSafeEqual } from 'node:crypto';
import type { App } from '../app.ts';
import { recordAct } from '../audits/record-act.ts';
import { ApiError } from '../errors.ts';
import { openSession, type Visitor } from '../sessions/open-session.ts';
import { hashOf } from './mail-token.ts';
import { openAccount } from './open-account.ts';
import { prepareRehearsal } from './prepare-rehearsal.ts';
import { findUserByEmail, takeSignUp } from './store.ts';

export interface Confirmed {
  readonly email: string;
  /** Of a new session, in the browser that signed up only. */
  readonly sessionToken: string | undefined;
}

/**
 * Makes the account that was signed up for: link, person, account and what it rehearses with are
 * one commit.
 * @param browserToken what the browser keeps since it signed up
 * @throws ApiError link_expired
 */
export async function confirmEmail(
  app: App,
  token: string,
  browserToken: string | undefined,
  visitor: Visitor,
): Promise<Confirmed> {
  return app.db.begin(async (tx) => {
    const asked = await takeSignUp(tx, hashOf(token));
    // An operator may have made the account meanwhile: the sign-up's password is then nobody's.
    if (!asked || (await findUserByEmail(tx, asked.email))) throw new ApiError('link_expired');
    const { email, accountName, language, passwordHash } = asked;
    const { accountId, userId } = await openAccount(tx, {
      email,
      name: accountName ?? undefined,
      language,
      passwordHash,
    });
    await prepareRehearsal(tx, accountId, language);
    const isSameBrowser =
      browserToken !== undefined && timingSafeEqual(hashOf(browserToken), asked.browserHash);
    const kind = asked.isFresh ? 'whole' : 'unverified';
    const sessionToken = isSameBrowser ? await openSession(tx, userId, kind, visitor) : undefined;
    await recordAct(tx, {
      actor: { kind: 'person', id: userId, label: email },
      action: 'confirmEmail',
      accountId,
      subject: accountId,
      address: visitor.address,
    });
    return { email, sessionToken };
  });
}
