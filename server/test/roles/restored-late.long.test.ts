import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isObject } from '../../src/platform/json.ts';
import { lastFirst } from '../database.ts';
import { ADDRESS, type Answer, callAs, DEPOSIT, WITHDRAWAL } from '../merchant.ts';
import { onDatabase } from '../places.ts';
import { until } from '../receiver.ts';
import { makeDirectory, type Node, runCommand, startNode } from './node.ts';

/** A backup is restored after the provider, which keeps its own books, has moved on. */

const scope = lastFirst();

const scratch = await makeDirectory(scope);
const BACKUP = join(scratch, 'backup');
const secrets = {
  PONTE_SANDBOX_SECRET: 's'.repeat(48),
  PONTE_SANDBOX_WEBHOOK_SECRET: 'w'.repeat(48),
};
const PROVIDER = join(scratch, 'provider');
const env = { ...secrets, PONTE_DATA_DIR: PROVIDER, PORT: '0' };
const provider = await startNode(scope, ['sandbox'], env);

/** A data directory, and what runs on it. */
function installationIn(name: string) {
  const dataDir = join(scratch, name);
  const env = { ...secrets, PONTE_DATA_DIR: dataDir, PORT: '0', PONTE_SANDBOX_URL: provider.url };
  const ponte = (words: string): Promise<string> => runCommand(words.split(' '), env);
  return {
    dataDir,
    ponte,
    start: (): Promise<Node> => startNode(scope, ['start'], env),
    // With --json every command prints one object.
    asked: async (words: string) =>
      JSON.parse(await ponte(`${words} --json`)) as Record<string, unknown>,
  };
}

/** A shop's requests to whichever gateway has its books now. */
async function openShop(installation: ReturnType<typeof installationIn>) {
  let node = await installation.start();
  const { accountId } = await installation.asked('account create --email shop@example.com');
  const account = `--account ${String(accountId)}`;
  await installation.ponte(`account set ${account} --money-rate 1000000 --money-burst 1000000`);
  const issued = await installation.asked(`key create ${account} --mode test --scopes all`);
  const call = (...given: Parameters<ReturnType<typeof callAs>>): Promise<Answer> =>
    callAs(node.url, String(issued['key']))(...given);
  const order = (name: string): Promise<Answer> => {
    const [what, body] = name.endsWith('payout') ? ['withdraw', WITHDRAWAL] : ['deposit', DEPOSIT];
    return call('POST', `/v1/api/${what}`, body, { 'idempotency-key': name });
  };
  const statusOf = async (id: string): Promise<unknown> => {
    const what = id.startsWith('dep_') ? 'deposit' : 'withdraw';
    return (await call('GET', `/v1/api/${what}/${id}/status`)).body['status'];
  };
  const reaches = (id: string, status: string): Promise<void> =>
    until(async () => (await statusOf(id)) === status, 60_000);
  return {
    call,
    order,
    reaches,
    /** How many events the journal has for each. */
    eventsOf: async (ids: readonly string[]): Promise<number[]> => {
      const { data } = (await call('GET', '/v1/api/events')).body;
      assert.ok(Array.isArray(data) && data.every(isObject));
      return ids.map((id) => data.filter(({ resourceId }) => resourceId === id).length);
    },
    made: async (name: string): Promise<string> => {
      const { status, text, body } = await order(name);
      assert.equal(status, 201, text);
      return String(body['id']);
    },
    drive: async (id: string, action: string, status: string, body: object = {}) => {
      const kind = id.startsWith('dep_') ? 'deposits' : 'withdrawals';
      await call('POST', `/v1/sandbox/${kind}/${id}/${action}`, body);
      await reaches(id, status);
    },
    kill: () => node.stop('SIGKILL'),
    moveTo: (there: Node) => void (node = there),
  };
}

