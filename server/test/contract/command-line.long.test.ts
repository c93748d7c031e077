import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SCOPES } from '../../src/api-keys/api-key.ts';
import { isObject } from '../../src/platform/json.ts';
import { openGateway } from '../gateway.ts';
import { ADDRESS, DEPOSIT } from '../merchant.ts';
import { until } from '../receiver.ts';
import { type Ended, runPonte } from './ponte.ts';
import { fresh, refusalOf, send } from './requests.ts';

const gateway = await openGateway(undefined, { worker: false });
const { url, app } = gateway;

const ponte = (...args: string[]): Promise<Ended> => runPonte(app.config, args);

/** What a command prints with `--json`, which is one object on one line and nothing else. */
async function json(words: string | readonly string[]): Promise<Record<string, unknown>> {
  const args = typeof words === 'string' ? words.split(' ') : words;
  const { status, output, errors } = await ponte(...args, '--json');
  assert.deepEqual([status, errors], [0, '']);
  assert.match(output, /^\{.*\}\n$/);
  const printed: unknown = JSON.parse(output);
  assert.ok(isObject(printed));
  return printed;
}

/** Each exits with 1 if refused or 2 if mistyped, prints nothing, and says this on stderr. */
async function assertRefused(
  commands: Readonly<Record<string, RegExp>>,
  ending = 1,
): Promise<void> {
  const judge = async ([words, said]: readonly [string, RegExp]): Promise<void> => {
    const { status, output, errors } = await ponte(...words.split(' '));
    assert.deepEqual([status, output], [ending, ''], words);
    assert.match(errors, said);
    assert.doesNotMatch(errors, /\n\s+at |node:internal/);
  };
  await Promise.all(Object.entries(commands).map(judge));
}

let made = 0;
async function openAccount(): Promise<string> {
  made += 1;
  return String(
    (await json(`account create --email owner${String(made)}@example.com`))['accountId'],
  );
}

test('account create creates an account whose keys work immediately', async () => {
  const account = await json('account create --email Ana@Example.com');
  assert.deepEqual(Object.keys(account), ['accountId', 'email']);
  assert.match(String(account['accountId']), /^acc_[0-9a-z]{26}$/);
  assert.equal(account['email'], 'ana@example.com');
  await assertRefused({ 'account create --email ANA@example.com': /already has an account/ });
  await assertRefused(
    { 'account create': /--email is needed/, 'account create --email ana': /an e-mail address/ },
    2,
  );

  const id = String(account['accountId']);
  const { accounts } = await json('account list');
  assert.ok(JSON.stringify(accounts).includes(`{"accountId":"${id}","email":"ana@example.com",`));
  const key = await json(`key create --account ${id} --mode test --scopes all`);
  assert.deepEqual(Object.keys(key), ['id', 'key', 'scopes', 'mode']);
  assert.deepEqual([key['scopes'], key['mode']], [SCOPES, 'test']);
  const text = String(key['key']);
  const body = { liquidAddress: ADDRESS.test };
  assert.equal((await send(url, 'POST', '/v1/api/wallets', { key: text, body })).status, 201);
  const order = { key: text, headers: fresh(), body: DEPOSIT };
  assert.equal((await send(url, 'POST', '/v1/api/deposit', order)).status, 201);
});

