import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mock, test } from 'node:test';
import { lookAtDeposits } from '../../src/deposits/look-at-deposits.ts';
import { lookAtWithdrawals } from '../../src/withdrawals/look-at-withdrawals.ts';
import type { OpenedApp } from '../../src/open-app.ts';
import { passBudgets } from '../budgets.ts';
import { openGateway, openNode } from '../gateway.ts';
import {
  type Answer,
  callAs,
  DEPOSIT,
  type Merchant,
  openMerchant,
  WITHDRAWAL,
} from '../merchant.ts';
import { patientBulkhead } from '../patient-bulkhead.ts';

const env = { PONTE_SANDBOX_STRICT: 'true' };
const gateway = await openGateway(undefined, { env, worker: false });
const { app } = gateway;
const { db } = app;

interface Watched {
  /** The calls made so far, by path. */
  readonly made: string[];
  /** Those of them that the provider refused. */
  readonly refused: string[];
}

/** One node's calls to the provider, as it logs them. */
function watch({ log }: OpenedApp): Watched {
  const [made, refused]: string[][] = [[], []];
  mock.method(log, 'info', (line: Record<string, unknown>) => {
    if (typeof line['provider'] === 'string') made?.push(line['provider']);
  });
  mock.method(log, 'warn', (line: Record<string, unknown>) => {
    if (typeof line['provider'] === 'string') refused?.push(line['provider']);
  });
  return { made: made ?? [], refused: refused ?? [] };
}

const watched = watch(app);
const pass = (merchant: Merchant, seconds: number) => passBudgets(app, merchant, seconds);

/** Leaves the account this many calls, here and at the provider. */
async function leave(merchant: Merchant, call: string, tokens: number): Promise<void> {
  const { id } = merchant.environment;
  const { perMinute, burst } = { perMinute: call === 'withdraw' ? 10 : 60, burst: 50 };
  await db`insert into provider_budgets (connection, call, per_minute, burst, tokens, refilled_at)
    values (${id}, ${call}, ${perMinute}, ${burst}, ${tokens}, now())
    on conflict (connection, call) do update set tokens = ${tokens}, refilled_at = now()`;
}

function order(
  { call }: Pick<Merchant, 'call'>,
  key: string,
  path = 'deposit',
  body: object = DEPOSIT,
) {
  return call('POST', `/v1/api/${path}`, body, { 'idempotency-key': key });
}

function assertThrottled(answer: Answer): number {
  assert.equal(answer.status, 429, answer.text);
  assert.equal(answer.body['error'], 'rate_limited');
  const seconds = Number(answer.headers.get('retry-after'));
  assert.ok(Number.isInteger(seconds) && seconds >= 1, String(seconds));
  return seconds;
}

const isKnown = async (key: string): Promise<boolean> =>
  (await db`select key from idempotency_keys where key = ${key}`).length > 0;

test('of sixty concurrent deposits fifty reach the provider, and the keys of the others stay unused', async () => {
  const merchant = await openMerchant(gateway);
  const keys = Array.from({ length: 60 }, () => randomUUID());
  const refusedBefore = watched.refused.length;
  const startedAt = performance.now();
  const answers = await Promise.all(keys.map((key) => order(merchant, key)));
  const granted = 50 + Math.floor((performance.now() - startedAt) / 4_000);
  const made = answers.filter(({ status }) => status === 201).length;
  assert.ok(made >= 50 && made <= granted, String(made));
  const turnedAway = keys.filter((_, at) => answers[at]?.status !== 201);
  const waits = answers.filter(({ status }) => status !== 201).map(assertThrottled);
  assert.ok(waits.every((seconds) => seconds <= 5));
  assert.equal(watched.refused.length, refusedBefore, 'the provider refused calls');
  for (const key of turnedAway) assert.equal(await isKnown(key), false);
  const [key = ''] = turnedAway;
  await pass(merchant, Math.max(...waits));
  assert.equal((await order(merchant, key)).status, 201);
  assert.equal((await merchant.books()).charges.length, made + 1);
  assert.equal(watched.refused.length, refusedBefore);
});

test('two nodes share one budget', async (t) => {
  const merchant = await openMerchant(gateway);
  const node = await openNode(gateway, t);
  const seen = watch(node.app);
  const refusedBefore = watched.refused.length;
  const callers = [{ call: callAs(node.url, merchant.key) }, merchant];
  const orders = Array.from({ length: 70 }, (_, at) => callers[at % 2] ?? merchant);
  const startedAt = performance.now();
  const answers = await Promise.all(orders.map((caller) => order(caller, randomUUID())));
  const statuses = answers.map(({ status }) => status);
  const granted = 50 + Math.floor((performance.now() - startedAt) / 4_000);
  const made = statuses.filter((status) => status === 201).length;
  assert.ok(made >= 50 && made <= granted, String(made));
  assert.equal(statuses.filter((status) => status === 429).length, 70 - made);
  assert.equal(watched.refused.length + seen.refused.length, refusedBefore);
  assert.ok(seen.made.filter((path) => path === '/deposit').length > 0);
});

