import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Agent, callTool, connectClient, openAgent } from '../../test/agents.ts';
import { openGateway } from '../../test/gateway.ts';
import { openMerchant, PAYER, WITHDRAWAL } from '../../test/merchant.ts';
import { createKey } from '../api-keys/create-key.ts';
import { TOOLS, toolName } from './tool.ts';

const gateway = await openGateway();

async function namesOf({ client }: Agent): Promise<string[]> {
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name);
}

test("an agent's tools are the whole table, each with a strict input and output schema", async (t) => {
  const agent = await openAgent(t, gateway, await openMerchant(gateway));
  const { tools } = await agent.client.listTools();
  const names = tools.map(({ name }) => name);
  assert.deepEqual(names.sort(), Object.keys(TOOLS).map(toolName).sort());
  for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
    assert.ok(description && description.length > 20, name);
    assert.equal(inputSchema['additionalProperties'], false, name);
    assert.doesNotMatch(JSON.stringify([inputSchema, outputSchema]), /\\ud[89a-f]/, name);
    assert.equal(outputSchema?.['additionalProperties'], false, name);
    assert.equal(annotations?.readOnlyHint, TOOLS[operationOf(name)] === 'read', name);
  }
});

test('an agent without caps has only tools that read, and can call no others', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant, { caps: null });
  const reads = Object.entries(TOOLS).filter(([, kind]) => kind === 'read');
  assert.deepEqual((await namesOf(agent)).sort(), reads.map(([name]) => toolName(name)).sort());
  const order = { amountCents: 500, taxId: PAYER };
  await assert.rejects(agent.tool('create_deposit', order), /There is no such tool/);
  await assert.rejects(agent.tool('pay_sandbox_deposit', { id: 'dep_x' }), /no such tool/);
  assert.deepEqual(await merchant.list('/v1/api/transactions'), []);
});

test('an agent has only the tools of its scopes', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant, { scopes: ['read:balance'] });
  assert.deepEqual((await namesOf(agent)).sort(), ['explain_error', 'get_balance', 'get_fees']);
});

test("an ordinary key has only reading tools, and an agent's key cannot call the REST API", async (t) => {
  const { key, call } = await openMerchant(gateway);
  const client = await connectClient(t, gateway.url, key);
  const { tools } = await client.listTools();
  assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint));
  assert.equal((await call('GET', '/v1/api/fees')).status, 200);
  const { accountId } = await openMerchant(gateway);
  const agent = { caps: null };
  const made = { accountId, mode: 'test', scopes: ['read:balance'], name: '', agent } as const;
  const text = (await createKey(gateway.app.db, made)).key;
  for (const path of ['/v1/api/fees', '/v1/api/balance', '/v1/sandbox/provider']) {
    const headers = { authorization: `Bearer ${text}` };
    const answer = await fetch(gateway.url + path, { headers });
    assert.equal(answer.status, 403);
    assert.match(await answer.text(), /^\{"error":"insufficient_scope"/);
  }
});

test('a live agent has no sandbox tools', async (t) => {
  const merchant = await openMerchant(gateway, 'live');
  const names = await namesOf(await openAgent(t, gateway, merchant));
  assert.ok(names.includes('create_deposit'));
  assert.deepEqual(
    names.filter((name) => name.includes('sandbox')),
    [],
  );
});

test("an agent cannot see another account's resources, and an id cannot address another path", async (t) => {
  const [merchant, other] = await Promise.all([openMerchant(gateway), openMerchant(gateway)]);
  const { id } = await other.deposit();
  const agent = await openAgent(t, gateway, merchant);
  for (const [name, given] of [
    ['get_deposit', id],
    ['get_withdrawal_request', 'wrq_01kah3v5wze8br4hmsf2e8r0tv'],
    ['pay_sandbox_deposit', id],
    ['get_deposit', '../../../v1/api/fees'],
    ['get_deposit', '..%2f'],
  ] as const) {
    const { isError, content } = await agent.tool(name, { id: given });
    assert.deepEqual([isError, content['error']], [true, 'not_found'], name);
  }
});

test("repeated and concurrent calls create an agent's order once, and a retry replays the answer", async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant);
  const order = { amountCents: 700, taxId: PAYER, externalId: 'order-1' };
  const burst = Array.from({ length: 6 }, () => agent.tool('create_deposit', order));
  const answers = await Promise.all(burst);
  const made = answers.filter(({ isError }) => !isError);
  assert.ok(made.length >= 1);
  assert.equal(new Set(made.map(({ content }) => content['id'])).size, 1);
  const others = answers.filter(({ isError }) => isError);
  assert.ok(others.every(({ content }) => content['error'] === 'in_progress'));
  const again = await agent.tool('create_deposit', order);
  assert.equal(again.content['replayed'], true);
  const another = await agent.tool('create_deposit', { ...order, idempotencyKey: 'second' });
  assert.equal(another.content['replayed'], false);
  assert.equal((await merchant.list('/v1/api/transactions')).length, 2);
});

test('an idempotency key reused with another payload is refused, and the refusal says which key to use', async (t) => {
  const agent = await openAgent(t, gateway, await openMerchant(gateway));
  const idempotencyKey = 'mine';
  const first = { amountCents: 500, taxId: PAYER, idempotencyKey };
  assert.equal((await agent.tool('create_deposit', first)).isError, false);
  const second = await agent.tool('create_deposit', { ...first, amountCents: 600 });
  assert.equal(second.content['error'], 'idempotency_mismatch');
  // The key to retry the first order with: a new one would create a second order.
  assert.equal(second.content['idempotencyKey'], 'same');
});

