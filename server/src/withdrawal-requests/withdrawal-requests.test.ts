import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type Agent, capsOf, openAgent, WITHDRAWAL_REQUEST } from '../../test/agents.ts';
import { openGateway, openNode } from '../../test/gateway.ts';
import { type Merchant, openMerchant } from '../../test/merchant.ts';
import { wholeTurn } from '../../test/patient-bulkhead.ts';
import { openPerson, type Person } from '../../test/person.ts';
import { silentProvider } from '../../test/silent-provider.ts';
import { REHEARSED_TAX_ID } from '../pix/tax-id.ts';
import type { App } from '../app.ts';
import { unknownOutcome } from '../provider/port.ts';
import { readBooks } from '../sandbox/control.ts';
import { withdrawalRequestJobs } from './jobs.ts';
import { writeDecision } from './store.ts';

const gateway = await openGateway(undefined, { worker: false });
const node = await openNode(gateway);
const { app } = gateway;

interface Scene {
  readonly merchant: Merchant;
  readonly agent: Agent;
  readonly owner: Person;
  /** The id of the agent's request. */
  readonly id: string;
  readonly path: string;
}

async function openScene(t: TestContext, order: object = {}): Promise<Scene> {
  const merchant = await openMerchant(gateway);
  const caps = capsOf(600_000, 10_000_000);
  const agent = await openAgent(t, gateway, merchant, { caps });
  const owner = await openPerson(gateway, { [merchant.accountId]: 'owner' });
  const { isError, content } = await agent.tool('request_withdrawal', {
    ...WITHDRAWAL_REQUEST,
    ...order,
  });
  assert.equal(isError, false, JSON.stringify(content));
  const id = String(content['id']);
  const path = `/accounts/${merchant.accountId}/test/withdrawal-requests/${id}`;
  return { merchant, agent, owner, id, path };
}

/** How many payouts the provider has made for this merchant. */
async function payoutsOf({ merchant }: Scene): Promise<number> {
  const { withdrawals } = await readBooks(gateway.sandbox, merchant.environment.id);
  return withdrawals.length;
}

/** Runs the worker's turn at which the confirmed request is due: ten minutes later at most. */
async function takeTurn({ merchant }: Scene, turning: App = app): Promise<void> {
  await app.db`
    update withdrawal_requests set due_at = due_at - interval '10 minutes'
    where environment_id = ${merchant.environment.id} and state = 'CONFIRMED'`;
  for (const job of withdrawalRequestJobs(turning)) await wholeTurn(job);
}

async function stateOf({ agent, id }: Scene): Promise<unknown> {
  return (await agent.tool('get_withdrawal_request', { id })).content['state'];
}

test('a withdrawal requested by an agent is made once a person confirms it, and can be followed', async (t) => {
  const scene = await openScene(t);
  const { agent, owner, merchant, path, id } = scene;
  const before = await agent.tool('get_withdrawal_request', { id });
  assert.equal(before.content['state'], 'WAITING');
  assert.equal(before.content['withdrawalId'], null);
  assert.doesNotMatch(JSON.stringify(before.content), /maria|123456/);
  assert.equal(await payoutsOf(scene), 0);
  const shown = await owner.call('GET', path);
  assert.equal(shown.body['pixKey'], 'maria@example.com');
  assert.equal(shown.body['reason'], WITHDRAWAL_REQUEST.reason);
  assert.deepEqual(shown.body['agent'], { keyId: agent.keyId, name: 'assistente' });
  const confirmed = await owner.call('POST', `${path}/confirm`, {});
  assert.equal(confirmed.status, 200, confirmed.text);
  assert.deepEqual([confirmed.body['state'], confirmed.body['decidedBy']], ['MADE', owner.email]);
  const after = await agent.tool('get_withdrawal_request', { id });
  const withdrawalId = after.content['withdrawalId'];
  assert.equal(withdrawalId, confirmed.body['withdrawalId']);
  const made = await agent.tool('get_withdrawal', { id: withdrawalId });
  assert.deepEqual([made.content['status'], made.content['amountCents']], ['PENDING', 5_000]);
  assert.equal((await merchant.list('/v1/api/transactions')).length, 1);
});

