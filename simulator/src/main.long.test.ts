import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { chainAt, newWallet } from '../test/chain.ts';
import { createDatabase, openReceiver, partnerAt, SECRET, until } from '../test/sandbox.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

let database: Awaited<ReturnType<typeof createDatabase>>;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
let failpoints: string;
const children = new Set<ChildProcess>();

before(async () => {
  database = await createDatabase();
  receiver = await openReceiver();
  failpoints = await mkdtemp(join(tmpdir(), 'sandbox-failpoints-'));
});
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await receiver.close();
  await database.drop();
  await rm(failpoints, { recursive: true });
});

/** A sandbox in a process of its own. */
async function launch(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      DATABASE_URL: database.url,
      PONTE_SANDBOX_PORT: '0',
      PONTE_SANDBOX_SECRET: SECRET,
      PONTE_FAILPOINTS_DIR: failpoints,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.add(child);
  const gone = once(child, 'exit');
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const url = await until(() => /^sandbox listening on (http:\S+)\n/.exec(printed)?.[1]);
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return gone;
  };
  return { url, child, gone, kill, env };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  assert.ok(address && typeof address === 'object');
  return address.port;
}

async function newPartner(url: string) {
  const partner = partnerAt(url);
  await partner.control('PUT', 'webhooks', receiver.webhooks);
  return partner;
}

const statusesOf = (id: string) => receiver.of(id).map(({ body }) => body['status']);
const arm = (name: string) => writeFile(join(failpoints, name), '');

test('an accepted payment continues after kill -9, with its notices in order', async () => {
  const first = await launch();
  const partner = await newPartner(first.url);
  const ids = await Promise.all(Array.from({ length: 20 }, () => partner.newCharge()));
  const withdrawal = await partner.newWithdrawal();
  await Promise.all([
    ...ids.map((id) => partner.control('POST', `charges/${id}/pay`)),
    partner.control('POST', `withdrawals/${withdrawal}/fund`),
  ]);
  await first.kill('SIGKILL');

  const second = await launch();
  const again = partnerAt(second.url, partner.name);
  for (const id of ids) await again.charge(id, 'depix_sent');
  await again.withdrawal(withdrawal, 'sent');
  for (const id of ids) {
    await until(() => statusesOf(id).includes('depix_sent'));
    // At worst a notice whose attempt was not yet recorded is sent twice.
    const once = statusesOf(id).filter((status, index, all) => status !== all[index - 1]);
    assert.deepEqual(once, ['under_review', 'approved', 'depix_sent']);
  }
  await until(() => new Set(statusesOf(withdrawal)).size === 2);
  assert.deepEqual(await second.kill('SIGTERM'), [0, null]);
});

test('a kill before the commit books no charge, and one after it books one', async () => {
  let sandbox = await launch();
  const { name } = await newPartner(sandbox.url);
  for (const [failpoint, booked] of [
    ['sandbox.before-commit', 0],
    ['sandbox.after-commit', 1],
  ] as const) {
    await arm(failpoint);
    await assert.rejects(partnerAt(sandbox.url, name).deposit({}, failpoint));
    assert.deepEqual(await sandbox.gone, [null, 'SIGKILL']);
    sandbox = await launch();
    const { charges } = await partnerAt(sandbox.url, name).books();
    assert.equal(charges.filter(({ nonce }) => nonce === failpoint).length, booked);
  }
  await sandbox.kill('SIGKILL');
});

test('a kill between a step and its notice, or a notice and its record, loses nothing', async () => {
  let sandbox = await launch();
  const { name } = await newPartner(sandbox.url);
  for (const failpoint of ['sandbox.after-step', 'sandbox.after-notice']) {
    const id = await partnerAt(sandbox.url, name).newCharge();
    await arm(failpoint);
    await partnerAt(sandbox.url, name).control('POST', `charges/${id}/pay`);
    assert.deepEqual(await sandbox.gone, [null, 'SIGKILL']);
    sandbox = await launch();
    await until(() => statusesOf(id).includes('depix_sent'));
    const twice = failpoint === 'sandbox.after-notice' ? ['under_review'] : [];
    assert.deepEqual(statusesOf(id), [...twice, 'under_review', 'approved', 'depix_sent']);
  }
  await sandbox.kill('SIGKILL');
});

