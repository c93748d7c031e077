import { recordCommand } from '../audits/record-command.ts';
import { readEmail } from '../accounts/read-email.ts';
import { changeShop, NO_SHOP } from '../accounts/shop.ts';
import { Misuse, type Options, required, words } from '../cli-options.ts';
import type { CommandSet } from '../command.ts';
import { openAccount } from './open-account.ts';

export const userCommands: CommandSet = {
  'account create': {
    on: 'database',
    usage: '--email E [--name N] [--reason TEXT]',
    help: 'create an account and its owner, already confirmed',
    begins: true,
    judge: orderIn,
    run: async (db, options) => {
      const { email, name } = orderIn(options);
      const opened = await db.begin(async (tx) => {
        const account = await openAccount(tx, { email, name });
        const { accountId } = account;
        await recordCommand(tx, 'account create', options, { accountId, subject: accountId });
        return account;
      });
      return {
        json: {
          accountId: opened.accountId,
          email: opened.email,
          ...(opened.name !== null && { name: opened.name }),
        },
      };
    },
  },
};

function orderIn(options: Options) {
  const email = required(options, 'email');
  if (readEmail(email) === undefined) throw new Misuse('--email takes an e-mail address');
  const name = words(options, 'name');
  changeShop(NO_SHOP, { name });
  return { email, name };
}
