import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAgent, WITHDRAWAL_REQUEST } from '../../test/agents.ts';
import { openGateway } from '../../test/gateway.ts';
import { countWaiting } from '../../test/locks.ts';
import { openMerchant } from '../../test/merchant.ts';
import { openPerson } from '../../test/person.ts';
import { until } from '../../test/receiver.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import type { App } from '../app.ts';
import { makeWithdrawal } from './make-withdrawal.ts';
import { findRequest, writeDecision } from './store.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

test('a withdrawal created while a worker gives up its request is reported as made', async (t) => {
  const merchant = await openMerchant(gateway);
  const { environment, accountId } = merchant;
  const agent = await openAgent(t, gateway, merchant);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const id = String((await agent.tool('request_withdrawal', WITHDRAWAL_REQUEST)).content['id']);
  await app.db.begin((tx) => writeDecision(tx, environment.id, id, 'confirm', owner.userId));
  await app.db`
    update withdrawal_requests set decided_at = now() - interval '25 hours' where id = ${id}`;
  const request = await findRequest(app, environment.id, id);
  assert.ok(request);
  const silent: App = { ...app, providerOf: () => silentProvider() };
  let givingUp: Promise<void> | undefined;
  let making: ReturnType<typeof owner.call> | undefined;
  await app.db.begin(async (tx) => {
    await tx`select from withdrawal_requests where id = ${id} for update`;
    // It has seen that the day is over and that no attempt is running, and is about to record it.
    givingUp = makeWithdrawal(silent, { environment, safeMode: false }, request);
    await until(async () => (await countWaiting(app)) === 1);
    making = owner.call(
      'POST',
      `/accounts/${accountId}/test/withdrawal-requests/${id}/confirm`,
      {},
    );
    await until(async () => (await countWaiting(app)) === 2);
  });
  await givingUp;
  const answer = await making;
  const made = await app.db`select id from withdrawals where environment_id = ${environment.id}`;
  assert.deepEqual(made, [{ id: request.withdrawalId }]);
  assert.deepEqual([answer?.body['state'], answer?.body['refusal']], ['MADE', null]);
  const { content } = await agent.tool('get_withdrawal_request', { id });
  assert.deepEqual([content['state'], content['withdrawalId']], ['MADE', request.withdrawalId]);
});