test('key create accepts a mode, scopes, a name and an expiry', async () => {
  const account = await openAccount();
  const narrow = await json(
    `key create --account ${account} --mode live --scopes read:balance,wallets:read --name loja --expires-in-days 30`,
  );
  assert.match(String(narrow['key']), /^pt_live_/);
  assert.deepEqual(narrow['scopes'], ['read:balance', 'wallets:read']);
  const key = String(narrow['key']);
  assert.equal((await send(url, 'GET', '/v1/api/balance', { key })).status, 200);
  assert.equal(
    refusalOf(await send(url, 'GET', '/v1/api/meds', { key })),
    '403 insufficient_scope',
  );

  const { keys } = await json(`key list --account ${account}`);
  assert.ok(Array.isArray(keys));
  assert.equal(keys.length, 1);
  // Its content is unknown, and checked below.
  const [listed] = keys as Record<string, unknown>[];
  const [id, name, mode] = [narrow['id'], 'loja', 'live'];
  assert.deepEqual({ ...listed, id, name, mode }, listed);
  const days =
    (Date.parse(String(listed?.['expiresAt'])) - Date.parse(String(listed?.['createdAt']))) /
    86_400_000;
  assert.equal(Math.round(days), 30);
  assert.equal(listed?.['revokedAt'], null);
  assert.ok(!JSON.stringify(keys).includes(key.slice(-38, -6)), 'the list tells the secret');

  const create = `key create --account ${account}`;
  const mistyped = {
    [`${create} --mode prod --scopes all`]: /--mode takes test or live/,
    [`${create} --mode test --scopes all --expires-in-days 0`]: /whole number/,
    [`${create} --scopes all`]: /--mode/,
    [`${create} --mode test --scopes all,read`]: /all by itself, .*read:balance.*; "all" is none/,
  };
  await assertRefused(mistyped, 2);
  await assertRefused({
    'key create --account acc_x --mode test --scopes all': /no such account: .*account list/,
    'key list --account acc_x': /no such account: .*account list/,
  });
});

