import { recordCommand } from '../audits/record-command.ts';
import { required, words } from '../cli-options.ts';
import type { CommandSet } from '../command.ts';
import { openAccount } from './open-account.ts';

export const userCommands: CommandSet = {
  'account create': {
    on: 'database',
    usage: '--email E [--name N] [--reason TEXT]',
    help: 'create an account and its owner, already confirmed',
    begins: true,
    run: async (db, options) => {
      const email = required(options, 'email');
      const name = words(options, 'name');
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
