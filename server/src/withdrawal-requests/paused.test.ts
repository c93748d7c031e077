import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callTool, connectClient, openAgent, WITHDRAWAL_REQUEST } from '../../test/agents.ts';
import { openGateway, openNode } from '../../test/gateway.ts';
import { openMerchant } from '../../test/merchant.ts';
import { wholeTurn } from '../../test/patient-bulkhead.ts';
import { openPerson } from '../../test/person.ts';
import { writeSafeMode } from '../installations/store.ts';
import { withdrawalRequestJobs } from './jobs.ts';
import { writeDecision } from './store.ts';

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

test('in safe mode workers make no withdrawal that was confirmed before, and make it afterwards', async (t) => {
  const off = () => writeSafeMode(app.db, false, null);
  t.after(off);
  const merchant = await openMerchant(gateway);
  const agent = await openAgent(t, gateway, merchant);
  const owner = await openPerson(gateway, { [merchant.accountId]: 'owner' });
  const id = String((await agent.tool('request_withdrawal', WITHDRAWAL_REQUEST)).content['id']);
  const environmentId = merchant.environment.id;
  // What a process leaves that dies right after the decision.
  await app.db.begin((tx) => writeDecision(tx, environmentId, id, 'confirm', owner.userId));
  const stateAfterTurn = async (): Promise<unknown> => {
    await app.db`
      update withdrawal_requests set due_at = due_at - interval '10 minutes'
      where environment_id = ${environmentId}`;
    for (const job of withdrawalRequestJobs(app)) await wholeTurn(job);
    return (await agent.tool('get_withdrawal_request', { id })).content['state'];
  };
  await writeSafeMode(app.db, true, 'drill');
  assert.equal(await stateAfterTurn(), 'CONFIRMED');
  await off();
  assert.equal(await stateAfterTurn(), 'MADE');
});
