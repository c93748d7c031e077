import { count, one, onOff, type Options, required, words } from '../cli-options.ts';
import type { Answer, CommandSet } from '../command.ts';
import type { Config } from '../config.ts';
import { cents } from '../money.ts';
import type { Db } from '../platform/db.ts';
import { createAccount } from './create-account.ts';
import { type Environment, type Mode, MODES } from './environment.ts';
import { setAccount } from './set-account.ts';
import { listAccounts } from './store.ts';

export const accountCommands: CommandSet = {
  'account create': {
    on: 'database',
    usage: '--email E [--name N]',
    help: 'a new account, confirmed at once',
    run: async (db, options) => {
      const wanted = required(options, 'email');
      const { accountId, email, name } = await createAccount(db, wanted, words(options, 'name'));
      return { json: { accountId, email, ...(name !== null && { name }) } };
    },
  },
  'account list': {
    on: 'database',
    usage: '',
    help: 'all accounts, the oldest first',
    run: async (db) => {
      const accounts = await listAccounts(db);
      const lines = accounts.map(({ accountId, email, name }) =>
        [accountId, email, ...(name === null ? [] : [name])].join('  '),
      );
      return { json: { accounts }, text: lines.join('\n') || 'There is no account yet.' };
    },
  },
  'account set': {
    on: 'database',
    usage: `--account ID [--mode test|live]
[--name N] [--contact C] [--website https://…]
[--deposit-fee-bp N] [--deposit-fee-fixed N]
[--withdrawal-fee-bp N] [--withdrawal-fee-fixed N]
[--deposits on|off] [--withdrawals on|off]
[--read-rate N] [--read-burst N] [--money-rate N] [--money-burst N]`,
    help: '',
    run: changeAccount,
  },
};

async function changeAccount(db: Db, options: Options, config: Config): Promise<Answer> {
  const { environments, ...account } = await setAccount(
    db,
    required(options, 'account'),
    one(options, 'mode', MODES),
    {
      name: words(options, 'name'),
      contact: words(options, 'contact'),
      website: words(options, 'website'),
      depositFeeBasisPoints: count(options, 'deposit-fee-bp', 0, 9_999),
      depositFeeFixedCents: count(options, 'deposit-fee-fixed', 0, 199),
      withdrawalFeeBasisPoints: count(options, 'withdrawal-fee-bp', 0, 9_999),
      withdrawalFeeFixedCents: count(options, 'withdrawal-fee-fixed', 0, 10_000),
      depositsEnabled: onOff(options, 'deposits'),
      withdrawalsEnabled: onOff(options, 'withdrawals'),
      readRate: count(options, 'read-rate', 1, 1_000_000),
      readBurst: count(options, 'read-burst', 1, 1_000_000),
      moneyRate: count(options, 'money-rate', 1, 1_000_000),
      moneyBurst: count(options, 'money-burst', 1, 1_000_000),
    },
    cents(config.providerDepositFeeCents),
  );
  return { json: { ...account, ...Object.fromEntries(environments.map(settingsOf)) } };
}

function settingsOf(environment: Environment): readonly [Mode, object] {
  const { mode, fees, rates, depositsEnabled, withdrawalsEnabled } = environment;
  return [mode, { fees, depositsEnabled, withdrawalsEnabled, rates }];
}
