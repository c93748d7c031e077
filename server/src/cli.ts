import { parseArgs } from 'node:util';
import { createAccount } from './accounts/create-account.ts';
import { type Environment, MODES, type Mode } from './accounts/environment.ts';
import { setAccount } from './accounts/set-account.ts';
import { SCOPES, type Scope } from './api-keys/api-key.ts';
import { createKey } from './api-keys/create-key.ts';
import { listKeys, markRevoked } from './api-keys/store.ts';
import { readConfig } from './config.ts';
import { launch } from './launch/launch.ts';
import { withDatabase } from './launch/with-database.ts';
import { cents } from './money.ts';
import { connect, type Db } from './platform/db.ts';
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

const text = { type: 'string' } as const;
const OPTIONS = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  role: text,
  email: text,
  account: text,
  mode: text,
  scopes: text,
  name: text,
  id: text,
  'expires-in-days': text,
  'deposit-fee-bp': text,
  'deposit-fee-fixed': text,
  'withdrawal-fee-bp': text,
  'withdrawal-fee-fixed': text,
  deposits: text,
  withdrawals: text,
  'read-rate': text,
  'read-burst': text,
  'money-rate': text,
  'money-burst': text,
} as const;

type Options = { readonly [Name in keyof typeof OPTIONS]?: string | boolean | undefined };
type Printed = Readonly<Record<string, unknown>>;

const DATABASE_COMMANDS: Readonly<Record<string, (db: Db, options: Options) => Promise<Printed>>> =
  {
    'account create': async (db, options) => {
      const { accountId, email } = await createAccount(db, required(options, 'email'));
      return { accountId, email };
    },
    'account set': changeAccount,
    'key create': makeKey,
    'key list': async (db, options) => ({
      keys: await listKeys(db, required(options, 'account')),
    }),
    'key revoke': async (db, options) => {
      const id = required(options, 'id');
      if (!(await markRevoked(db, id))) throw new Error('no such key');
      return { id, revoked: true };
    },
    migrate: async () => ({ migrated: true }),
  };

async function main(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: OPTIONS,
    allowPositionals: true,
  });
  const name = positionals.join(' ');
  if (name === 'start' || name === 'sandbox') return start(name, values);
  const command = DATABASE_COMMANDS[name];
  if (values.help === true || !command) {
    console.log(USAGE);
    return values.help === true || name === '' || name === 'help' ? 0 : 1;
  }
  const printed = await onDatabase((db) => command(db, values));
  console.log(values.json === true ? JSON.stringify(printed) : readable(printed));
  return 0;
}

function start(name: 'start' | 'sandbox', options: Options): Promise<number> {
  const config = readConfig();
  const role = name === 'sandbox' ? 'sandbox' : one(options, 'role', ['all', 'api', 'worker']);
  return launch({
    role: role ?? 'all',
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    host: config.host,
    port: config.port,
    sandboxUrl: config.sandboxUrl,
    env: config.env,
    onReady: async ({ url, databaseUrl }) => {
      if (url === undefined) return;
      console.log(`Ponte is ready at ${url}`);
      if (role === undefined || role === 'all') {
        await withDb(databaseUrl, (db) => welcome(db, url, (line) => console.log(line)));
      }
    },
  });
}

async function onDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const { dataDir, databaseUrl } = readConfig();
  return withDatabase({ dataDir, databaseUrl }, (url) => withDb(url, work));
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
  return list.split(',').map((name) => {
    const scope = SCOPES.find((known) => known === name.trim());
    if (!scope) throw new Error(`${name} is no scope; there are all, ${SCOPES.join(', ')}`);
    return scope;
  });
}

function required(options: Options, name: keyof Options): string {
  const value = options[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`--${name} is needed`);
}

function one<Value extends string>(
  options: Options,
  name: keyof Options,
  values: readonly Value[],
): Value | undefined {
  const given = options[name];
  const value = values.find((candidate) => candidate === given);
  if (given !== undefined && !value) throw new Error(`--${name} takes ${values.join(' or ')}`);
  return value;
}

function onOff(options: Options, name: keyof Options): boolean | undefined {
  const value = one(options, name, ['on', 'off']);
  return value === undefined ? undefined : value === 'on';
}

function count(
  options: Options,
  name: keyof Options,
  min: number,
  max: number,
): number | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  const value = typeof given === 'string' && /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new Error(`--${name} takes a whole number from ${String(min)} to ${String(max)}`);
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
