import type { App } from '../app.ts';
import { recordOwnAct } from '../audits/record-act.ts';
import type { PersonalFacts } from '../mails/mail.ts';
import { queueMail } from '../mails/store.ts';
import type { Tx } from '../platform/db.ts';
import type { Session } from '../sessions/session.ts';
import type { User } from './user.ts';

type Change = PersonalFacts['sign_in_changed']['change'];

const ACTIONS = {
  totp_added: 'confirmTotp',
  totp_removed: 'removeTotp',
  passkey_added: 'addPasskey',
  passkey_removed: 'removePasskey',
} as const satisfies Record<Change, string>;

/** Queues the mail and records the act of a change that a signed-in person made. */
export async function reportSignInChange(
  tx: Tx,
  app: App,
  session: Session,
  change: Change,
  ip: string,
  subject: string = session.userId,
): Promise<void> {
  await mailSignInChange(tx, app, session, change, subject);
  await recordOwnAct(tx, session, ACTIONS[change], ip, subject);
}

/** Tells the person, who may not be the one who changed it. */
export async function mailSignInChange(
  tx: Tx,
  { vault }: App,
  { email, language }: Pick<User, 'email' | 'language'>,
  change: Change,
  of: string,
): Promise<void> {
  const subject = `${of} ${change} ${new Date().toISOString()}`;
  const mail = { recipient: email, language, kind: 'sign_in_changed', subject } as const;
  await queueMail(tx, vault, { ...mail, facts: { change } });
}
