import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { readDataSecrets } from '../src/launch/data-secrets.ts';
import { lastFirst } from './database.ts';
import { openEchoProvider } from './echo-provider.ts';
import { badRequests, PEOPLE } from './people.ts';
import { dumpOf, filesOf, findIn, onDatabase, type Place } from './places.ts';
import { openReceiver, type Receiver, until } from './receiver.ts';
import { makeDirectory, type Node, runCommand, startNode } from './roles/node.ts';
import { openWallets, WALLET_SECRETS } from './wallet-secrets.ts';

/**
 * One whole installation, fed with personal data and secrets, which are searched for afterwards.
 */

const SECRETS: Record<string, string> = {
  eulenToken: `header.${randomBytes(40).toString('base64url')}.signature`,
  eulenWebhook: randomBytes(24).toString('hex'),
  mail: randomBytes(12).toString('hex'),
  ...WALLET_SECRETS,
};

const scope = lastFirst();

let dataDir: string;
let env: Record<string, string>;
const nodes: Node[] = [];
const commands: string[] = [];
let receiver: Receiver;
let failing: Receiver;
/** Bodies of refusals: what clients were told was wrong. */
const refusals: string[] = [];

before(async () => {
  const directory = await makeDirectory(scope);
  dataDir = join(directory, 'data');
  env = {
    PONTE_DATA_DIR: dataDir,
    PORT: '0',
    PONTE_LOG_LEVEL: 'trace',
    PONTE_EULEN_TOKEN: SECRETS['eulenToken'] ?? '',
    PONTE_EULEN_WEBHOOK_SECRET: SECRETS['eulenWebhook'] ?? '',
    PONTE_EULEN_BASE_URL: await openEchoProvider(scope),
    PONTE_SMTP_URL: `smtp://ponte:${String(SECRETS['mail'])}@127.0.0.1:9`,
    PONTE_MAIL_FROM: 'ponte@example.com',
  };
  receiver = await openReceiver(scope);
  // Echoes everything that it was sent, as receivers in debug mode do.
  failing = await openReceiver(scope, (request, response) => {
    response.statusCode = 500;
    response.end(JSON.stringify(request.headers));
  });
  await start();
});

async function start(): Promise<Node> {
  const node = await startNode(scope, ['start'], env);
  nodes.push(node);
  return node;
}

async function ponte(...args: string[]): Promise<Record<string, unknown>> {
  const printed = await runCommand([...args, '--json'], env);
  commands.push(printed);
  // With --json every command prints one object.
  return JSON.parse(printed) as Record<string, unknown>;
}

interface Caller {
  call(method: string, path: string, body?: unknown, headers?: object): Promise<Seen>;
  key: string;
}

