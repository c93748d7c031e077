import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Agent, callTool, capsOf, connectClient, openAgent } from '../../test/agents.ts';
import { openGateway, openNode } from '../../test/gateway.ts';
import { type Merchant, openMerchant, PAYER, WITHDRAWAL } from '../../test/merchant.ts';
import { openPerson } from '../../test/person.ts';
import { until } from '../../test/receiver.ts';
import { lockCaps } from '../api-keys/store.ts';
import { REHEARSED_TAX_ID } from '../pix/tax-id.ts';
import { readDay } from './store.ts';

const gateway = await openGateway(undefined, { worker: false });
const node = await openNode(gateway);

/** Like an agent, retries the order with the same key while its outcome is not known yet. */
async function charge(agent: Agent, amountCents: number, idempotencyKey: string, taxId = PAYER) {
  const ask = () => agent.tool('create_deposit', { amountCents, taxId, idempotencyKey });
  let reply = await ask();
  await until(async () => {
    const isBusy =
      reply.content['error'] === 'unavailable' || reply.content['error'] === 'in_progress';
    if (isBusy) reply = await ask();
    return !isBusy;
  }, 60_000);
  return reply;
}

/** What is left of the key's cap for the day. */
async function leftOf({ keyId }: Agent, { environment }: Merchant): Promise<number> {
  const name = { environmentId: environment.id, keyId, orderKey: 'none' };
  return gateway.app.db.begin(async (tx) => {
    const { orderedCents } = await readDay(tx, name);
    const key = await lockCaps(tx, environment.id, keyId);
    return Number(key?.caps?.perDayCents) - orderedCents;
  });
}

test('agent caps hold to the cent for concurrent calls on two nodes', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant, { caps: capsOf(500, 2_000) });
  const client = await connectClient(t, node.url, agent.key);
  const other: Agent = { ...agent, tool: (name, args) => callTool(client, name, args) };
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      charge(at % 2 ? agent : other, 500, `burst-${String(at)}`),
    ),
  );
  assert.equal(answers.filter(({ isError }) => !isError).length, 4);
  const codes = answers.filter(({ isError }) => isError).map(({ content }) => content['error']);
  assert.deepEqual(new Set(codes), new Set(['rate_limited']));
  const [late] = answers.filter(({ isError }) => isError);
  const wait = Number(late?.content['retryAfterSeconds']);
  assert.ok(wait > 0 && wait <= 86_400, String(wait));
  assert.equal((await merchant.list('/v1/api/transactions')).length, 4);
});

test('caps count a retried order once', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant, { caps: capsOf(600_000, 600_000) });
  for (let time = 0; time < 3; time += 1) await charge(agent, 100_000, 'one');
  assert.equal(await leftOf(agent, merchant), 500_000);
});

test('caps hold when an idempotency key is reused with another tool', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant, { caps: capsOf(5_000, 8_000) });
  const idempotencyKey = 'order-17';
  assert.equal((await charge(agent, 200, idempotencyKey, '1')).content['error'], 'invalid_tax_id');
  const payout = { ...WITHDRAWAL, amountCents: 5_000, reason: 'x', idempotencyKey };
  const link = { title: 'Aberto', amountCents: 5_000, idempotencyKey };
  for (const [tool, order] of [
    ['request_withdrawal', payout],
    ['create_payment_link', link],
  ] as const) {
    assert.equal((await agent.tool(tool, order)).content['error'], 'idempotency_mismatch', tool);
  }
  assert.equal(await leftOf(agent, merchant), 8_000);
  const fresh = { ...payout, idempotencyKey: 'payout-17' };
  assert.equal((await agent.tool('request_withdrawal', fresh)).isError, false);
  assert.equal(await leftOf(agent, merchant), 3_000);
});

test('the cap per call refuses larger orders, and links without a fixed amount', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant, { caps: capsOf(1_000, 5_000) });
  const { content } = await charge(agent, 1_001, 'big');
  assert.equal(content['error'], 'invalid_amount');
  assert.match(String(content['message']), /cap per call: 1000 cents/);
  const open = await agent.tool('create_payment_link', { title: 'Aberto' });
  assert.equal(open.content['error'], 'invalid_amount');
  const asked = { ...WITHDRAWAL, amountCents: 1_001, reason: 'x' };
  assert.equal((await agent.tool('request_withdrawal', asked)).content['error'], 'invalid_amount');
  assert.deepEqual(await merchant.list('/v1/api/transactions'), []);
  assert.equal((await charge(agent, 1_000, 'fits')).isError, false);
});

test('an order without an amount is refused by the route, not by the caps', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant, { caps: capsOf(1_000, 5_000) });
  for (const [tool, order] of [
    ['create_deposit', { taxId: PAYER }],
    ['request_withdrawal', { ...WITHDRAWAL, amountCents: undefined, reason: 'x' }],
  ] as const) {
    const { content } = await agent.tool(tool, order);
    assert.equal(content['error'], 'invalid_amount', tool);
    assert.match(String(content['message']), /^amountCents must be a whole number/);
  }
  assert.equal(await leftOf(agent, merchant), 5_000);
});

