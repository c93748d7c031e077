import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { verifyChain } from '../../src/audits/verify-chain.ts';
import { newId } from '../../src/ids.ts';
import { readSafeMode } from '../../src/installations/store.ts';
import { isObject } from '../../src/platform/json.ts';
import { raiseAlert } from '../../src/operator-alerts/store.ts';
import { testEnvironment } from '../app.ts';
import { openGateway } from '../gateway.ts';
import { openPerson, type Person } from '../person.ts';
import { sessionReference } from '../sessions/ask-session.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;
const REASON = 'asked for by the owner';

let operator: Person;
before(async () => {
  operator = await openPerson(gateway, {}, { isOperator: true });
});

/** Every operation that belongs to operators and needs a reason. */
const ACTS = sessionReference.operations.filter(
  ({ method, path, content }) =>
    content['x-person'] === 'operator' && method !== 'GET' && !path.endsWith('/verify'),
);

async function lastAct(): Promise<Record<string, unknown> | undefined> {
  const { body } = await operator.call('GET', '/operator/audit?limit=1');
  assert.ok(Array.isArray(body['data']));
  // Each entry is an object.
  return body['data'][0] as Record<string, unknown> | undefined;
}

async function countActs(): Promise<number> {
  return (await verifyChain(app.db)).entries;
}

test('every act without a valid reason is refused with its own message, and leaves no entry', async () => {
  const before = await countActs();
  assert.ok(ACTS.length >= 5);
  for (const { method, path } of ACTS) {
    for (const body of [{}, { reason: ' x ' }, { reason: 5 }, { reason: 'x'.repeat(501) }]) {
      const own = path.replace('/app/api', '').replace('{id}', '1');
      const { status, text } = await operator.call(method, own, body);
      assert.equal(status, 400, path);
      assert.match(text, /registro de auditoria/);
    }
  }
  assert.equal(await countActs(), before);
});

test('the operator role takes effect with the commit that grants or revokes it', async () => {
  const person = await openPerson(gateway);
  const queues = async () => (await person.call('GET', '/operator/queues')).status;
  const set = (is: boolean) =>
    app.db`update users set is_operator = ${is} where id = ${person.userId}`;
  assert.equal(await queues(), 404);
  await set(true);
  assert.equal(await queues(), 200);
  await set(false);
  assert.equal(await queues(), 404);
});

test('an account can be found, read and changed, and the log says who changed what and why', async () => {
  const { accountId } = await testEnvironment(app);
  const member = await openPerson(gateway, { [accountId]: 'developer' });
  const found = await operator.call('GET', `/operator/accounts?q=${accountId}`);
  assert.ok(Array.isArray(found.body['data']), found.text);
  assert.equal(found.body['data'].length, 1);
  const path = `/operator/accounts/${accountId}`;
  const order = {
    mode: 'live',
    depositsEnabled: false,
    moneyRate: 7,
    name: 'Loja',
    reason: REASON,
  };
  const set = await operator.call('PATCH', path, order);
  assert.equal(set.status, 200, set.text);
  const read = await operator.call('GET', path);
  assert.deepEqual(read.body, set.body);
  const { live, test: other, members, name } = read.body as Record<string, Record<string, unknown>>;
  assert.deepEqual(
    [live?.['depositsEnabled'], live?.['moneyRate'], other?.['depositsEnabled'], name],
    [false, 7, true, 'Loja'],
  );
  assert.deepEqual(members, [{ userId: member.userId, email: member.email, role: 'developer' }]);
  const act = await lastAct();
  assert.deepEqual(
    [act?.['action'], act?.['subject'], act?.['mode'], act?.['reason'], act?.['details']],
    [
      'changeAnyAccount',
      accountId,
      'live',
      REASON,
      { name: 'changed', depositsEnabled: false, moneyRate: 7 },
    ],
  );
  assert.deepEqual(act?.['actor'], {
    kind: 'operator',
    id: operator.userId,
    label: operator.email,
  });
});

test('an invalid change is refused with its reason, changes nothing and leaves no entry', async () => {
  const { accountId } = await testEnvironment(app);
  const path = `/operator/accounts/${accountId}`;
  const before = [await countActs(), (await operator.call('GET', path)).text];
  for (const [order, why] of [
    [{ depositFeeBasisPoints: 0, depositFeeFixedCents: 0, readRate: 3 }, /não cobriria/],
    [{ mode: 'live', withdrawalFeeFixedCents: 1 }, /não divide saques/],
    [{ website: 'http://x.example' }, /https/],
    [{ moneyRate: 0 }, /moneyRate/],
  ] as const) {
    const { status, text } = await operator.call('PATCH', path, { ...order, reason: REASON });
    assert.equal(status, 400, text);
    assert.match(text, why);
  }
  const unknown = `/operator/accounts/${newId('acc')}`;
  assert.equal((await operator.call('PATCH', unknown, { reason: REASON })).status, 404);
  assert.equal((await operator.call('GET', unknown)).status, 404);
  assert.deepEqual([await countActs(), (await operator.call('GET', path)).text], before);
});

