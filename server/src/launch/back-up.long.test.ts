import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { send } from '../../test/contract/requests.ts';
import { ADDRESS, admitted, DEPOSIT } from '../../test/merchant.ts';
import { ponteIn, printedIn } from '../../test/own-database.ts';
import { until } from '../../test/receiver.ts';
import { makeDirectory, startNode } from '../../test/roles/node.ts';
import { readDataSecrets, SECRETS_FILE } from './data-secrets.ts';

const CLI = join(import.meta.dirname, '../cli.ts');

/** Runs a command and kills it the instant that the path exists. */
async function killedWhen(dataDir: string, args: string[], path: string): Promise<void> {
  const env = { ...process.env, PONTE_DATA_DIR: dataDir, DATABASE_URL: '', PORT: '0' };
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: 'ignore' });
  const gone = once(child, 'exit');
  await until(() => existsSync(path), 30_000);
  child.kill('SIGKILL');
  assert.deepEqual(await gone, [null, 'SIGKILL']);
}

interface Acknowledged {
  readonly key: string;
  readonly text: string;
}

/** Creates deposits one after the other from several clients until it is stopped. */
function writeLoad(url: string, key: string) {
  const acknowledged: Acknowledged[] = [];
  let over = false;
  const client = async (): Promise<void> => {
    while (!over) {
      const idempotencyKey = randomUUID();
      const headers = { 'idempotency-key': idempotencyKey };
      const order = { key, headers, body: DEPOSIT };
      const answer = await send(url, 'POST', '/v1/api/deposit', order).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push({ key: idempotencyKey, text: answer.text });
    }
  };
  const clients = Promise.all(Array.from({ length: 4 }, client));
  return {
    acknowledged,
    stop: async () => {
      over = true;
      await clients;
    },
  };
}

async function openShop(t: TestContext, dataDir: string) {
  const node = await startNode(t, ['start'], { PONTE_DATA_DIR: dataDir, PORT: '0' });
  const { accountId } = await printedIn(dataDir, 'account create --email owner@example.com');
  const account = `--account ${String(accountId)}`;
  await printedIn(dataDir, `account set ${account} --money-rate 1000000 --money-burst 1000000`);
  const issued = await printedIn(dataDir, `key create ${account} --mode test --scopes all`);
  const key = String(issued['key']);
  const body = { liquidAddress: ADDRESS.test };
  const made = await admitted(() => send(node.url, 'POST', '/v1/api/wallets', { key, body }));
  assert.equal(made.status, 201, made.text);
  return { node, key };
}

test('a backup under load has all acknowledged orders, and killed backups and restores are recognized', async (t) => {
  const scratch = await makeDirectory(t);
  const at = (name: string): string => join(scratch, name);
  const { node, key } = await openShop(t, at('data'));
  const load = writeLoad(node.url, key);
  await until(() => load.acknowledged.length >= 20, 60_000);
  await killedWhen(at('data'), ['backup', '--to', at('cut')], join(at('cut'), 'postgres', 'base'));
  const before = [...load.acknowledged];
  await printedIn(at('data'), `backup --to ${at('backup')}`);
  assert.ok(load.acknowledged.length > before.length, 'nothing was written during the backup');
  await node.stop('SIGKILL');
  await load.stop();

  const cut = await ponteIn(at('new'), 'restore', '--from', at('cut'));
  assert.deepEqual([cut.status, cut.output], [1, '']);
  assert.match(cut.errors, /holds no complete backup/);
  const order = ['restore', '--from', at('backup')];
  await killedWhen(at('new'), order, join(at('new'), SECRETS_FILE));
  const half = await ponteIn(at('new'), 'account', 'list');
  assert.equal(half.status, 1, half.output);
  assert.match(half.errors, /was interrupted/);
  await printedIn(at('new'), order.join(' '));
  assert.deepEqual(
    (await readdir(at('new'))).filter((name) => /draft|restoring/.test(name)),
    [],
  );
  const again = await ponteIn(at('new'), ...order);
  assert.match(again.errors, /has a database/);

  const restored = await startNode(t, ['start'], { PONTE_DATA_DIR: at('new'), PORT: '0' });
  const sending = before.map(async (deposit) => {
    const headers = { 'idempotency-key': deposit.key };
    const order = { key, headers, body: DEPOSIT };
    // All concurrently, right after the start: some may be asked to retry.
    const replay = await admitted(() => send(restored.url, 'POST', '/v1/api/deposit', order));
    assert.deepEqual([replay.status, replay.text], [201, deposit.text]);
    assert.equal(replay.headers['idempotent-replayed'], 'true');
  });
  await Promise.all(sending);
});

test('a backup restores its data, and a damaged backup or an occupied target is refused', async (t) => {
  const scratch = await makeDirectory(t);
  const at = (name: string): string => join(scratch, name);
  await printedIn(at('data'), 'account create --email owner@example.com');
  await printedIn(at('data'), `backup --to ${at('backup')}`);
  // Copying a lock file opens and closes it, which would release the process's own lock.
  const copied = await readdir(join(at('backup'), 'postgres'));
  assert.ok(!copied.some((name) => name.startsWith('server.lock')), copied.join());
  await symlink(at('data'), at('link'));
  const inside = await ponteIn(at('data'), 'backup', '--to', at('link/postgres/inside'));
  assert.match(inside.errors, /is inside of what is backed up/);
  assert.ok(!existsSync(at('data/postgres/inside')));
  await printedIn(at('again'), `restore --from ${at('backup')}`);
  const { output } = await ponteIn(at('again'), 'account', 'list');
  assert.match(output, /owner@example\.com/);
  const occupied = await ponteIn(at('data'), 'backup', '--to', at('backup'));
  assert.match(occupied.errors, /exists/);
  const nowhere = await ponteIn(at('data'), 'backup', '--to', at('missing/backup'));
  assert.match(
    nowhere.errors,
    /cannot be made \(ENOENT\)\. Name a new directory in one that exists/,
  );
  // A directory with its own secrets holds data that only they can open.
  await readDataSecrets(at('other'));
  const other = await ponteIn(at('other'), 'restore', '--from', at('backup'));
  assert.match(other.errors, /holds other secrets/);
  await appendFile(join(at('backup'), 'postgres', 'PG_VERSION'), ' ');
  const damaged = await ponteIn(at('new'), 'restore', '--from', at('backup'));
  assert.match(damaged.errors, /PG_VERSION is missing or damaged/);
  await rm(join(at('backup'), 'postgres', 'PG_VERSION'));
  const missing = await ponteIn(at('new'), 'restore', '--from', at('backup'));
  assert.match(missing.errors, /PG_VERSION is missing or damaged/);
  assert.ok(!existsSync(at('new')));
});