test('caps get back the amount of a failed order, and keep that of an unknown outcome', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant, { caps: capsOf(600_000, 700_000) });
  const declined = await charge(agent, 60_000, 'declined', REHEARSED_TAX_ID);
  assert.equal(declined.content['error'], 'payer_declined');
  const throttled = await charge(agent, 50_033, 'throttled');
  assert.equal(throttled.content['error'], 'rate_limited');
  assert.equal(await leftOf(agent, merchant), 700_000);
  const unknown = await charge(agent, 50_003, 'unknown');
  assert.equal(unknown.content['error'], 'provider_error');
  assert.equal(unknown.content['idempotencyKey'], 'same');
  assert.equal(await leftOf(agent, merchant), 649_997);
  const again = await charge(agent, 50_003, 'unknown');
  assert.equal(again.isError, false, JSON.stringify(again.content));
  assert.equal(await leftOf(agent, merchant), 649_997);
  // An order that a sweep closes later turns out not to have been carried out.
  await charge(agent, 50_034, 'closed');
  assert.equal(await leftOf(agent, merchant), 599_963);
  await gateway.app.db`
    update idempotency_keys set state = 'failed', intent = null
    where environment_id = ${merchant.environment.id} and key like '%closed'`;
  assert.equal(await leftOf(agent, merchant), 649_997);
});

test('caps get back the amount of an order that never reached the provider', async (t) => {
  const merchant = await openMerchant(gateway, 'live');
  const agent = await openAgent(t, gateway, merchant, { caps: capsOf(5_000, 5_000) });
  const { content } = await charge(agent, 5_000, 'early');
  assert.equal(content['error'], 'not_configured');
  assert.equal(await leftOf(agent, merchant), 5_000);
});

test('caps get back the amount of a request that a person declined', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant, { caps: capsOf(600_000, 600_000) });
  const owner = await openPerson(gateway, { [merchant.accountId]: 'owner' });
  const asked = { ...WITHDRAWAL, amountCents: 100_000, reason: 'x' };
  const { content } = await agent.tool('request_withdrawal', asked);
  assert.equal(await leftOf(agent, merchant), 500_000);
  const path = `/accounts/${merchant.accountId}/test/withdrawal-requests/${String(content['id'])}`;
  assert.equal((await owner.call('POST', `${path}/decline`, {})).status, 200);
  assert.equal(await leftOf(agent, merchant), 600_000);
});

test('caps count an order under a key that another tool used for a refused one long ago', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant, { caps: capsOf(600_000, 600_000) });
  const owner = await openPerson(gateway, { [merchant.accountId]: 'owner' });
  const asked = { ...WITHDRAWAL, amountCents: 100_000, reason: 'x', idempotencyKey: 'first' };
  const { content } = await agent.tool('request_withdrawal', asked);
  const path = `/accounts/${merchant.accountId}/test/withdrawal-requests/${String(content['id'])}`;
  assert.equal((await owner.call('POST', `${path}/decline`, {})).status, 200);
  assert.equal((await charge(agent, 300, 'second', '1')).content['error'], 'invalid_tax_id');
  // Orders are forgotten after a month, but requests never are.
  await gateway.app.db`
    delete from agent_orders where environment_id = ${merchant.environment.id}`;
  assert.equal((await charge(agent, 30_000, 'first')).isError, false);
  assert.equal(await leftOf(agent, merchant), 570_000);
  const again = { ...asked, amountCents: 70_000, idempotencyKey: 'second' };
  assert.equal((await agent.tool('request_withdrawal', again)).isError, false);
  assert.equal(await leftOf(agent, merchant), 500_000);
});

test('the cap per day starts over on the next day', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant, { caps: capsOf(500, 500) });
  assert.equal((await charge(agent, 500, 'today')).isError, false);
  assert.equal((await charge(agent, 500, 'more')).content['error'], 'rate_limited');
  await gateway.app.db`
    update agent_orders set day = day - 1 where environment_id = ${merchant.environment.id}`;
  assert.equal((await charge(agent, 500, 'more')).isError, false);
});

test('only an owner or admin with a recent step-up changes caps, effective from the next call', async (t) => {
  const merchant = await openMerchant(gateway);
  const { accountId } = merchant;
  const agent = await openAgent(t, gateway, merchant, { caps: capsOf(500, 500) });
  const path = `/accounts/${accountId}/test/keys/${agent.keyId}`;
  const caps = { perCallCents: 600, perDayCents: 600 };
  const stale = await openPerson(gateway, { [accountId]: 'owner' }, { isFresh: false });
  const developer = await openPerson(gateway, { [accountId]: 'developer' });
  assert.equal((await stale.call('PATCH', path, { caps })).body['error'], 'step_up_required');
  assert.equal((await developer.call('PATCH', path, { caps })).body['error'], 'not_permitted');
  const order = { name: 'x', scopes: ['deposit:create'], agent: { caps } };
  const made = await developer.call('POST', `/accounts/${accountId}/test/keys`, order);
  assert.equal(made.body['error'], 'not_permitted');
  assert.equal((await charge(agent, 600, 'more')).content['error'], 'invalid_amount');
  const admin = await openPerson(gateway, { [accountId]: 'admin' });
  const changed = await admin.call('PATCH', path, { caps });
  assert.deepEqual(changed.body['caps'], caps);
  assert.equal((await charge(agent, 600, 'more')).isError, false);
  assert.equal((await admin.call('PATCH', path, { caps: null })).body['caps'], null);
  const last = await charge(agent, 500, 'last').catch(() => undefined);
  assert.notEqual(last?.isError, false);
  const [{ acts } = { acts: 0 }] = await gateway.app.db<{ acts: number }>`
    select count(*)::int as acts from audit_entries
    where account_id = ${accountId} and action = 'changeKeyCaps' and subject = ${agent.keyId}`;
  assert.equal(acts, 2);
});
