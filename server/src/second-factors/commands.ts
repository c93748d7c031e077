import { readEmail } from '../accounts/read-email.ts';
import type { App } from '../app.ts';
import { readReason } from '../audits/audit.ts';
import { recordCommand } from '../audits/record-command.ts';
import { Misuse, type Options, required } from '../cli-options.ts';
import type { Answer, CommandSet } from '../command.ts';
import { queueMail } from '../mails/store.ts';
import type { Tx } from '../platform/db.ts';
import { endSessions } from '../sessions/store.ts';
import { findUserByEmail, lockUser } from '../users/store.ts';
import type { User } from '../users/user.ts';
import { deleteTotp } from './store.ts';

export const secondFactorCommands: CommandSet = {
  'two-steps off': {
    on: 'app',
    usage: '--email E --reason TEXT',
    help: 'turn off two-step verification for somebody who lost phone and codes; ends their sessions',
    run: turnOff,
  },
};

async function turnOff(app: App, options: Options): Promise<Answer> {
  const email = required(options, 'email');
  if (readReason(required(options, 'reason')) === undefined) {
    throw new Misuse('--reason takes 3 to 500 characters on one line');
  }
  const user = await app.db.begin(async (tx) => {
    const found = await findUserByEmail(tx, readEmail(email) ?? '');
    if (!found) throw new Error(`nobody signs in with ${email} here`);
    const locked = await lockUser(tx, found.id);
    if (!(await deleteTotp(tx, locked.id))) {
      throw new Error(`${email} is not asked for codes, so there is nothing to turn off`);
    }
    // Whoever has the phone may be signed in on it.
    await endSessions(tx, locked.id);
    await tell(tx, app, locked);
    await recordCommand(tx, 'two-steps off', options, { subject: locked.id });
    return locked;
  });
  return {
    json: { userId: user.id, email: user.email },
    text: `${user.email} signs in with the password alone now, and had better set up an app again.`,
  };
}

async function tell(tx: Tx, app: App, { id, email, language }: User): Promise<void> {
  const at = new Date().toISOString();
  const mail = { recipient: email, language, kind: 'sign_in_changed' } as const;
  const facts = { change: 'totp_removed', at } as const;
  await queueMail(tx, app.vault, { ...mail, subject: `${id} ${at}`, facts });
}
