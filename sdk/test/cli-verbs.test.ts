import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openGateway } from '../../server/test/gateway.ts';
import { openEndpoint, openMerchant } from '../../server/test/merchant.ts';
import { until } from '../../server/test/receiver.ts';
import { recordDeposits } from '../../server/test/webhooks.ts';
import { readConfig } from '../src/cli/config.ts';
import { open, timeOf } from '../src/cli/connect.ts';
import { accessOf, openHome, ponte, ponteProcess } from './cli.ts';

const gateway = await openGateway();
const home = await openHome({ after });
const PATIENCE_MS = 60_000;

/** The documents that commands print with these settings. */
function askingWith(env: Record<string, string>) {
  return async (...args: string[]): Promise<Record<string, unknown>[]> => {
    const { code, out, err } = await ponte(home, [...args, '-o', 'json'], { env });
    assert.equal(code, 0, err);
    const lines = out.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
}

test('login stores the key readable by its owner only, after a call has verified it', async (t) => {
  const own = await openHome(t);
  const merchant = await openMerchant(gateway);
  const input = `${merchant.key}\n`;
  const refused = await ponte(own, ['login', '--url', gateway.url, '-o', 'json'], {
    // The key may already end with that letter.
    input: merchant.key.slice(0, -1) + (merchant.key.endsWith('x') ? 'y' : 'x'),
  });
  assert.equal(refused.code, 1);
  assert.equal(Reflect.get(JSON.parse(refused.err) as object, 'error'), 'unauthorized');
  assert.equal((await ponte(own, ['whoami'])).code, 1);
  const kept = await ponteProcess(own, ['login', '--url', gateway.url], { input });
  assert.equal(kept.code, 0, kept.err);
  const path = join(own, 'ponte/profiles.json');
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal((await stat(join(own, 'ponte'))).mode & 0o777, 0o700);
  const other = await ponte(own, ['login', '--url', gateway.url, '--profile', 'shop'], { input });
  const who = await ponte(own, ['whoami', '--profile', 'shop', '-o', 'json']);
  assert.deepEqual(JSON.parse(who.out), {
    ...{ profile: 'shop', url: gateway.url, mode: 'test' },
    key: `pt_test_…${merchant.key.slice(-4)}`,
  });
  const gone = await ponte(own, ['logout']);
  assert.equal(gone.code, 0, gone.err);
  assert.equal((await ponte(own, ['whoami'])).code, 1);
  assert.equal((await ponte(own, ['whoami', '--profile', 'shop'])).code, 0);
  const printed = [kept, other, who, gone].map(({ out, err }) => out + err).join('\n');
  assert.doesNotMatch(printed, new RegExp(merchant.key.slice(8)));
  assert.match(await readFile(path, 'utf8'), new RegExp(merchant.key));
});

test('login warns when PONTE_API_KEY takes precedence over the stored profile', async (t) => {
  const own = await openHome(t);
  const env = accessOf(await openMerchant(gateway), gateway.url);
  const kept = await ponte(own, ['login'], { env });
  assert.deepEqual([kept.code, /^PONTE_API_KEY is set .*\n$/.test(kept.err)], [0, true], kept.err);
  assert.match((await ponte(own, ['whoami'], { env })).out, /PONTE_API_KEY/);
  const named = await ponte(own, ['login', '--profile', 'shop'], { env });
  assert.deepEqual([named.code, named.err], [0, '']);
  assert.match((await ponte(own, ['whoami', '--profile', 'shop'], { env })).out, /shop/);
});

test('with -o json events, request log and orders are one JSON document per line', async () => {
  const merchant = await openMerchant(gateway);
  const env = accessOf(merchant, gateway.url);
  const ask = askingWith(env);
  const order = ['--amount', '5000', '--tax-id', '12345678909', '--idempotency-key', 'order-1'];
  const [deposit] = await ask('deposits', 'create', ...order);
  const [repeated] = await ask('deposits', 'create', ...order);
  assert.equal(deposit?.['id'], repeated?.['id']);
  const shown = await ponte(home, ['deposits', 'status', String(deposit?.['id'])], { env });
  assert.match(shown.out, /^chain\.state +unchecked$/m);
  await recordDeposits(gateway.app, merchant.environment.id, 5);
  await until(async () => (await ask('events')).length === 5, PATIENCE_MS);
  const all = await ask('events', '--since', '10m');
  assert.deepEqual(
    all.map(({ sequence }) => sequence),
    [1, 2, 3, 4, 5],
  );
  assert.equal((await ask('events', '--after', '3')).length, 2);
  const wrong = await ponte(home, ['deposits', 'status', 'dep_nobody', '-o', 'json'], { env });
  assert.equal(wrong.code, 1);
  const { error, requestId } = JSON.parse(wrong.err) as Record<string, unknown>;
  assert.equal(error, 'not_found');
  let refused: Record<string, unknown>[] = [];
  await until(async () => (refused = await ask('logs', '--status', '404')).length > 0, PATIENCE_MS);
  assert.deepEqual(
    refused.map((row) => row['requestId']),
    [requestId],
  );
});

test('--since with a duration is relative to the environment’s clock', async (t) => {
  const merchant = await openMerchant(gateway);
  await openEndpoint(merchant, ['deposit.confirmed'], t);
  const [endpoint] = await merchant.list('/v1/api/webhook-endpoints');
  const lines = askingWith(accessOf(merchant, gateway.url));
  const minuteAgo = new Date(Date.now() - 60_000);
  await recordDeposits(gateway.app, merchant.environment.id, 2);
  await until(async () => (await lines('events', '--since', '10m')).length === 2, PATIENCE_MS);
  await lines('clock', '1h');
  const found = async (since: string): Promise<unknown[]> => {
    const to = ['--endpoint', String(endpoint?.['id'])];
    const [replayed] = await lines('replay', '--since', since, ...to);
    return [(await lines('events', '--since', since)).length, replayed?.['deliveries']];
  };
  assert.deepEqual(await found('10m'), [0, 0]);
  assert.deepEqual(await found('2h'), [2, 2]);
  assert.deepEqual(await found(minuteAgo.toISOString()), [2, 2]);
});

test('with a live key a duration is relative to this machine’s clock', async () => {
  const nowhere = { url: 'http://127.0.0.1:1', apiKey: `pt_live_${'x'.repeat(43)}` };
  const at = await timeOf({ agoMs: 60_000 }, nowhere, open(nowhere, readConfig({})));
  assert.ok(Math.abs(at.getTime() - (Date.now() - 60_000)) < 10_000);
});

test('trigger plays a case by its name, and clock moves the environment’s time', async () => {
  const merchant = await openMerchant(gateway);
  const env = accessOf(merchant, gateway.url);
  const ask = askingWith(env);
  const names = await ask('trigger', '--list');
  assert.ok(names.length > 10 && names.every(({ name }) => name !== ''));
  const [ran] = await ask('trigger', String(names[0]?.['name']));
  const { id, stages } = ran as unknown as { id: string; stages: { status: string }[] };
  await merchant.reaches(id, String(stages.at(-1)?.status), PATIENCE_MS);
  assert.equal((await ask('clock', '20m'))[0]?.['offsetSeconds'], 1_200);
  const unknown = await ponte(home, ['trigger', 'no-such-case'], { env });
  assert.equal(unknown.code, 1);
  assert.match(unknown.err, /no-such-case; ponte trigger --list .*\(not_found\)/);
  for (const far of ['9999d', '99999999h']) {
    assert.match((await ponte(home, ['clock', far], { env })).err, /400 (dias|days)/, far);
  }
  const misspelt = await ponte(home, ['clock', '20x'], { env });
  assert.equal(misspelt.code, 2);
  assert.match(misspelt.err, /20x .* 20m, 12h, 3d/);
  const live = { ...env, PONTE_API_KEY: merchant.key.replace('_test_', '_live_') };
  assert.match((await ponte(home, ['trigger', '--list'], { env: live })).err, /live_key/);
});