test('a payout is not created without budget left to read it back', async () => {
  const merchant = await openMerchant(gateway);
  await leave(merchant, 'withdraw-status', -10);
  const madeBefore = watched.made.length;
  const key = randomUUID();
  assertThrottled(await order(merchant, key, 'withdraw', WITHDRAWAL));
  assert.equal(watched.made.length, madeBefore);
  assert.equal(await isKnown(key), false);
  await pass(merchant, 12);
  assert.equal((await order(merchant, key, 'withdraw', WITHDRAWAL)).status, 201);
  assert.deepEqual(watched.made.slice(madeBefore), ['/withdraw', '/withdraw-status']);
  // Two calls, and two were counted: no second one for the status call.
  const rows = await db<{ call: string; used: number }>`
    select call, used from provider_shares where environment_id = ${merchant.environment.id}
    order by call`;
  assert.deepEqual(
    rows.map(({ call, used }) => `${call} ${String(Math.round(used))}`),
    ['withdraw 1', 'withdraw-status 1'],
  );
});

test('after a refusal by the provider no node calls it again before its Retry-After', async (t) => {
  const merchant = await openMerchant(gateway);
  const node = await openNode(gateway, t);
  const seen = watch(node.app);
  // Somebody else has used this token.
  await order(merchant, randomUUID());
  await db`update sandbox.budgets set tokens = -10, refilled_at = now()
    where partner = ${merchant.environment.id}`;
  const refusedBefore = watched.refused.length;
  const seconds = assertThrottled(await order(merchant, randomUUID()));
  assert.ok(seconds >= 41 && seconds <= 44, String(seconds));
  assert.equal(watched.refused.length, refusedBefore + 1);
  const again = await order({ call: callAs(node.url, merchant.key) }, randomUUID());
  assert.ok(assertThrottled(again) >= 38);
  assert.deepEqual(seen.made, []);
  await pass(merchant, 46);
  assert.equal((await order(merchant, randomUUID())).status, 201);
});

async function countConfirmed(environmentId: string): Promise<number> {
  const [found] = await db<{ count: number }>`
    select count(*) from deposits
    where environment_id = ${environmentId} and status = 'CONFIRMED'`;
  return found?.count ?? 0;
}

test('polling five hundred open deposits stays within the budget, and orders still succeed', async () => {
  const merchant = await openMerchant(gateway);
  const { id } = merchant.environment;
  await db`update deposits set look_at = null`;
  await merchant.deposit();
  // Each with its own charge in the provider's books, made within the last half hour.
  await db`
    with copies as (
      select md5(${id} || n) as ref, now() - n * interval '3 seconds' as at, n
      from generate_series(1, 500) n
    ), charges as (
      insert into sandbox.charges (id, partner, nonce, amount_in_cents, status, created_at, expires_at)
      select ref, partner, ref, amount_in_cents, 'pending', at, now() + interval '1 hour'
      from sandbox.charges, copies where partner = ${id}
    )
    insert into deposits (environment_id, id, status, wallet_id, liquid_address, tax_id,
      amount_cents, fee_cents, total_cents, net_cents, settled_cents, split_cents,
      split_basis_points, provider_fee_cents, pass_fees_to_payer, provider_ref, pix_qr_code,
      created_at, expires_at, updated_at, look_at)
    select environment_id, 'dep_' || lpad(n::text, 26, '0'), status, wallet_id, liquid_address,
      tax_id, amount_cents, fee_cents, total_cents, net_cents, settled_cents, split_cents,
      split_basis_points, provider_fee_cents, pass_fees_to_payer, ref, pix_qr_code, at,
      now() + interval '1 hour', at, now()
    from deposits, copies where environment_id = ${id}`;
  const startedAt = performance.now();
  const [madeBefore, refusedBefore] = [watched.made.length, watched.refused.length];
  const passLooks = async (): Promise<void> =>
    void (await db`update deposits set look_at = look_at - interval '10 seconds'
      where environment_id = ${id}`);
  const madeOf = (path: string): number =>
    watched.made.slice(madeBefore).filter((one) => one === path).length;
  // A turn every ten seconds for five minutes, with an order in every fifth; no notice ever comes.
  await db`update sandbox.charges set status = 'approved', paid_at = now(),
    paid_in_cents = amount_in_cents, payer_tax_number = informed_tax_number
    where id in (select md5(${id} || n * 10) from generate_series(1, 50) n)`;
  const lookAround = async (): Promise<void> => {
    while (await lookAtDeposits(app, patientBulkhead(), new Set()));
    await lookAtWithdrawals(app, patientBulkhead(), new Set());
  };
  for (let turn = 0; turn < 30; turn += 1) {
    await lookAround();
    if (turn % 5 === 0) assert.equal((await order(merchant, randomUUID())).status, 201);
    if (turn % 5 === 2) {
      const made = await order(merchant, randomUUID(), 'withdraw', WITHDRAWAL);
      assert.equal(made.status, 201, made.text);
    }
    await pass(merchant, 10);
    await passLooks();
  }
  assert.deepEqual(watched.refused.slice(refusedBefore), []);
  // Five minutes plus the time this took, at twelve a minute, and the usable part of the burst.
  const tookSeconds = (performance.now() - startedAt) / 1_000;
  assert.ok(madeOf('/deposits') <= (300 + tookSeconds) / 5 + 7, String(madeOf('/deposits')));
  assert.ok(madeOf('/deposits') >= 50, String(madeOf('/deposits')));
  assert.ok(madeOf('/deposit-status') <= 300 + tookSeconds + 34, String(madeOf('/deposit-status')));
  // Turns depend on chance: a few may not have had one by then, and soon will.
  assert.ok((await countConfirmed(id)) >= 45, String(await countConfirmed(id)));
  for (let turn = 0; turn < 30 && (await countConfirmed(id)) < 50; turn += 1) {
    await lookAround();
    await pass(merchant, 10);
    await passLooks();
  }
  assert.equal(await countConfirmed(id), 50);
});