test('a withdrawal requested by an agent is not repeated by a retry, and hidden from other agents', async (t) => {
  const { agent, merchant, id } = await openScene(t);
  const again = await agent.tool('request_withdrawal', WITHDRAWAL_REQUEST);
  assert.deepEqual([again.content['id'], again.content['replayed']], [id, true]);
  const other = await openAgent(t, gateway, merchant);
  const hidden = await other.tool('get_withdrawal_request', { id });
  assert.equal(hidden.content['error'], 'not_found');
  assert.deepEqual((await other.tool('list_withdrawal_requests')).content['data'], []);
  const list = await agent.tool('list_withdrawal_requests');
  assert.equal(Array.isArray(list.content['data']) && list.content['data'].length, 1);
});

test('a withdrawal requested by an agent is made once by concurrent confirmations on two nodes', async (t) => {
  const scene = await openScene(t);
  const { merchant, owner, path } = scene;
  const admin = await openPerson(
    { app: node.app, url: node.url },
    { [merchant.accountId]: 'admin' },
  );
  const answers = await Promise.all(
    [owner, admin, owner, admin].map((person) => person.call('POST', `${path}/confirm`, {})),
  );
  for (const { status, text } of answers) assert.equal(status, 200, text);
  await takeTurn(scene);
  assert.equal(await stateOf(scene), 'MADE');
  assert.equal(await payoutsOf(scene), 1);
  const late = await owner.call('POST', `${path}/decline`, {});
  assert.equal(late.body['error'], 'invalid_state');
  const acts = await app.db<{ address: string | null }>`
    select address from audit_entries
    where account_id = ${merchant.accountId} and action = 'confirmWithdrawalRequest'`;
  assert.deepEqual([...acts], [{ address: '127.0.0.1' }]);
});

test('a withdrawal requested by an agent is made once by workers if the confirming process dies', async (t) => {
  const scene = await openScene(t);
  const { merchant, owner, id, path } = scene;
  // What a process leaves that dies right after the decision.
  await app.db.begin((tx) =>
    writeDecision(tx, merchant.environment.id, id, 'confirm', owner.userId),
  );
  assert.equal(await payoutsOf(scene), 0);
  await Promise.all([takeTurn(scene), takeTurn(scene), owner.call('POST', `${path}/confirm`, {})]);
  await takeTurn(scene);
  assert.equal(await stateOf(scene), 'MADE');
  assert.equal(await payoutsOf(scene), 1);
});

test('a withdrawal requested by an agent with an unknown outcome is made later, and only once', async (t) => {
  const scene = await openScene(t, { amountCents: 50_003 });
  const confirmed = await scene.owner.call('POST', `${scene.path}/confirm`, {});
  assert.deepEqual([confirmed.status, confirmed.body['state']], [200, 'CONFIRMED']);
  await takeTurn(scene);
  await takeTurn(scene);
  assert.equal(await stateOf(scene), 'MADE');
  // The payout of the lost answer is an orphan: its address was never shown.
  assert.equal((await scene.merchant.list('/v1/api/transactions')).length, 1);
});

test('a withdrawal requested by an agent that the provider never makes is retried for a day', async (t) => {
  const scene = await openScene(t);
  const { merchant, owner, id } = scene;
  const environmentId = merchant.environment.id;
  await app.db.begin((tx) => writeDecision(tx, environmentId, id, 'confirm', owner.userId));
  let calls = 0;
  const silent: App = {
    ...app,
    providerOf: () =>
      silentProvider({
        createPayout: () => {
          calls += 1;
          return Promise.reject(unknownOutcome());
        },
      }),
  };
  const turnAfter = async (hours: number): Promise<number | undefined> => {
    await app.db`
      update withdrawal_requests set decided_at = now() - ${hours} * interval '1 hour'
      where environment_id = ${environmentId}`;
    await takeTurn(scene, silent);
    const [row] = await app.db<{ seconds: number }>`
      select extract(epoch from due_at - now())::float8 as seconds from withdrawal_requests
      where environment_id = ${environmentId} and state = 'CONFIRMED'`;
    return row && Math.ceil(row.seconds / 30) * 30;
  };
  assert.deepEqual([await turnAfter(0), await turnAfter(0.1), await turnAfter(23)], [30, 180, 600]);
  // A worker whose own clock is a day ahead does not give it up.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 25 * 3_600_000 });
  assert.equal(await turnAfter(1), 600);
  t.mock.timers.reset();
  const turnTo = (state: 'running' | 'resting') => app.db`
    update idempotency_keys set state = ${state},
      lease_until = case when ${state} = 'running' then now() + interval '30 seconds' end
    where environment_id = ${environmentId}`;
  // The holder of the lease may be about to make the withdrawal.
  await turnTo('running');
  assert.equal(await turnAfter(25), 600);
  await turnTo('resting');
  assert.equal(await turnAfter(25), undefined);
  assert.equal(await stateOf(scene), 'REFUSED');
  assert.equal(calls, 5);
});

