import { dateTime } from '../brasilia-time.ts';
import { reais } from '../money.ts';
import { plainName } from './plain-name.ts';
import type { Drafts } from './mail.ts';

const ROLES = {
  owner: 'an owner',
  admin: 'an administrator',
  developer: 'a developer',
  viewer: 'a viewer',
} as const;

const CHANGES = {
  totp_added: 'Two-step verification was turned on.',
  totp_removed: 'Two-step verification was turned off.',
  passkey_added: 'A passkey was added.',
  passkey_removed: 'A passkey was removed.',
} as const;

const NOT_ME = 'If this was not you, change your password now and end the other sessions.';

export const DRAFTS_EN: Drafts = {
  confirm_email: () => ({
    subject: 'Confirm your e-mail',
    lines: [
      'One step left to create your account: confirm that this e-mail is yours.',
      'The link works once, within 24 hours.',
      'If you did not ask for this account, ignore this e-mail and do not open the link: nothing is created without it.',
    ],
    action: 'Confirm e-mail',
  }),
  account_exists: () => ({
    subject: 'This e-mail already has an account',
    lines: [
      'Someone tried to create an account with this e-mail, but one already exists.',
      'If it was you, sign in with your password. If you do not remember it, choose another on the sign-in page.',
      'If it was not you, ignore this e-mail: nothing has changed.',
    ],
    action: 'Sign in',
  }),
  password_reset: () => ({
    subject: 'Choose a new password',
    lines: [
      'We were asked to change the password of this account.',
      'The link works once, within 1 hour. Changing the password signs you out on every device.',
      'If it was not you, ignore this e-mail: the password stays as it is.',
    ],
    action: 'Choose a new password',
  }),
  password_changed: ({ at }) => ({
    subject: 'Your password was changed',
    lines: [
      `The password of your account was changed on ${dateTime(at, 'en')}.`,
      'If it was not you, ask for a new password on the sign-in page now: that signs out every device.',
    ],
    action: 'Ask for a new password',
  }),
  sign_in_changed: ({ change, at }) => ({
    subject: 'How you sign in has changed',
    lines: [`${CHANGES[change]} Date: ${dateTime(at, 'en')}.`, NOT_ME],
    action: 'Open your profile',
  }),
  invitation: ({ accountName, invitedBy, role }) => ({
    subject: `Invitation to the account ${nameOf(accountName)}`,
    lines: [
      `${plainName(invitedBy)} invited you to the account ${nameOf(accountName)}, as ${ROLES[role]}.`,
      'The invitation works once, within 7 days, and for this e-mail only.',
      'If you did not expect this, ignore this e-mail.',
    ],
    action: 'See the invitation',
  }),
  key_created: ({ accountName, keyName, lastFour, by, at }) => ({
    subject: `Key created: ${plainName(keyName)}`,
    lines: [
      `The API key ${plainName(keyName)}, which ends in ${lastFour}, was created in the account ${nameOf(accountName)}.`,
      `Created by ${plainName(by)} on ${dateTime(at, 'en')}.`,
      'If nobody on your team did this, revoke the key now.',
    ],
    action: 'See the keys',
  }),
  wallet_changed: ({ accountName, change, label, isDefault, at }) => ({
    subject: 'Wallet changed',
    lines: [
      `${change === 'added' ? 'A wallet was added to' : 'A wallet was deleted from'} the account ${nameOf(accountName)}${label === '' ? '' : `: ${plainName(label)}`}. Date: ${dateTime(at, 'en')}.`,
      ...(change === 'added' && isDefault
        ? ['It is the default wallet: new charges go to it.']
        : []),
      'If nobody on your team did this, check the wallets now and change your password.',
    ],
    action: 'See the wallets',
  }),
  reversal: ({ accountName, tipo, isDisputed = true, amountCents, deadline }) => {
    const action = 'See the alert';
    const sum = reais(amountCents, 'en');
    if (tipo === 'estorno') {
      return {
        subject: `Payment returned: ${sum}`,
        lines: [
          `A payment of ${sum} to the account ${nameOf(accountName)} was returned to the payer. Only a Pix from an account under the expected CPF or CNPJ counts.`,
          'The order is not paid: do not deliver it, and ask for a new payment.',
        ],
        action,
      };
    }
    if (!isDisputed) {
      return {
        subject: `Payment returned by the provider: ${sum}`,
        lines: [
          `The provider returned to the payer a payment of ${sum} to the account ${nameOf(accountName)}, which was never confirmed. It may have been under the provider's review.`,
          'The order is not paid: do not deliver it. You do not need to do anything else.',
        ],
        action,
      };
    }
    return {
      subject: `MED received: deadline ${deadline === null ? 'to be confirmed' : dateTime(deadline, 'en')}`,
      lines: [
        `The payer's bank disputes a payment of ${sum} to the account ${nameOf(accountName)}.`,
        deadline === null
          ? 'Gather the evidence of sale and delivery as soon as you can.'
          : `Gather the evidence of sale and delivery by ${dateTime(deadline, 'en')}.`,
      ],
      action,
    };
  },
  withdrawal_requested: ({ accountName, amountCents, keyName, expiresAt }) => ({
    subject: `An agent requested a withdrawal of ${reais(amountCents, 'en')}`,
    lines: [
      `The agent of the key ${plainName(keyName)} requested a withdrawal of ${reais(amountCents, 'en')} from the account ${nameOf(accountName)}.`,
      `Nothing is paid unless a person confirms it. The request expires on ${dateTime(expiresAt, 'en')}.`,
      'Check the amount and who receives it before you confirm. If nobody on your team expected this, decline it and revoke the key.',
    ],
    action: 'See the request',
  }),
  withdrawal_ended: ({ accountName, outcome, amountCents }) => ({
    subject: outcome === 'completed' ? 'Withdrawal completed' : 'Withdrawal not completed',
    lines: [
      outcome === 'completed'
        ? `The Pix of ${reais(amountCents, 'en')} for a withdrawal from the account ${nameOf(accountName)} was sent.`
        : `The withdrawal of ${reais(amountCents, 'en')} from the account ${nameOf(accountName)} failed. See why, and what to do.`,
    ],
    action: 'See the withdrawal',
  }),
};

function nameOf(accountName: string | null): string {
  return accountName === null ? 'without a name' : `“${plainName(accountName)}”`;
}
