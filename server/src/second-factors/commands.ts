import { readEmail } from '../accounts/read-email.ts';
import type { App } from '../app.ts';
import { recordCommand, requireReason } from '../audits/record-command.ts';
import { Misuse, type Options, required } from '../cli-options.ts';
import type { Answer, CommandSet } from '../command.ts';
import { endSessions } from '../sessions/store.ts';
import { mailSignInChange } from '../users/report-sign-in-change.ts';
import { findUserByEmail, lockUser } from '../users/store.ts';
import { deleteTotp } from './store.ts';

export const secondFactorCommands: CommandSet = {
  'two-steps off': {
    on: 'app',
    usage: '--email E --reason TEXT',
    help: 'turn off two-step verification for somebody who lost phone and codes; ends their sessions',
    judge: emailIn,
    run: turnOff,
  },
};

function emailIn(options: Options): string {
  const email = readEmail(required(options, 'email'));
  if (email === undefined) throw new Misuse('--email takes an e-mail address');
  requireReason(options);
  return email;
}

async function turnOff(app: App, options: Options): Promise<Answer> {
  const email = emailIn(options);
  const user = await app.db.begin(async (tx) => {
    const found = await findUserByEmail(tx, email);
    if (!found) throw new Error(`nobody signs in with ${email} here`);
    const locked = await lockUser(tx, found.id);
    if (!(await deleteTotp(tx, locked.id))) {
      throw new Error(`${email} is not asked for codes, so there is nothing to turn off`);
    }
    // Whoever has the phone may be signed in on it.
    await endSessions(tx, locked.id);
    await mailSignInChange(tx, app, locked, 'totp_removed', locked.id);
    await recordCommand(tx, 'two-steps off', options, { subject: locked.id });
    return locked;
  });
  return {
    json: { userId: user.id, email: user.email },
    text: `${user.email} signs in with the password alone now, and had better set up an app again.`,
  };
}