test('a charge is paid by one transaction despite a kill within the paying step', async () => {
  const first = await launch();
  const partner = await newPartner(first.url);
  const { plain, confidential } = newWallet();
  const id = await partner.newCharge({ depixAddress: confidential, delayDepixInHours: 24 });
  await partner.control('POST', `charges/${id}/pay`);
  await partner.charge(id, 'delayed');
  await arm('sandbox.within-step');
  await partner.control('POST', `charges/${id}/release`).catch(() => undefined);
  assert.deepEqual(await first.gone, [null, 'SIGKILL']);

  const second = await launch();
  const { blockchainTxID } = await partnerAt(second.url, partner.name).charge(id, 'depix_sent');
  const unspent = await chainAt(second.url).json<{ txid: string }[]>(`/address/${plain}/utxo`);
  assert.deepEqual(
    unspent.map(({ txid }) => txid),
    [blockchainTxID],
  );
  await second.kill('SIGKILL');
});

test('a move interrupted by a kill is executed once', async () => {
  const first = await launch();
  const partner = await newPartner(first.url);
  const moves = [{ command: 'pay', afterMs: 0 }];
  await partner.control('PUT', 'calls/moved', { moves });
  await arm('sandbox.within-move');
  const order = partner.deposit({}, 'moved').catch(() => undefined);
  assert.deepEqual(await first.gone, [null, 'SIGKILL']);
  await order;

  const second = await launch();
  const [charge] = (await partnerAt(second.url, partner.name).books()).charges;
  const id = String(charge?.['id']);
  await until(() => statusesOf(id).includes('depix_sent'));
  assert.deepEqual(statusesOf(id), ['under_review', 'approved', 'depix_sent']);
  await second.kill('SIGKILL');
});

test('faults, switches and clocks survive kill -9', async () => {
  const first = await launch();
  const partner = partnerAt(first.url);
  await partner.control('PUT', 'switches', { emptyQrImage: true });
  await partner.control('PUT', 'clock', { offsetMs: 365 * 86_400_000 });
  await partner.control('PUT', 'calls/n', { fault: { kind: 'status', status: 500, times: 2 } });
  assert.equal((await partner.deposit({}, 'n')).status, 500);
  await first.kill('SIGKILL');

  const second = await launch();
  const again = partnerAt(second.url, partner.name);
  assert.equal((await again.deposit({}, 'n')).status, 500);
  const { response } = await again.deposit({}, 'n');
  assert.equal(response['qrImageUrl'], '');
  const { expiration } = await again.depositStatus(String(response['id']));
  assert.ok(new Date(String(expiration)).getTime() > Date.now() + 300 * 86_400_000);
  await second.kill('SIGKILL');
});

test('the simulator stops cleanly on SIGTERM, also with an open call', async () => {
  const sandbox = await launch();
  const partner = partnerAt(sandbox.url);
  await partner.control('PUT', 'calls/n', { fault: { kind: 'delay', ms: 60_000 } });
  const pending = assert.rejects(partner.deposit({}, 'n'));
  await until(async () => (await partner.books()).charges.length === 1);
  const start = Date.now();
  assert.deepEqual(await sandbox.kill('SIGTERM'), [0, null]);
  assert.ok(Date.now() - start < 5_000);
  await pending;
});

test('the simulator exits when its launcher dies, if PONTE_PARENT_PIPE is set', async () => {
  const watching = await launch({ PONTE_PARENT_PIPE: '1' });
  watching.child.stdin?.destroy();
  assert.deepEqual(await watching.gone, [0, null]);

  const alone = await launch();
  alone.child.stdin?.destroy();
  assert.equal((await fetch(`${alone.url}/healthz`)).status, 200);
  await alone.kill('SIGKILL');
});

test('a full disk under its log does not affect the simulator', async () => {
  const [full, port] = await Promise.all([open('/dev/full', 'w'), freePort()]);
  const child = spawn(process.execPath, [MAIN], {
    env: {
      DATABASE_URL: database.url,
      PONTE_SANDBOX_PORT: String(port),
      PONTE_SANDBOX_SECRET: SECRET,
    },
    stdio: ['ignore', full.fd, full.fd],
  });
  children.add(child);
  await full.close();
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${String(port)}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isHealthy);
  // A process that fails on a write would exit a moment after it listens.
  await setTimeout(500);
  assert.equal(await isHealthy(), true);
});

test('a missing setting stops the startup with an error that names it', async () => {
  const child = spawn(process.execPath, [MAIN], { env: {}, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = await once(child, 'close');
  assert.equal(code, 1);
  assert.match(errors, /DATABASE_URL is not set/);
});