test('key revoke revokes a key within two seconds, and prints the resulting keys', async () => {
  const account = await openAccount();
  const { id, key } = await json(`key create --account ${account} --mode test --scopes all`);
  const status = async (): Promise<number> =>
    (await send(url, 'GET', '/v1/api/fees', { key: String(key) })).status;
  assert.equal(await status(), 200);
  const { keys, ...said } = await json(`key revoke --id ${String(id)}`);
  assert.deepEqual(said, { id, revoked: true });
  assert.match(JSON.stringify(keys), /^\[\{"id":"key_[^{]*"revokedAt":"\d/);
  await until(async () => (await status()) === 401, 2_000);
  await assertRefused({ 'key revoke --id key_x': /no such key: .*key list/ });
});

test('account set prints the account, and takes effect in the server within two seconds', async () => {
  const account = await openAccount();
  const untouched = await json(`account set --account ${account}`);
  const usual = {
    fees: {
      deposit: { percentBasisPoints: 200, fixedCents: 99 },
      withdrawal: { percentBasisPoints: 0, fixedCents: 0 },
    },
    depositsEnabled: true,
    withdrawalsEnabled: true,
    rates: { read: { perSecond: 100, burst: 200 }, money: { perSecond: 20, burst: 40 } },
  };
  assert.deepEqual(untouched, {
    accountId: account,
    email: untouched['email'],
    name: null,
    contact: null,
    website: null,
    test: usual,
    live: usual,
  });
  const { key } = await json(`key create --account ${account} --mode test --scopes all`);
  const fees = async (): Promise<unknown> =>
    (await send(url, 'GET', '/v1/api/fees', { key: String(key) })).body['deposit'];
  await fees();
  const set = '--deposit-fee-bp 150 --deposit-fee-fixed 120 --deposits off --money-burst 7';
  const changed = await json(`account set --account ${account} ${set}`);
  const deposit = { percentBasisPoints: 150, fixedCents: 120 };
  const rates = { ...usual.rates, money: { perSecond: 20, burst: 7 } };
  const expected = { ...usual, fees: { ...usual.fees, deposit }, depositsEnabled: false, rates };
  assert.deepEqual([changed['test'], changed['live']], [expected, expected]);
  await until(async () => JSON.stringify(await fees()) === JSON.stringify(deposit), 2_000);
  const order = { key: String(key), headers: fresh(), body: DEPOSIT };
  const closed = await send(url, 'POST', '/v1/api/deposit', order);
  assert.equal(refusalOf(closed), '403 deposits_disabled');
});

test('name, contact and website of a shop are set, shown and cleared by command', async () => {
  const email = 'padaria@example.com';
  const made = await json(['account', 'create', '--email', email, '--name', ' Padaria do Zé ']);
  assert.equal(made['name'], 'Padaria do Zé');
  const set = (...args: string[]) =>
    json(['account', 'set', '--account', String(made['accountId']), ...args]);
  const shown = ({ name, contact, website }: Record<string, unknown>) => [name, contact, website];
  const website = 'https://padaria.example/';
  const changed = await set('--contact', 'WhatsApp (11) 91234-5678', '--website', website);
  assert.deepEqual(shown(changed), ['Padaria do Zé', 'WhatsApp (11) 91234-5678', website]);
  const { accounts } = await json('account list');
  assert.ok(JSON.stringify(accounts).includes('"name":"Padaria do Zé","contact":"WhatsApp (11)'));
  assert.match((await ponte('account', 'list')).output, /padaria@example\.com {2}Padaria do Zé$/m);
  assert.deepEqual(shown(await set('--name', '', '--contact', '')), [null, null, website]);
  assert.deepEqual(shown(await set('--website=')), [null, null, null]);
  await assertRefused({
    [`account set --account ${String(made['accountId'])} --website http://padaria.example`]:
      /website must be an https address/,
    [`account create --email other@example.com --name ${'x'.repeat(81)}`]: /at most 80 printable/,
  });
});

test('account set refuses fees that cannot be collected, and says why', async () => {
  const account = await openAccount();
  const set = `account set --account ${account}`;
  await assertRefused({
    [`${set} --deposit-fee-fixed 0`]: /not cover the provider's 99/,
    [`${set} --deposit-fee-bp 5100`]: /leave the wallet nothing/,
    [`${set} --mode live --withdrawal-fee-fixed 1`]: /no split on withdrawals/,
    'account set --account acc_x': /no such account: .*account list/,
  });
  await assertRefused({ [`${set} --read-rate=-1`]: /whole number/ }, 2);
  const rehearsed = await json(`account set --account ${account} --withdrawal-fee-bp 50`);
  const feeOf = (mode: unknown): unknown => {
    assert.ok(isObject(mode) && isObject(mode['fees']));
    return mode['fees']['withdrawal'];
  };
  assert.deepEqual(feeOf(rehearsed['test']), { percentBasisPoints: 50, fixedCents: 0 });
  assert.deepEqual(feeOf(rehearsed['live']), { percentBasisPoints: 0, fixedCents: 0 });
});

test('an unknown command, or an invalid option of a known one, is refused on standard error', async () => {
  const mistyped = {
    account: /there is no command "account"; there are: account create, /,
    'account delete': /there is no command/,
    toString: /there is no command/,
    'migrate --force': /^Unknown option '--force'; see npm run -s ponte -- --help$/m,
    'migrate --email x': /migrate takes no --email/,
    'key list --account': /--account/,
    'start --role boss': /--role takes all, api or worker/,
    'sandbox --role all': /sandbox takes no --role/,
  };
  await assertRefused(mistyped, 2);
  for (const args of [[], ['account', 'create', '-h']]) {
    const { status, output } = await ponte(...args);
    assert.equal(status, 0);
    assert.match(output, /^ponte <command>/);
  }
});

test('start with a split address of another network is refused before anything starts', async () => {
  const env = { PONTE_EULEN_TOKEN: 'token', PONTE_SPLIT_ADDRESS: ADDRESS.test };
  const { status, output, errors } = await runPonte(app.config, ['start'], env);
  assert.deepEqual([status, output], [1, '']);
  assert.match(errors, /PONTE_SPLIT_ADDRESS must be an address of the Liquid main network/);
});

test('without --json a command prints human-readable output', async () => {
  const { output } = await ponte('account', 'create', '--email', 'maria@example.com');
  assert.match(output, /^accountId: acc_\w{26}\nemail: maria@example\.com\n$/);
  assert.deepEqual(await json('migrate'), { migrated: true });
});

test('the commands work on a data directory on which no server was ever started', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ponte-command-'));
  t.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const here = { databaseUrl: undefined, dataDir };
  const account = await runPonte(here, ['account', 'create', '--email', 'a@b.c', '--json']);
  assert.equal(account.status, 0, account.errors);
  const accountId = /acc_\w+/.exec(account.output)?.[0] ?? '';
  const key = `key create --account ${accountId} --mode test --scopes all`;
  assert.equal((await runPonte(here, key.split(' '))).status, 0);
});

test('an unavailable database is reported with its address, without a stack trace', async () => {
  const away = { databaseUrl: 'postgres://ponte@127.0.0.1:9/ponte' };
  const { status, output, errors } = await runPonte(away, ['migrate']);
  assert.deepEqual([status, output], [1, '']);
  assert.match(errors, /127\.0\.0\.1:9/);
  assert.doesNotMatch(errors, /\n\s+at /);
});
