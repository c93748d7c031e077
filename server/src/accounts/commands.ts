import { count, one, onOff, type Options, required, words } from '../cli-options.ts';
import { recordCommand } from '../audits/record-command.ts';
import type { Answer, CommandSet } from '../command.ts';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { type Environment, type Mode, MODES } from './environment.ts';
import { type AccountSettings, describeSettings, setAccount } from './set-account.ts';
import { changeShop, NO_SHOP } from './shop.ts';
import { listAccounts } from './store.ts';

export const accountCommands: CommandSet = {
  'account list': {
    on: 'database',
    usage: '',
    help: 'list all accounts, oldest first',
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
[--read-rate N] [--read-burst N] [--money-rate N] [--money-burst N]
[--reason TEXT]`,
    help: '',
    judge: changeIn,
    run: changeAccount,
  },
};

function changeIn(options: Options) {
  const wanted = required(options, 'account');
  const mode = one(options, 'mode', MODES);
  const settings = settingsIn(options);
  // Whether a text is valid does not depend on what was there before.
  changeShop(NO_SHOP, settings);
  return { wanted, mode, settings };
}

async function changeAccount(db: Db, options: Options, config: Config): Promise<Answer> {
  const { wanted, mode, settings } = changeIn(options);
  const providerFee = config.providerDepositFeeCents;
  const { environments, ...account } = await db.begin(async (tx) => {
    const set = await setAccount(tx, wanted, mode, settings, providerFee);
    const { accountId } = set;
    await recordCommand(tx, 'account set', options, {
      accountId,
      mode,
      subject: accountId,
      details: describeSettings(settings),
    });
    return set;
  });
  return { json: { ...account, ...Object.fromEntries(environments.map(settingsOf)) } };
}

function settingsIn(options: Options): AccountSettings {
  return {
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
  };
}

function settingsOf(environment: Environment): readonly [Mode, object] {
  const { mode, fees, rates, depositsEnabled, withdrawalsEnabled } = environment;
  return [mode, { fees, depositsEnabled, withdrawalsEnabled, rates }];
}
