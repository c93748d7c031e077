import { parseArgs } from 'node:util';
import { createAccount } from './accounts/create-account.ts';
import { type Environment, MODES, type Mode } from './accounts/environment.ts';
import { setAccount } from './accounts/set-account.ts';
import { getAccount } from './accounts/store.ts';
import { SCOPES, type Scope } from './api-keys/api-key.ts';
import { createKey } from './api-keys/create-key.ts';
import { listKeys, markRevoked } from './api-keys/store.ts';
import {
  count,
  one,
  onOff,
  type OptionName,
  type Options,
  OPTIONS,
  required,
} from './cli-options.ts';
import { readConfig } from './config.ts';
import { launch } from './launch/launch.ts';
import type { LaunchSettings } from './launch/launch-settings.ts';
import { withDatabase } from './launch/with-database.ts';
import { readLiquidAddress } from './liquid/address.ts';
import { cents } from './money.ts';
import { connect, type Db } from './platform/db.ts';
import { NETWORKS } from './wallets/register-wallet.ts';
import { welcome } from './welcome.ts';

/** The `ponte` command: what an operator does, with or without the server running. */

const USAGE = `ponte <command> [options]

  start [--role all|api|worker]     run the gateway (npm start)
  sandbox                           run the sandbox provider alone
  migrate                           bring the database up to date
  account create --email E          a new account, confirmed at once
  account set --account ID [--mode test|live]
      [--deposit-fee-bp N] [--deposit-fee-fixed N]
      [--withdrawal-fee-bp N] [--withdrawal-fee-fixed N]
      [--deposits on|off] [--withdrawals on|off]
      [--read-rate N] [--read-burst N] [--money-rate N] [--money-burst N]
  key create --account ID --mode test|live --scopes all|a,b [--name N] [--expires-in-days D]
  key list --account ID
  key revoke --id ID

  --json prints one JSON object.`;

type Role = LaunchSettings['role'];
type Printed = Readonly<Record<string, unknown>>;

interface Command {
  /** Besides `--json` and `--help`. */
  readonly takes: readonly OptionName[];
  readonly run: (options: Options) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  start: { takes: ['role'], run: (options) => start(options, ['all', 'api', 'worker']) },
  sandbox: { takes: [], run: (options) => start({ ...options, role: 'sandbox' }, ['sandbox']) },
  migrate: onDatabase([], async () => ({ migrated: true })),
  'account create': onDatabase(['email'], async (db, options) => {
    const { accountId, email } = await createAccount(db, required(options, 'email'));
    return { accountId, email };
  }),
  'account set': onDatabase(
    [
      'account',
      'mode',
      'deposit-fee-bp',
      'deposit-fee-fixed',
      'withdrawal-fee-bp',
      'withdrawal-fee-fixed',
      'deposits',
      'withdrawals',
      'read-rate',
      'read-burst',
      'money-rate',
      'money-burst',
    ],
    changeAccount,
  ),
  'key create': onDatabase(['account', 'mode', 'scopes', 'name', 'expires-in-days'], makeKey),
  'key list': onDatabase(['account'], async (db, options) => {
    const { accountId } = await getAccount(db, required(options, 'account'));
    return { keys: await listKeys(db, accountId) };
  }),
  'key revoke': onDatabase(['id'], async (db, options) => {
    const id = required(options, 'id');
    if (!(await markRevoked(db, id))) throw new Error('no such key');
    return { id, revoked: true };
  }),
};

async function main(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: OPTIONS,
    allowPositionals: true,
  });
  const name = positionals.join(' ');
  if (values.help === true || name === '' || name === 'help') {
    console.log(USAGE);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(`there is no command "${name}"\n\n${USAGE}`);
  const known: readonly string[] = ['json', ...command.takes];
  const other = Object.keys(values).find((option) => !known.includes(option));
  if (other !== undefined) throw new Error(`${name} takes no --${other}; see ponte --help`);
  return command.run(values);
}

function start(options: Options, roles: readonly Role[]): Promise<number> {
  const config = readConfig();
  refuseBadSplit(config.live?.splitAddress);
  const role = one(options, 'role', roles) ?? 'all';
  return launch({
    role,
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    host: config.host,
    port: config.port,
    sandboxUrl: config.sandboxUrl,
    env: config.env,
    onReady: async ({ url, databaseUrl }) => {
      if (url === undefined) return;
      console.log(`Ponte is ready at ${url}`);
      if (role === 'all') {
        await withDb(databaseUrl, (db) => welcome(db, url, (line) => console.log(line)));
      }
    },
  });
}

/** The provider would refuse every charge with it, or the platform's part would be gone. */
function refuseBadSplit(address: string | undefined): void {
  if (address === undefined || readLiquidAddress(address, NETWORKS.live)) return;
  throw new Error('PONTE_SPLIT_ADDRESS must be an address of the Liquid main network');
}

/** A command that works on the database and prints what came of it. */
function onDatabase(
  takes: readonly OptionName[],
  work: (db: Db, options: Options) => Promise<Printed>,
): Command {
  return {
    takes,
    run: async (options) => {
      const { dataDir, databaseUrl } = readConfig();
      const printed = await withDatabase({ dataDir, databaseUrl }, (url) =>
        withDb(url, (db) => work(db, options)),
      );
      console.log(options.json === true ? JSON.stringify(printed) : readable(printed));
      return 0;
    },
  };
}

async function withDb<Result>(url: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = connect({ url, connections: 1, onError: () => undefined });
  return work(db).finally(() => db.end());
}

async function changeAccount(db: Db, options: Options): Promise<Printed> {
  const { environments, ...account } = await setAccount(
    db,
    required(options, 'account'),
    one(options, 'mode', MODES),
    {
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
    cents(readConfig().providerDepositFeeCents),
  );
  return { ...account, ...Object.fromEntries(environments.map(settingsOf)) };
}

function settingsOf(environment: Environment): readonly [Mode, Printed] {
  const { mode, fees, rates, depositsEnabled, withdrawalsEnabled } = environment;
  return [mode, { fees, depositsEnabled, withdrawalsEnabled, rates }];
}

async function makeKey(db: Db, options: Options): Promise<Printed> {
  const scopes = readScopes(required(options, 'scopes'));
  const mode = one(options, 'mode', MODES);
  if (!mode) throw new Error('--mode test or --mode live is needed');
  const { id, key } = await createKey(db, {
    accountId: required(options, 'account'),
    mode,
    scopes,
    name: typeof options.name === 'string' ? options.name : '',
    expiresInDays: count(options, 'expires-in-days', 1, 36_500),
  });
  return { id, key, scopes, mode };
}

function readScopes(list: string): readonly Scope[] {
  if (list === 'all') return SCOPES;
  const names = list.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !SCOPES.some((scope) => scope === name));
  if (wrong !== undefined) {
    throw new Error(`${wrong} is no scope; there are all, ${SCOPES.join(', ')}`);
  }
  return SCOPES.filter((scope) => names.includes(scope));
}

function readable(printed: Printed): string {
  return Object.entries(printed)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : 'the command failed');
  process.exit(1);
}