/** As if the deposit were days old, in both books, and next compared tomorrow. */
async function age(dataDir: string, id: string): Promise<void> {
  const ref = await onDatabase(dataDir, async (client) => {
    const { rows } = await client.query<{ ref: string }>(
      `update deposits set created_at = created_at - interval '3 days', look_at = null
       where id = $1 returning provider_ref as ref`,
      [id],
    );
    await client.query(
      `insert into reconciliation_sweeps (connection, sweep, environment_id, due_at)
       select environment_id, sweep, environment_id, now() + interval '1 day'
       from deposits, unnest(array['two_hours', 'two_days', 'ninety_days']) as sweep where id = $1
       on conflict (connection, sweep) do update set due_at = excluded.due_at`,
      [id],
    );
    return rows[0]?.ref;
  });
  await ageCharge(ref, '3 days');
}

/** The youngest charges are not compared. */
async function ageCharge(ref: string | undefined, by: string): Promise<void> {
  await onDatabase(PROVIDER, (client) =>
    client.query(
      'update sandbox.charges set created_at = created_at - $2::interval where id = $1',
      [ref, by],
    ),
  );
}

test('what happened after a backup is learnt from the provider, and the rest is an alert', async () => {
  const before = installationIn('before');
  const shop = await openShop(before);
  await shop.call('POST', '/v1/api/wallets', { liquidAddress: ADDRESS.test, makeDefault: true });
  const [paid, expired, returned, payout, refusedPayout] = await Promise.all([
    shop.made('paid'),
    shop.made('expired'),
    shop.made('returned'),
    shop.made('payout'),
    shop.made('refused payout'),
  ]);
  await shop.drive(returned, 'pay', 'CONFIRMED');
  await until(async () => {
    const { body } = await shop.call('GET', `/v1/api/deposit/${returned}/status`);
    return typeof body['blockchainTxId'] === 'string';
  }, 30_000);
  await age(before.dataDir, returned);
  await before.ponte(`backup --to ${BACKUP}`);

  await shop.drive(paid, 'pay', 'CONFIRMED');
  await shop.drive(expired, 'expire', 'FAILED');
  await shop.drive(returned, 'refund', 'REFUNDED');
  await shop.drive(payout, 'fund', 'COMPLETED');
  await shop.drive(refusedPayout, 'fail', 'FAILED', { as: 'canceled' });
  const lost = await shop.made('lost');
  const lostPayout = await shop.made('lost payout');
  await shop.drive(lost, 'pay', 'CONFIRMED');
  await shop.drive(lostPayout, 'fund', 'COMPLETED');
  await onDatabase(before.dataDir, async (client) => {
    const { rows } = await client.query<{ ref: string }>(
      'select provider_ref as ref from deposits where id = $1',
      [lost],
    );
    await ageCharge(rows[0]?.ref, '10 minutes');
  });
  await shop.kill();

  const restored = installationIn('restored');
  const advice = await restored.ponte(`restore --from ${BACKUP}`);
  const advised = advice.split('\n').flatMap((line) => / -- (.*)$/.exec(line)?.slice(1) ?? []);
  const [stopOrders = '', compare = ''] = advised;
  await restored.ponte(stopOrders);
  shop.moveTo(await restored.start());
  const refused = await shop.order('lost payout');
  assert.equal(refused.body['error'], 'withdrawals_disabled', refused.text);
  // It fails because of the lost charge, which was paid.
  await assert.rejects(restored.ponte(compare), /orphan_paid +open/);
  await shop.reaches(returned, 'REFUNDED');
  await shop.reaches(paid, 'CONFIRMED');
  await shop.reaches(expired, 'FAILED');
  await shop.reaches(payout, 'COMPLETED');
  await shop.reaches(refusedPayout, 'FAILED');
  assert.match(await restored.ponte('alert list'), / orphan_paid /);
  const events = await shop.eventsOf([returned, paid, expired, payout, refusedPayout]);
  assert.deepEqual(events, [2, 1, 1, 1, 1]);
  await restored.ponte('safe-mode off');
  // What the backup has is ordered once, whoever repeats it.
  const again = await Promise.all([shop.order('paid'), shop.order('payout')]);
  assert.deepEqual(
    again.map(({ body }) => body['id']),
    [paid, payout],
  );
});
