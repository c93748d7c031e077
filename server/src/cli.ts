/** The `ponte` command: what an operator does, with or without the server running. */
import manifest from '../package.json' with { type: 'json' };
import type { App } from './app.ts';
import { accountCommands } from './accounts/commands.ts';
import { alertCommands } from './operators/alert-commands.ts';
import { keyCommands } from './api-keys/commands.ts';
import { auditCommands } from './audits/commands.ts';
import { reasonOf } from './audits/record-command.ts';
import { proofCommands } from './chain-proofs/commands.ts';
import { Misuse, one, type Options, OPTIONS, SEE_HELP } from './cli-options.ts';
import type { Answer, Command, CommandSet } from './command.ts';
import { type Config, readConfig } from './config.ts';
import { safeModeCommands } from './installations/commands.ts';
import { warnOfSafeMode } from './installations/safe-mode.ts';
import { installationCommands } from './launch/commands.ts';
import { launch } from './launch/launch.ts';
import type { LaunchSettings } from './launch/launch-settings.ts';
import { openPlace } from './launch/open-place.ts';
import { runBesideDatabase } from './launch/run-beside-database.ts';
import { withConnection, withDatabase } from './launch/with-database.ts';
import { readLiquidAddress } from './liquid/address.ts';
import { integratorVerbs, parseWords, runAsIntegrator } from './listeners/commands.ts';
import { areInConflict } from './network.ts';
import { openApp, type OpenedApp } from './open-app.ts';
import { operationCommands } from './operations/commands.ts';
import { operatorCommands } from './operators/commands.ts';
import { type Env, readSetting, withSettings } from './platform/read-setting.ts';
import { retryWhileAway } from './platform/retry-while-away.ts';
import { putUsedKeyFirst, verifyKeys } from './platform/verify-keys.ts';
import { print, printAnswer } from './print-answer.ts';
import { reconciliationCommands } from './reconciliation/commands.ts';
import { secondFactorCommands } from './second-factors/commands.ts';
import { userCommands } from './users/commands.ts';
import { NETWORKS } from './wallets/register-wallet.ts';
import { welcome } from './welcome.ts';

const COMMANDS: CommandSet = {
  ...installationCommands,
  ...userCommands,
  ...accountCommands,
  ...keyCommands,
  ...alertCommands,
  ...reconciliationCommands,
  ...safeModeCommands,
  ...operationCommands,
  ...operatorCommands,
  ...secondFactorCommands,
  ...auditCommands,
  ...proofCommands,
};

type Role = LaunchSettings['role'];

const BESIDE = 'with-database';

/** These run until they end or are stopped, and print no answer. */
const STARTS: Readonly<Record<string, readonly [usage: string, help: string]>> = {
  start: ['[--role all|api|worker]', 'run the gateway (npm start)'],
  sandbox: ['', 'run only the sandbox provider'],
  [BESIDE]: ['PROGRAM …', 'run psql, pg_dump, … on the embedded database'],
};

async function main(argv: readonly string[]): Promise<number> {
  const integrated = runAsIntegrator(argv);
  // If their output could not be written, they have reported that themselves.
  if (integrated) return integrated.finally(() => print('').catch(() => undefined));
  const [first, ...others] = argv;
  if (first === BESIDE) return runBesideDatabase(readConfig(), programOf(others));
  const { values, positionals } = readArguments(argv);
  const name = positionals.join(' ');
  if (values.version === true || name === 'version') {
    refuseOthers('version', values, ['version']);
    const { version } = manifest;
    await printAnswer({ json: { version }, text: version }, values.json === true);
    return 0;
  }
  if (values.help === true || name === '' || name === 'help') {
    await printAnswer({ json: {}, text: usage() }, false);
    return 0;
  }
  if (name === 'start') {
    refuseOthers(name, values, ['role']);
    return start(values, ['all', 'api', 'worker']);
  }
  if (name === 'sandbox') {
    refuseOthers(name, values, []);
    return start({ ...values, role: 'sandbox' }, ['sandbox']);
  }
  const { command, file } = find(positionals);
  const takes = [...command.usage.matchAll(/--([a-z-]+)/g)].map(([, option]) => option);
  refuseOthers(name, values, takes);
  reasonOf(values);
  command.judge?.(values);
  const answer = await carryOut(command, file, values, readConfig());
  await printAnswer(answer, values.json === true);
  if (answer.unreadable === true) return 2;
  return answer.failed === true ? 1 : 0;
}

/** Its options are its own; `--` may stand before it. */
function programOf(words: readonly string[]): readonly string[] {
  const program = words[0] === '--' ? words.slice(1) : words;
  if (program[0] !== undefined && !/^(?:-|$)/.test(program[0])) return program;
  throw new Misuse(`${BESIDE} takes a program and its arguments; ${SEE_HELP}`);
}

/** Finds the command; its last word may be the file that it takes. */
function find(words: readonly string[]): { command: Command; file: string } {
  const name = words.join(' ');
  const command = commandOf(name);
  if (command?.on === 'file') throw new Misuse(`${name} takes a file; ${SEE_HELP}`);
  if (command) return { command, file: '' };
  const about = commandOf(words.slice(0, -1).join(' '));
  if (about?.on !== 'file') throw new Misuse(unknown(name));
  return { command: about, file: words.at(-1) ?? '' };
}

function commandOf(name: string): Command | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

function readArguments(argv: readonly string[]) {
  const { repeated, ...read } = parse(argv);
  if (repeated !== undefined) throw new Misuse(`give --${repeated} only once; ${SEE_HELP}`);
  return read;
}