test("an agent's idempotency keys are separate from those of its account's programs", async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant);
  const order = { amountCents: 500, taxId: PAYER };
  const program = await merchant.call('POST', '/v1/api/deposit', order, {
    'idempotency-key': 'same',
  });
  const ours = await agent.tool('create_deposit', { ...order, idempotencyKey: 'same' });
  assert.equal(ours.content['replayed'], false);
  assert.notEqual(ours.content['id'], program.body['id']);
});

test('concurrent and repeated calls create one payment link', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant);
  const order = { title: 'Aula', amountCents: 900 };
  await Promise.all([1, 2, 3].map(() => agent.tool('create_payment_link', order)));
  const last = await agent.tool('create_payment_link', order);
  assert.equal(last.content['replayed'], true);
  assert.equal((await merchant.list('/v1/api/payment-links')).length, 1);
});

test('a retry after a crash between creation and answer does not create a second link', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant);
  const order = { title: 'Curso', amountCents: 500, idempotencyKey: 'one' };
  const { content } = await agent.tool('create_payment_link', order);
  // The state left by a kill between creating the link and completing the order.
  await gateway.app.db`
    update agent_orders set kept = false, open_calls = 1
    where environment_id = ${merchant.environment.id}`;
  const again = await agent.tool('create_payment_link', order);
  assert.deepEqual([again.content['id'], again.content['replayed']], [content['id'], true]);
});

test("an agent's order is validated by the API's rules, with the API's error codes", async (t) => {
  const agent = await openAgent(t, gateway, await openMerchant(gateway));
  const good = { amountCents: 500, taxId: PAYER };
  for (const [args, code] of [
    [{ ...good, amountCents: 199 }, 'invalid_amount'],
    [{ ...good, amountCents: '500' }, 'invalid_amount'],
    [{ ...good, taxId: '123' }, 'invalid_tax_id'],
    [{ ...good, walletId: 'wal_01kah3v5wze8br4hmsf2e8r0tv' }, 'no_liquid_address'],
    [{ ...good, feeCents: 0 }, 'invalid_request'],
    [{ ...good, idempotencyKey: 'two words' }, 'invalid_request'],
  ] as const) {
    const { isError, content } = await agent.tool('create_deposit', args);
    assert.deepEqual([isError, content['error']], [true, code]);
    assert.ok(typeof content['message'] === 'string' && content['message'] !== '');
  }
  const withdrawal = { ...WITHDRAWAL, reason: 'x', pixKey: 'nobody' };
  const refused = await agent.tool('request_withdrawal', withdrawal);
  assert.equal(refused.content['error'], 'invalid_pix_key');
});

test("a tool's query arguments are described as integers, and accepted as numbers or strings", async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant);
  const { tools } = await agent.client.listTools();
  const events = tools.find(({ name }) => name === 'list_events')?.inputSchema.properties;
  const { after, limit } = { after: undefined, limit: undefined, ...events };
  const whole = { type: 'integer', format: 'int64', minimum: 0, maximum: 999_999_999_999_999 };
  const description =
    'The last number you have; without it, the journal starts at the oldest number kept.';
  assert.deepEqual(after, { ...whole, description });
  assert.partialDeepStrictEqual(limit, { type: 'integer', minimum: 1, maximum: 100 });
  for (const [after, limit] of [
    [0, 2],
    ['0', '2'],
  ]) {
    const { isError, content } = await agent.tool('list_events', { after, limit });
    assert.deepEqual([isError, content['nextAfter']], [false, 0]);
  }
});

test('the refusal of an unknown argument does not claim that unknown arguments are ignored', async (t) => {
  const agent = await openAgent(t, gateway, await openMerchant(gateway));
  const { content } = await agent.tool('list_transactions', { bogus: '1' });
  assert.match(String(content['message']), /does not have one of the arguments/);
  assert.match(String(content['remedy']), /but unknown arguments of an agent's tool are not/);
});

test('the refusal of an invalid argument names it, and says what to send', async (t) => {
  const agent = await openAgent(t, gateway, await openMerchant(gateway));
  for (const [tool, name, value, advice] of [
    ['list_events', 'limit', 1.5, 'is not valid. Send a whole number from 1 to 100.'],
    ['list_events', 'limit', 101, 'is not valid. Send a whole number from 1 to 100.'],
    ['list_events', 'limit', [2], 'is not valid. Send a whole number.'],
    ['list_events', 'after', true, 'is not valid. Send a whole number such as 41.'],
    ['list_events', 'after', null, 'is not valid. Send a whole number.'],
    ['list_transactions', 'externalId', 4711, 'is not valid. Send a text.'],
    ['get_deposit', 'id', 7, 'is not valid. Send a text.'],
    ['get_deposit', 'id', undefined, 'is missing. Send that field.'],
  ] as const) {
    const { content } = await agent.tool(tool, { [name]: value });
    assert.equal(content['error'], 'invalid_request', `${tool} ${JSON.stringify(value)}`);
    assert.equal(content['message'], `${name} ${advice}`);
  }
});

test('an agent takes a deposit from creation through sandbox payment to confirmation', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant);
  const { content } = await agent.tool('create_deposit', { amountCents: 500, taxId: PAYER });
  assert.equal((await agent.tool('pay_sandbox_deposit', { id: content['id'] })).isError, false);
  await merchant.reaches(String(content['id']), 'CONFIRMED');
  const read = await agent.tool('get_deposit', { id: content['id'] });
  assert.equal(read.content['status'], 'CONFIRMED');
  const reply = await callTool(agent.client, 'explain_error', { code: 'payer_declined' });
  assert.equal(reply.content['idempotencyKey'], 'new');
});

function operationOf(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
