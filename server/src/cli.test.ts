import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { runPonte } from '../test/contract/ponte.ts';

// No test here needs a database, so this address has none.
const NOWHERE = { databaseUrl: 'postgres://ponte@127.0.0.1:9/ponte' };

test('an integrator command is recognized with its options before it', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'ponte-home-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  const env = { XDG_CONFIG_HOME: home, PONTE_API_KEY: '', PONTE_URL: '' };
  const judge = async (typed: string): Promise<void> => {
    const { status, errors } = await runPonte(NOWHERE, typed.split(' '), env);
    const { error } = JSON.parse(errors) as Record<string, unknown>;
    assert.deepEqual([status, error], [1, 'not_logged_in'], typed);
  };
  await Promise.all(['-o json whoami', '--output=json --profile shop whoami'].map(judge));
});

test('a usage error exits with status 2, in integrator and operator commands alike', async () => {
  const judge = async (typed: string): Promise<void> => {
    const { status, output, errors } = await runPonte(NOWHERE, typed.split(' '));
    assert.deepEqual([status, output], [2, ''], typed);
    assert.notEqual(errors, '');
  };
  await Promise.all(
    [
      '-o xml whoami',
      'migrate --force',
      'start --role boss',
      // An operator option's value must not be read as an integrator command.
      '--reason whoami nonsense',
    ].map(judge),
  );
});

test('the version is printed, whatever the settings are', async () => {
  const { version } = manifest;
  const judge = async ([typed, output]: readonly [string, string]): Promise<void> => {
    const ended = await runPonte(NOWHERE, typed.split(' '), { PORT: 'none' });
    assert.deepEqual(ended, { status: 0, output: `${output}\n`, errors: '' }, typed);
  };
  const json = JSON.stringify({ version });
  await Promise.all(
    (
      [
        ['--version', version],
        ['version --json', json],
      ] as const
    ).map(judge),
  );
});

test('with --json a failure prints one JSON object to stderr and nothing to stdout', async () => {
  const judge = async ([typed, status, error, message]: readonly [
    string,
    number,
    string,
    RegExp,
  ]) => {
    const ended = await runPonte(NOWHERE, typed.split(' '));
    const printed = JSON.parse(ended.errors) as Record<string, unknown>;
    assert.deepEqual([ended.status, ended.output, printed['error']], [status, '', error], typed);
    assert.deepEqual(Object.keys(printed), ['error', 'message']);
    assert.match(String(printed['message']), message);
  };
  await Promise.all(
    (
      [
        ['key list --account acc_x --json', 1, 'failed', /DATABASE_URL does not answer/],
        ['--json start --role boss', 2, 'usage', /--role takes all, api or worker/],
        ['nonsense --json', 2, 'usage', /no command "nonsense"/],
        ['migrate --force --json', 2, 'usage', /--force/],
        ['alert show --id 7 --id 8 --json', 2, 'usage', /give --id only once/],
        ['start --role -1 --json', 2, 'usage', /--role takes all, api or worker/],
        ['alert show --id --json', 2, 'usage', /argument is ambiguous; see/],
      ] as const
    ).map(judge),
  );
});

test('start refuses one port for both the API and the worker metrics', async () => {
  const env = { PORT: '3999', PONTE_WORKER_METRICS_PORT: '3999' };
  for (const host of ['', '0.0.0.0']) {
    const settings = { ...env, PONTE_WORKER_METRICS_HOST: host };
    const { status, errors } = await runPonte(NOWHERE, ['start'], settings);
    assert.deepEqual(
      [status, errors],
      [1, 'PONTE_WORKER_METRICS_PORT must be another port than PORT\n'],
      host,
    );
  }
});

test('a wrong option is refused before the database is reached', async () => {
  const judge = async ([typed, status, message]: readonly [string, number, RegExp]) => {
    const ended = await runPonte(NOWHERE, typed.split(' '));
    assert.deepEqual([ended.status, ended.output], [status, ''], typed);
    assert.match(ended.errors, message, typed);
  };
  await Promise.all(
    (
      [
        ['account set --account acc_x --deposits maybe', 2, /--deposits takes on or off/],
        ['account set --account acc_x --website http://a.example', 1, /website must be an https/],
        [`safe-mode on --reason ${'x'.repeat(501)}`, 2, /--reason takes/],
        ['reconcile --since soon', 2, /--since takes/],
      ] as const
    ).map(judge),
  );
});
