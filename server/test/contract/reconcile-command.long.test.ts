import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isObject } from '../../src/platform/json.ts';
import { fileNotice } from '../../src/provider/inbox.ts';
import { depositJobs } from '../../src/deposits/jobs.ts';
import { openGateway } from '../gateway.ts';
import { DEPOSIT, type Merchant, openMerchant } from '../merchant.ts';
import { moveClock } from '../operator.ts';
import { until } from '../receiver.ts';
import { type Ended, runPonte } from './ponte.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app, sandbox } = gateway;

/** The command beside the gateway, with the gateway's environment. */
async function ponte(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return runPonte(app.config, args, { ...app.config.env, ...env });
}

async function json(args: readonly string[]): Promise<Record<string, unknown>> {
  const { output, errors } = await ponte([...args, '--json']);
  const parsed: unknown = JSON.parse(output || 'null');
  assert.ok(isObject(parsed), errors);
  return parsed;
}

/** A merchant with a charge that nobody was shown, made an hour ago. */
async function withOrphan(): Promise<{ merchant: Merchant; ref: string }> {
  const merchant = await openMerchant(gateway);
  const { id } = merchant.environment;
  await sandbox.call('PUT', id, '/clock', { offsetMs: -3_600_000 });
  await moveClock(app, id, -3_600_000);
  const order = { ...DEPOSIT, amountCents: 50_003 };
  await merchant.call('POST', '/v1/api/deposit', order, { 'idempotency-key': 'lost' });
  await merchant.call('POST', '/v1/api/deposit', order, { 'idempotency-key': 'lost' });
  const { charges } = await merchant.books();
  const ref = String(charges.find(({ depositId }) => depositId === null)?.['id']);
  await sandbox.call('POST', id, `/charges/${ref}/pay`, {});
  await until(async () => {
    const seen = await merchant.books();
    return seen.charges.some(({ status }) => status === 'depix_sent');
  });
  await sandbox.call('PUT', id, '/clock', { offsetMs: 0 });
  await moveClock(app, id, 0);
  return { merchant, ref };
}

test('reconcile prints the differences and exits with 1 until an operator resolves them', async () => {
  const { ref } = await withOrphan();
  const first = await ponte(['reconcile']);
  assert.equal(first.status, 1, first.errors);
  assert.match(first.output, /^Deposits compared: \d+: \d+ match/m);
  assert.match(first.output, new RegExp(`orphan_paid +open +${ref}`));
  assert.match(first.output, new RegExp(`missing_here +paid +${ref}`));
  const { alerts } = await json(['alert', 'list']);
  assert.ok(Array.isArray(alerts) && alerts.every(isObject));
  const alert = alerts.find(({ subject }) => subject === ref);
  assert.equal(alert?.['kind'], 'orphan_paid');
  const id = String(alert['id']);
  const shown = await json(['alert', 'show', '--id', id]);
  assert.match(JSON.stringify(shown['words']), /depix_sent/);
  const resolved = await json(['alert', 'resolve', '--id', id]);
  assert.deepEqual(resolved, { id: Number(id), resolved: true, differences: 1 });
  assert.equal((await ponte(['reconcile', '--since', '3h'])).status, 0);
  const { alerts: left } = await json(['alert', 'list']);
  assert.ok(Array.isArray(left) && !left.some((one) => isObject(one) && one['subject'] === ref));
});

test('reconcile reports an unreachable sandbox, and refuses an invalid period', async () => {
  const away = await ponte(['reconcile'], { PONTE_SANDBOX_URL: 'http://127.0.0.1:9' });
  assert.match(away.output, /sandbox cannot be reached/);
  const wrong = await ponte(['reconcile', '--since', 'yesterday']);
  assert.deepEqual([wrong.status, wrong.output], [2, '']);
  assert.match(wrong.errors, /--since takes/);
});

test('a MED without a deposit is assigned by command, once', async () => {
  const merchant = await openMerchant(gateway);
  const id = String((await merchant.deposit())['id']);
  const qrId = crypto.randomUUID();
  const body = { qrId, name: 'ANA', principalValueInCents: '900', taxNumber: DEPOSIT.taxId };
  await fileNotice(app, 'test', 'med', body);
  const notices = depositJobs(app).find(({ name }) => name === 'deposit notices');
  for (let turn = 0; turn < 5; turn += 1) {
    await app.db`update provider_inbox set due_at = now() where due_at is not null`;
    await notices?.turn();
  }
  const subject = `med ${qrId.replaceAll('-', '')}`;
  const [alert] = await app.db<{ id: number }>`
    select id from operator_alerts where subject = ${subject}`;
  const args = ['alert', 'assign', '--id', String(alert?.id), '--deposit', id];
  assert.deepEqual(await json(args), { id: alert?.id, depositId: id, status: 'REFUNDED' });
  const [seen] = await merchant.list('/v1/api/meds');
  assert.deepEqual([seen?.['depositId'], seen?.['amountCents']], [id, 900]);
  const again = await ponte(args);
  assert.equal(again.status, 1);
  assert.match(again.errors, /already been assigned/);
});
