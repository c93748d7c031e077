import { readEmail } from '../accounts/read-email.ts';
import { countFrom, tryOnce } from '../attempts/count-attempt.ts';
import { MAILS } from '../attempts/attempt.ts';
import { changeShop, NO_SHOP } from '../accounts/shop.ts';
import type { App } from '../app.ts';
import { ApiError } from '../errors.ts';
import { queueMail } from '../mails/store.ts';
import { findOpenInvitation } from '../members/invitation-store.ts';
import type { Tx } from '../platform/db.ts';
import { newToken } from '../platform/token.ts';
import type { Language } from '../refusals.ts';
import { hashPassword } from './hash-password.ts';
import { mayMailLink } from './may-mail-link.ts';
import {
  findUserByEmail,
  insertSignUpLink,
  lockSignUp,
  replaceSignUp,
  type SignUp,
} from './store.ts';
import { isStrong, type User } from './user.ts';

export interface SignUpOrder {
  readonly email: string;
  readonly password: string;
  readonly accountName?: string | undefined;
  readonly language: Language;
  /** The token of the invitation link, if the sign-up began with one. */
  readonly invitation?: string | undefined;
  /** The IP address that the request came from. */
  readonly ip: string;
}

/**
 * Sends the mail that leads to the account, or one that says that there already is one: the
 * requester cannot tell which. The password is hashed in either case.
 * @returns what this browser should keep, so that the link signs in when opened in it
 * @throws ApiError invalid_email, weak_password, invalid_request, rate_limited
 */
export async function signUp(app: App, order: SignUpOrder): Promise<string> {
  const email = readEmail(order.email);
  if (email === undefined) throw new ApiError('invalid_email');
  if (!isStrong(order.password, email)) throw new ApiError('weak_password');
  const { name: accountName } = changeShop(NO_SHOP, { name: order.accountName });
  await countFrom(app, order.ip, 'sign up');
  const passwordHash = await hashPassword(order.password);
  const { token, hash: browserHash } = newToken();
  const { language } = order;
  await app.db.begin(async (tx) => {
    // Beyond the limit, further requests change nothing: neither the mailbox nor earlier requests.
    // Counted separately from links, or a stranger's sign-ups could block the owner's reset mails.
    if ((await tryOnce(tx, app, `sign up ${email}`, MAILS)) !== undefined) return;
    const user = await findUserByEmail(tx, email);
    if (user) return notifyOwner(tx, app, user);
    const pending = { email, passwordHash, accountName, language, browserHash };
    await replaceSignUp(tx, pending);
    await sendLink(tx, app, pending, order.invitation);
  });
  return token;
}

/**
 * Mails the link of a sign-up again, at most once a minute. Earlier links stay valid.
 * @throws ApiError invalid_email
 */
export async function resendConfirmation(
  app: App,
  givenEmail: string,
  invitation?: string,
): Promise<void> {
  const email = readEmail(givenEmail);
  if (email === undefined) throw new ApiError('invalid_email');
  await app.db.begin(async (tx) => {
    const pending = await lockSignUp(tx, email);
    if (pending && (await mayMailLink(tx, app, email))) {
      await sendLink(tx, app, pending, invitation);
    }
  });
}

async function sendLink(
  tx: Tx,
  app: App,
  { email, language }: SignUp,
  invitation: string | undefined,
): Promise<void> {
  const { token, hash } = newToken();
  await insertSignUpLink(tx, email, hash);
  await queueMail(tx, app.vault, {
    recipient: email,
    language,
    kind: 'confirm_email',
    subject: hash.toString('hex'),
    facts: { token, invitation: await ownInvitation(tx, email, invitation) },
  });
}

/** Nothing made up by a stranger is mailed: only an invitation that is for the recipient. */
async function ownInvitation(
  tx: Tx,
  email: string,
  invitation: string | undefined,
): Promise<string | undefined> {
  if (invitation === undefined) return undefined;
  const found = await findOpenInvitation(tx, invitation);
  return found?.email.toLowerCase() === email ? invitation : undefined;
}

async function notifyOwner(tx: Tx, app: App, { id, email, language }: User): Promise<void> {
  const mail = { recipient: email, language, kind: 'account_exists', subject: id } as const;
  await queueMail(tx, app.vault, { ...mail, facts: {} });
}