interface Seen {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function openCaller(accountId: string, mode: 'test' | 'live'): Promise<Caller> {
  const kind = ['--mode', mode, '--scopes', 'all'];
  const made = await ponte('key', 'create', '--account', accountId, ...kind);
  // This response is the one place where the key is shown.
  commands.pop();
  const key = String(made['key']);
  SECRETS[`${mode} key`] = key;
  SECRETS[`the secret part of the ${mode} key`] = key.split('_').at(-1) ?? '';
  const call: Caller['call'] = async (method, path, body, headers = {}) => {
    const url = nodes.at(-1)?.url ?? '';
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = await response.text();
    if (response.status >= 400) refusals.push(answer);
    // Every response is an object or empty.
    const parsed = (answer === '' ? {} : JSON.parse(answer)) as Record<string, unknown>;
    return { status: response.status, body: parsed };
  };
  return { call, key };
}

const fresh = (): object => ({ 'idempotency-key': randomUUID() });

test('after using everything, no log, webhook or plaintext column holds personal data or a secret', async (t) => {
  const { accountId } = await ponte('account', 'create', '--email', 'loja@example.com');
  const merchant = await openCaller(String(accountId), 'test');
  const live = await openCaller(String(accountId), 'live');
  await prepare(merchant, live);
  const ids = await useEverything(merchant);
  await refuseEverything(merchant);
  await meetLiveProvider(live);
  await breakRows(merchant, ids);
  await rotate(merchant);

  const places = await everything();
  for (const [place, content] of places) assert.ok(content.length > 0, `${place} is empty`);
  const leaks = findIn(places, { ...PEOPLE, ...SECRETS });
  assert.deepEqual(leaks, []);
  const bytes = places.reduce((sum, [, content]) => sum + content.length, 0);
  t.diagnostic(`${String(places.length)} places, ${String(bytes)} characters searched`);
});

async function prepare(merchant: Caller, live: Caller): Promise<void> {
  await openWallets(merchant.call, 'test');
  await openWallets(live.call, 'live');
  for (const [name, { url }] of Object.entries({ receiver, failing })) {
    const { status, body } = await merchant.call('POST', '/v1/api/webhook-endpoints', { url });
    assert.equal(status, 201);
    SECRETS[`webhook secret of the ${name}`] = String(body['secret']);
    SECRETS[`bare webhook secret of the ${name}`] = String(body['secret']).slice('whsec_'.length);
  }
}

/** Deposits paid, returned and disputed; payouts to a Pix key of each type. */
async function useEverything({ call }: Caller): Promise<string[]> {
  const deposit = async (taxId: string): Promise<string> => {
    const order = { amountCents: 5_000, taxId };
    const { status, body } = await call('POST', '/v1/api/deposit', order, fresh());
    assert.equal(status, 201);
    return String(body['id']);
  };
  const reaches = (id: string, state: string) =>
    until(async () => {
      const noun = id.startsWith('dep_') ? 'deposit' : 'withdraw';
      return (await call('GET', `/v1/api/${noun}/${id}/status`)).body['status'] === state;
    }, 60_000);
  const [paid, returned, disputed] = [
    await deposit(PEOPLE.payer),
    await deposit(PEOPLE.company),
    await deposit(PEOPLE.payer),
  ] as const;
  const pay = (id: string, body: object) => call('POST', `/v1/sandbox/deposits/${id}/pay`, body);
  await pay(paid, { payerName: PEOPLE.payerName });
  await pay(returned, { payerTaxId: PEOPLE.stranger, payerName: PEOPLE.strangerName });
  await pay(disputed, { payerName: PEOPLE.payerName });
  await reaches(paid, 'CONFIRMED');
  await reaches(returned, 'REFUNDED');
  await reaches(disputed, 'CONFIRMED');
  await call('POST', `/v1/sandbox/deposits/${disputed}/med`, {});
  await reaches(disputed, 'REFUNDED');
  const alerts = (await call('GET', '/v1/api/meds')).body['alerts'];
  const shown = JSON.stringify(alerts);
  assert.ok(shown.includes(PEOPLE.strangerName) && shown.includes(PEOPLE.stranger), shown);

  const payouts: string[] = [];
  for (const [pixKeyType, pixKey] of [
    ['CPF', PEOPLE.receiver],
    ['CNPJ', PEOPLE.pixCompany],
    ['EMAIL', PEOPLE.email],
    ['PHONE', PEOPLE.phone],
    ['EVP', PEOPLE.evp],
  ]) {
    const order = { amountCents: 5_000, pixKeyType, pixKey, taxId: PEOPLE.receiver };
    const { status, body } = await call('POST', '/v1/api/withdraw', order, fresh());
    assert.equal(status, 201);
    payouts.push(String(body['id']));
    await call('POST', `/v1/sandbox/withdrawals/${String(body['id'])}/fund`, {});
  }
  for (const id of payouts) await reaches(id, 'COMPLETED');
  await until(() => receiver.received.length >= 9, 60_000);
  await until(() => failing.received.length >= 3, 60_000);
  return [paid, ...payouts];
}

/** Bad input of every kind, with personal data in all of it. */
async function refuseEverything({ call }: Caller): Promise<void> {
  for (const [method, path, body, headers] of badRequests(PEOPLE)) {
    const { status } = await call(method, path, body, headers);
    assert.ok(status >= 400 && status < 500, `${method} ${path}: ${String(status)}`);
  }
}

/** A provider that repeats personal data in its refusals, and its notices about people. */
async function meetLiveProvider({ call }: Caller): Promise<void> {
  const order = { amountCents: 5_000, taxId: PEOPLE.payer };
  const payout = { amountCents: 5_000, pixKeyType: 'EMAIL', pixKey: PEOPLE.email };
  for (let turn = 0; turn < 6; turn += 1) {
    await call('POST', '/v1/api/deposit', order, fresh());
    await call('POST', '/v1/api/withdraw', { ...payout, taxId: PEOPLE.receiver }, fresh());
  }
  const authorization = `Basic ${String(SECRETS['eulenWebhook'])}`;
  const notice = {
    webhookType: 'deposit',
    qrId: randomUUID().replaceAll('-', ''),
    status: 'depix_sent',
    payerName: PEOPLE.payerName,
    payerTaxNumber: PEOPLE.payer,
    pixKey: PEOPLE.email,
  };
  for (const kind of ['deposit', 'withdraw', 'med']) {
    await call('POST', `/provider/webhooks/${kind}`, notice, { authorization });
    const odd = { ...notice, qrId: PEOPLE.payer, status: PEOPLE.payerName, id: PEOPLE.evp };
    await call('POST', `/provider/webhooks/${kind}`, odd, { authorization });
    const broken = JSON.stringify(notice).slice(0, -5);
    await call('POST', `/provider/webhooks/${kind}`, broken, { authorization });
  }
  await onDatabase(dataDir, (client) =>
    until(async () => {
      const { rowCount } = await client.query('select from provider_inbox where tries = 0');
      return rowCount === 0;
    }, 20_000),
  );
}

/** Unforeseen faults: for the worker a field that does not decrypt, for a client its response. */
async function breakRows({ call }: Caller, [deposit = '']: string[]): Promise<void> {
  const order = ['/v1/api/deposit', { amountCents: 5_000, taxId: PEOPLE.payer }, fresh()] as const;
  const { body } = await call('POST', ...order);
  await onDatabase(dataDir, async (client) => {
    await client.query(`update deposits set tax_id = 'v1:k1:AAAA' where id = $1`, [deposit]);
    const answer = `update idempotency_keys set response = 'v1:k1:AAAA' where resource_id = $1`;
    await client.query(answer, [body['id']]);
    const { rowCount } = await client.query('update provider_inbox set due_at = now()');
    assert.ok(rowCount);
  });
  assert.equal((await call('POST', ...order)).status, 500);
  const complaint = /"name":"worker".*vault\.ts/;
  await until(() => complaint.test(nodes.at(-1)?.printed() ?? ''), 20_000);
  await onDatabase(dataDir, async (client) => {
    await client.query('delete from deposits where id = $1', [deposit]);
    await client.query(`delete from idempotency_keys where response = 'v1:k1:AAAA'`);
  });
}

/** The encryption keys are rotated, and everything keeps working. */
async function rotate({ call }: Caller): Promise<void> {
  await learnSecrets();
  await ponte('keys', 'rotate');
  await nodes.at(-1)?.stop();
  await start();
  await ponte('keys', 'reseal');
  await ponte('keys', 'retire');
  await learnSecrets();
  await nodes.at(-1)?.stop();
  await start();
  const { body } = await call('GET', '/v1/api/meds');
  assert.ok(JSON.stringify(body).includes(PEOPLE.strangerName));
}

async function learnSecrets(): Promise<void> {
  const { encryptionKeys, ...others } = await readDataSecrets(dataDir);
  Object.assign(SECRETS, others);
  for (const key of encryptionKeys.split(',')) {
    const [id = '', bytes = ''] = key.split(':');
    SECRETS[`encryption key ${id}`] = bytes;
  }
}

async function everything(): Promise<Place[]> {
  return [
    ['the logs of all processes', nodes.map((node) => node.printed()).join('\n')],
    ['what commands printed', commands.join('\n')],
    ['webhooks received', JSON.stringify([...receiver.received, ...failing.received])],
    ['what clients were refused with', refusals.join('\n')],
    ...(await filesOf(dataDir)),
    ...(await onDatabase(dataDir, dumpOf)),
  ];
}