test('safe mode is turned on and off with a reason, which the log keeps', async () => {
  const on = await operator.call('PUT', '/operator/safe-mode', { isOn: true, reason: REASON });
  assert.deepEqual([on.status, on.body['isOn'], on.body['reason']], [200, true, REASON], on.text);
  assert.equal((await readSafeMode(app.db)).on, true);
  const off = await operator.call('PUT', '/operator/safe-mode', { isOn: false, reason: 'over it' });
  assert.deepEqual([off.body['isOn'], off.body['reason']], [false, null]);
  assert.deepEqual((await operator.call('GET', '/operator/safe-mode')).body, off.body);
  assert.equal((await lastAct())?.['reason'], 'over it');
});

test('queues, provider, reconciliation, orphans and alerts can be read', async () => {
  for (const path of ['queues', 'provider', 'reconciliation', 'orphans', 'alerts?all=true']) {
    const { status, text } = await operator.call('GET', `/operator/${path}`);
    assert.equal(status, 200, `${path}: ${text}`);
  }
});

test('the console and the metrics show the result of each sweep’s last pass', async () => {
  const pass = crypto.randomUUID();
  const { environment } = await testEnvironment(app, 'live');
  await app.db`
    insert into reconciliation_sweeps (connection, sweep, last_pass, due_at)
    values ('live', 'two_days', ${pass}, now() + interval '1 day')`;
  await app.db`
    insert into reconciliation_results (environment_id, id, sweep, pass, since, until, began_at,
      created_at, compared, matched, missing_at_provider, missing_on_chain, amount_differs, waiting)
    values (${environment.id}, ${newId('rec')}, 'two_days', ${pass}, now(), now(), now(), now(), 9,
      4, 0, 2, 0, 3)`;
  const { body } = await operator.call('GET', '/operator/reconciliation');
  const sweeps: unknown[] = Array.isArray(body['sweeps']) ? body['sweeps'] : [];
  const [live] = sweeps.filter(isObject).filter(({ connection }) => connection === 'live');
  assert.deepEqual(live?.['outcomes'], {
    ...{ matched: 4, missingAtProvider: 0, missingOnChain: 2, amountDiffers: 0, waiting: 3 },
  });
  assert.match(String(live?.['finishedAt']), /^2.*Z$/);
  const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
  const name = 'ponte_reconciliation_last_result{connection="live",sweep="two_days"';
  assert.ok(metrics.includes(`${name},outcome="missingOnChain"} 2`));
});

test('an alert names its account and mode, if they are known', async () => {
  const { environment, accountId } = await testEnvironment(app, 'live');
  const known = newId('dep');
  const unknown = `live /deposit ${newId('dep')}`;
  const kind = 'charge_denied';
  await raiseAlert(app.db, app, { environmentId: environment.id, kind, subject: known });
  await raiseAlert(app.db, app, { environmentId: null, kind, subject: unknown });
  const { body } = await operator.call('GET', '/operator/alerts');
  const all: unknown[] = Array.isArray(body['data']) ? body['data'] : [];
  const accountOf = (subject: string) =>
    all.filter(isObject).find((one) => one['subject'] === subject)?.['account'];
  const account = accountOf(known);
  assert.ok(isObject(account));
  assert.deepEqual([account['id'], account['mode']], [accountId, 'live']);
  assert.match(String(account['email']), /@/);
  assert.equal(accountOf(unknown), null);
});

test('two operators can close one alert concurrently, and an unknown alert is not found', async () => {
  const subject = `live /deposit ${newId('dep')}`;
  await raiseAlert(app.db, app, { environmentId: null, kind: 'nonsense_answer', subject });
  const { body } = await operator.call('GET', '/operator/alerts');
  assert.ok(Array.isArray(body['data']));
  const all: unknown[] = body['data'];
  const alert = all.filter(isObject).find((one) => one['subject'] === subject);
  const path = `/operator/alerts/${String(alert?.['id'])}`;
  const assign = { depositId: newId('dep'), reason: REASON };
  const refused = await operator.call('POST', `${path}/assign`, assign);
  assert.deepEqual([refused.status, refused.body['error']], [409, 'invalid_state'], refused.text);
  const odd = { depositId: `${newId('dep')}\u0000`, reason: REASON };
  const { status: oddStatus, body: oddBody } = await operator.call('POST', `${path}/assign`, odd);
  assert.deepEqual([oddStatus, oddBody['error']], [400, 'invalid_request']);
  const close = () => operator.call('POST', `${path}/close`, { reason: REASON });
  const [one, other] = await Promise.all([close(), close()]);
  assert.deepEqual([one.status, other.status], [200, 200], one.text);
  for (const id of ['999999999', 'x', '0', '-1', '1e3']) {
    const { status } = await operator.call('POST', `/operator/alerts/${id}/close`, {
      reason: REASON,
    });
    assert.equal(status, 404, id);
  }
});

test('a reconciliation can be requested for up to 90 days back', async () => {
  const run = (since: string) =>
    operator.call('POST', '/operator/reconciliation', { since, reason: REASON });
  const { status, body } = await run('7d');
  assert.equal(status, 202);
  assert.equal(typeof body['connections'], 'number');
  assert.deepEqual((await lastAct())?.['details'], {
    since: '7d',
    connections: body['connections'],
  });
  for (const since of ['91d', 'yesterday', '2099-01-01', '']) {
    assert.equal((await run(since)).status, 400, since);
  }
});
