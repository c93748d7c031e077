import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callTool, connectClient, openAgent, WITHDRAWAL_REQUEST } from '../../test/agents.ts';
import { openGateway, openNode } from '../../test/gateway.ts';
import { openMerchant } from '../../test/merchant.ts';
import { openPerson } from '../../test/person.ts';

const gateway = await openGateway(undefined, { worker: false });
const node = await openNode(gateway);
const { app } = gateway;

test('while withdrawals are paused, a request by an agent waits or is declined, and known ones are answered', async (t) => {
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant);
  const owner = await openPerson(gateway, { [merchant.accountId]: 'owner' });
  const ask = (amountCents: number) => ({ ...WITHDRAWAL_REQUEST, amountCents });
  const idOf = async (amountCents: number) =>
    String((await agent.tool('request_withdrawal', ask(amountCents))).content['id']);
  const path = `/accounts/${merchant.accountId}/test/withdrawal-requests`;
  const confirm = async (id: string) => (await owner.call('POST', `${path}/${id}/confirm`)).body;
  const [made, waiting] = [await idOf(5_000), await idOf(5_001)];
  assert.equal((await confirm(made))['state'], 'MADE');
  await app.db`
    update environments set withdrawals_enabled = false where id = ${merchant.environment.id}`;
  assert.equal((await confirm(waiting))['error'], 'withdrawals_disabled');
  assert.equal((await confirm(made))['state'], 'MADE');
  // On a node that does not remember the key with its settings.
  const client = await connectClient(t, node.url, agent.key);
  const { content } = await callTool(client, 'request_withdrawal', ask(5_001));
  assert.deepEqual(
    [content['id'], content['state'], content['replayed']],
    [waiting, 'WAITING', true],
  );
  const fresh = await callTool(client, 'request_withdrawal', ask(5_002));
  assert.equal(fresh.content['error'], 'withdrawals_disabled');
  const declined = await owner.call('POST', `${path}/${waiting}/decline`);
  assert.equal(declined.body['state'], 'DECLINED');
});
