import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { readDataSecrets } from '../../src/launch/data-secrets.ts';
import { lastFirst } from '../database.ts';
import { ADDRESS, type Answer, callAs, DEPOSIT, type Merchant } from '../merchant.ts';
import { onDatabase } from '../places.ts';
import { openReceiver, until } from '../receiver.ts';
import { makeDirectory, type Node, runCommand, startNode } from './node.ts';

/** The encryption keys of the embedded default are changed, as an operator does it. */

const scope = lastFirst();

const dataDir = join(await makeDirectory(scope), 'data');
const env = { PONTE_DATA_DIR: dataDir, PORT: '0' };
let node: Node = await startNode(scope, ['start'], env);

async function ponte(...args: string[]): Promise<Record<string, unknown>> {
  // With --json every command prints one object.
  return JSON.parse(await runCommand([...args, '--json'], env)) as Record<string, unknown>;
}

async function restart(): Promise<void> {
  await node.stop();
  node = await startNode(scope, ['start'], env);
}

const { accountId } = await ponte('account', 'create', '--email', 'loja@example.com');
// The load below must not run into rate limits.
const rates = ['--money-rate', '1000000', '--money-burst', '1000000'];
await ponte('account', 'set', '--account', String(accountId), ...rates);
const kind = ['--mode', 'test', '--scopes', 'all'];
const { key } = await ponte('key', 'create', '--account', String(accountId), ...kind);

/** To whichever process runs by now. */
const call: Merchant['call'] = (...request) => callAs(node.url, String(key))(...request);
const deposit = (name: string, order: object = DEPOSIT): Promise<Answer> =>
  call('POST', '/v1/api/deposit', order, { 'idempotency-key': name });

/** Which keys have sealed anything, over all sealed columns. */
function sealingKeys(): Promise<string[]> {
  return onDatabase(dataDir, async (client) => {
    const { rows } = await client.query<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column from pg_attribute a
       join pg_class c on c.oid = a.attrelid
       where a.atttypid = 'public.sealed'::regtype and c.relkind = 'r'`,
    );
    const keys = new Set<string>();
    for (const { table, column } of rows) {
      const found = await client.query<{ key: string }>(
        `select distinct split_part(${column}::text, ':', 2) as key from ${table}
         where ${column} is not null`,
      );
      for (const { key: id } of found.rows) keys.add(id);
    }
    return [...keys].sort();
  });
}

test('deposits, webhooks and repeated requests keep working through an encryption key rotation', async (t) => {
  const { url, received } = await openReceiver(scope);
  const endpoint = await call('POST', '/v1/api/webhook-endpoints', { url });
  const secret = String(endpoint.body['secret']);
  assert.equal((await call('GET', '/v1/api/wallets')).status, 200);
  await call('POST', '/v1/api/wallets', { liquidAddress: ADDRESS.test, makeDefault: true });
  let delivered = 0;
  const payAndHear = async (id: string): Promise<void> => {
    await call('POST', `/v1/sandbox/deposits/${id}/pay`, {});
    delivered += 1;
    await until(() => received.length === delivered, 60_000);
    const { body, headers } = received.at(-1) ?? assert.fail();
    assert.ok(body.includes(id));
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    assert.equal(headers['x-webhook-signature'], `sha256=${signature}`);
  };
  const first = await deposit('before');
  assert.equal(first.status, 201);
  const unpaid = await deposit('unpaid');
  // It rests after this, with its intent sealed.
  assert.equal((await deposit('resting', { ...DEPOSIT, amountCents: 50_002 })).status, 502);
  await payAndHear(String(first.body['id']));
  const isAsBefore = async (): Promise<void> => {
    const again = await deposit('before');
    const replayed = again.headers.get('idempotent-replayed');
    assert.deepEqual([again.status, replayed, again.text], [201, 'true', first.text]);
    const other = await deposit('before', { ...DEPOSIT, amountCents: 6_000 });
    assert.equal(other.body['error'], 'idempotency_mismatch');
  };

  assert.equal((await ponte('keys', 'rotate'))['newKey'], 'k2');
  // A command that works like a part of the gateway must not count as a restart.
  await ponte('reconcile', '--since', '1d');
  await assert.rejects(ponte('keys', 'reseal'), /nothing runs with the encryption key k2 yet/);
  await isAsBefore();

  await restart();
  await isAsBefore();
  const between = await deposit('between');
  await payAndHear(String(between.body['id']));
  assert.deepEqual(await sealingKeys(), ['k1', 'k2']);

  let made = 0;
  let over = false;
  const load = (async () => {
    for (; !over; made += 1) assert.equal((await deposit(`load ${String(made)}`)).status, 201);
  })();
  const resealed = await ponte('keys', 'reseal');
  over = true;
  await load;
  assert.deepEqual(resealed['retiredKeys'], ['k1']);
  assert.ok(Number(resealed['fields']) >= 10, String(resealed['fields']));
  assert.deepEqual(await sealingKeys(), ['k2']);
  await isAsBefore();

  assert.deepEqual((await ponte('keys', 'retire'))['removedKeys'], ['k1']);
  const { encryptionKeys } = await readDataSecrets(dataDir);
  assert.match(encryptionKeys, /^k2:[^,]+$/);
  await restart();
  await isAsBefore();
  assert.equal((await deposit('between')).text, between.text);
  await payAndHear(String(unpaid.body['id']));
  const resting = () => deposit('resting', { ...DEPOSIT, amountCents: 50_002 });
  assert.deepEqual([(await resting()).status, (await resting()).status], [502, 201]);
  t.diagnostic(`${String(resealed['fields'])} fields resealed beside ${String(made)} deposits`);
});