function parse(argv: readonly string[]) {
  try {
    return parseWords(argv, OPTIONS);
  } catch (error) {
    // The first sentence says what is wrong; the others are for programmers.
    const [reason] = error instanceof Error ? error.message.split(/\. |\.?\n/) : [];
    throw new Misuse(`${reason ?? 'these options cannot be read'}; ${SEE_HELP}`);
  }
}

function unknown(name: string): string {
  const near = Object.keys(COMMANDS).filter((known) => known.startsWith(`${name} `));
  const meant = near.length === 0 ? SEE_HELP : `there are: ${near.join(', ')}`;
  return `there is no command "${name}"; ${meant}`;
}

function refuseOthers(name: string, given: Options, takes: readonly (string | undefined)[]): void {
  const other = Object.keys(given).find((option) => option !== 'json' && !takes.includes(option));
  if (other !== undefined) throw new Misuse(`${name} takes no --${other}; ${SEE_HELP}`);
}

function carryOut(
  command: Command,
  file: string,
  options: Options,
  config: Config,
): Promise<Answer> {
  switch (command.on) {
    case 'file':
      return command.run(file, options, config);
    case 'machine':
      return command.run(config, options, openSilently);
    case 'database':
      return withDatabase({ ...config, begins: command.begins }, (url) =>
        withConnection(config, url, (db) => command.run(db, options, config)),
      );
    case 'app':
      return withDatabase(config, async (url) => {
        const { env } = await openPlace(config, url);
        const keys = readSetting(env, KEYS) ?? '';
        const ordered = await withConnection(config, url, (db) => putUsedKeyFirst(db, keys));
        return withApp(withSettings(env, { [KEYS]: ordered }), (app) =>
          command.run(app, options, app.config),
        );
      });
  }
}

const KEYS = 'PONTE_ENCRYPTION_KEYS';

/** A command's only output is its answer. */
function openSilently(env: Env): OpenedApp {
  const app = openApp(readConfig(env), 'command');
  app.log.level = 'silent';
  return app;
}

async function withApp(env: Env, work: (app: App) => Promise<Answer>): Promise<Answer> {
  const app = openSilently(env);
  try {
    await verifyKeys(app.db, app.vault);
    return await work(app);
  } finally {
    await app.db.end();
  }
}

function start(options: Options, roles: readonly Role[]): Promise<number> {
  const config = readConfig();
  refuseBadSplit(config.live?.splitAddress);
  const role = one(options, 'role', roles) ?? 'all';
  if (role === 'all') refuseSharedPort(config);
  return launch({
    ...config,
    role,
    onReady: async ({ url, databaseUrl }) => {
      if (url === undefined) return;
      const name = role === 'sandbox' ? 'The simulated provider' : 'Ponte';
      console.log(`${name} is ready at ${url}`);
      if (role === 'sandbox') return;
      // A database that is lost at this moment is mostly back within seconds.
      await retryWhileAway({ tries: 20, stepMs: 250 }, () =>
        withConnection(config, config.databaseDirectUrl ?? databaseUrl, async (db) => {
          if (role === 'all') await welcome(db, url, (text) => console.log(text));
          await warnOfSafeMode(db, (text) => console.log(text));
        }),
      );
    },
  });
}

/** The provider would refuse every charge with it, or the platform's share would be lost. */
function refuseBadSplit(address: string | undefined): void {
  if (address === undefined || readLiquidAddress(address, NETWORKS.live)) return;
  throw new Error('PONTE_SPLIT_ADDRESS must be an address of the Liquid main network');
}

/** The second of API and worker to start could not listen, and would be restarted forever. */
function refuseSharedPort({ host, port, workerMetrics }: Config): void {
  if (!workerMetrics || !areInConflict(workerMetrics, { host, port })) return;
  throw new Error('PONTE_WORKER_METRICS_PORT must be another port than PORT');
}

const HELP_COLUMN = 36;

function usage(): string {
  const starts = Object.entries(STARTS).map(([name, [options, help]]) => line(name, options, help));
  const others = Object.entries(COMMANDS).map(([name, command]) =>
    line(name, command.usage, command.help),
  );
  return [
    'ponte <command> [options]          in this folder: npm run -s ponte -- <command> [options]\n',
    ...starts,
    ...others,
    line('version', '', 'print the version of Ponte; also --version'),
    '\n  --json prints one JSON object on one line; also for a failure, on standard error.',
    `\nCommands for integrators, with -o json and --help: ${integratorVerbs.join(', ')}.`,
  ].join('\n');
}

function line(name: string, options: string, help: string): string {
  const words = `  ${name} ${options.replaceAll('\n', '\n      ')}`.trimEnd();
  if (help === '') return words;
  const isLong = words.includes('\n') || words.length > HELP_COLUMN - 2;
  return isLong
    ? `${words}\n${' '.repeat(HELP_COLUMN)}${help}`
    : `${words.padEnd(HELP_COLUMN)}${help}`;
}

// Every writer handles its own errors, too.
process.stdout.on('error', () => undefined);
try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  const isMisuse = error instanceof Misuse;
  const message = error instanceof Error ? error.message : 'the command failed';
  // Searched directly, since the options may be what could not be parsed.
  const asJson = process.argv.includes('--json');
  const fault = { error: isMisuse ? 'usage' : 'failed', message };
  console.error(asJson ? JSON.stringify(fault) : message);
  process.exit(isMisuse ? 2 : 1);
}