test('a withdrawal requested by an agent and refused by the provider ends with the error code', async (t) => {
  const scene = await openScene(t, { taxId: REHEARSED_TAX_ID });
  const { body } = await scene.owner.call('POST', `${scene.path}/confirm`, {});
  assert.deepEqual([body['state'], body['refusal']], ['REFUSED', 'payer_declined']);
  assert.equal(await stateOf(scene), 'REFUSED');
  await takeTurn(scene);
  assert.equal(await payoutsOf(scene), 0);
});

test('a withdrawal requested by an agent expires, and can then not be confirmed', async (t) => {
  const scene = await openScene(t);
  await app.db`
    update withdrawal_requests set expires_at = now()
    where environment_id = ${scene.merchant.environment.id}`;
  assert.equal(await stateOf(scene), 'EXPIRED');
  for (const answer of ['confirm', 'decline']) {
    const { body } = await scene.owner.call('POST', `${scene.path}/${answer}`, {});
    assert.equal(body['error'], 'invalid_state');
  }
  assert.equal(await payoutsOf(scene), 0);
});

test('a withdrawal requested by an agent can be declined, by owners and admins only', async (t) => {
  const scene = await openScene(t);
  const { merchant, owner, path } = scene;
  const { accountId } = merchant;
  const stale = await openPerson(gateway, { [accountId]: 'owner' }, { isFresh: false });
  const viewer = await openPerson(gateway, { [accountId]: 'viewer' });
  const developer = await openPerson(gateway, { [accountId]: 'developer' });
  const stranger = await openPerson(gateway);
  for (const [person, code] of [
    [stale, 'step_up_required'],
    [viewer, 'not_permitted'],
    [developer, 'not_permitted'],
    [stranger, 'not_found'],
  ] as const) {
    assert.equal((await person.call('POST', `${path}/confirm`, {})).body['error'], code);
  }
  assert.equal((await viewer.call('GET', path)).status, 200);
  const list = path.replace(/\/wrq_.*/, '?waiting=true');
  const waiting = await viewer.call('GET', list);
  assert.match(waiting.text, /ma•••@example.com/);
  assert.equal((await owner.call('POST', `${path}/decline`, {})).body['state'], 'DECLINED');
  assert.equal((await owner.call('POST', `${path}/decline`, {})).body['state'], 'DECLINED');
  assert.equal((await owner.call('POST', `${path}/confirm`, {})).body['error'], 'invalid_state');
  assert.deepEqual((await viewer.call('GET', list)).body['data'], []);
  assert.equal(await stateOf(scene), 'DECLINED');
});

test('a withdrawal requested by an agent is mailed to those who may confirm it, and audited', async (t) => {
  const merchant = await openMerchant(gateway);
  const people = await Promise.all(
    (['owner', 'admin', 'viewer'] as const).map((role) =>
      openPerson(gateway, { [merchant.accountId]: role }),
    ),
  );
  const agent = await openAgent(t, gateway, merchant);
  const { content } = await agent.tool('request_withdrawal', WITHDRAWAL_REQUEST);
  const mails = await app.db<{ recipient: string }>`
    select recipient from mails
    where kind = 'withdrawal_requested' and subject = ${content['id']} order by recipient`;
  const [owner, admin] = people.map(({ email }) => email);
  assert.deepEqual(
    mails.map(({ recipient }) => recipient),
    [owner, admin].sort(),
  );
  const acts = await app.db<{ actorId: string; actorKind: string }>`
    select actor_id, actor_kind from audit_entries where subject = ${content['id']}`;
  assert.deepEqual([...acts], [{ actorId: agent.keyId, actorKind: 'key' }]);
});
