import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TestTenant, testEnvironment } from '../../test/app.ts';
import { openGateway } from '../../test/gateway.ts';
import { PAYER, STRANGER } from '../../test/merchant.ts';
import { openPerson, type Reply } from '../../test/person.ts';
import { storedDeposit } from '../../test/deposits.ts';
import { storedReversal } from '../../test/reversals.ts';
import type { ReversalKind } from './reversal.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;
const NAME = 'Maria Souza';
const codeOf = ({ status, body }: Reply): string => `${String(status)} ${String(body['error'])}`;

async function reverse(
  { environment }: TestTenant,
  kind: ReversalKind,
  disputed = true,
): Promise<string> {
  const { id } = await storedDeposit(app, { environment });
  const divergent = kind === 'estorno';
  const change = { kind, disputed, divergent, payerName: NAME, payerTaxId: STRANGER };
  return storedReversal(app, environment.id, id, change);
}

async function openDesk() {
  const tenant = await testEnvironment(app);
  const path = `/accounts/${tenant.accountId}/test/alerts`;
  const person = await openPerson(gateway, { [tenant.accountId]: 'developer' });
  const list = async (query = ''): Promise<Record<string, unknown>[]> => {
    const { body } = await person.call('GET', path + query);
    return body['data'] as Record<string, unknown>[];
  };
  return { tenant, path, person, list };
}

test('an alert masks personal data until an authorized member reveals it', async () => {
  const { tenant, path, person } = await openDesk();
  const id = await reverse(tenant, 'estorno');
  const viewer = await openPerson(gateway, { [tenant.accountId]: 'viewer' });
  const list = await viewer.call('GET', path);
  for (const secret of [NAME, 'Maria', PAYER, STRANGER]) assert.ok(!list.text.includes(secret));
  const [shown] = list.body['data'] as Record<string, unknown>[];
  assert.deepEqual(
    [shown?.['payerName'], shown?.['cpfReal'], shown?.['cpfRequisitado']],
    ['M*** S***', '***.444.777-**', '***.456.789-**'],
  );
  for (const what of ['reveal', 'evidence']) {
    const method = what === 'reveal' ? 'POST' : 'GET';
    assert.equal(codeOf(await viewer.call(method, `${path}/${id}/${what}`)), '403 not_permitted');
    const isFresh = false;
    const stale = await openPerson(gateway, { [tenant.accountId]: 'owner' }, { isFresh });
    const refused = await stale.call(method, `${path}/${id}/${what}`);
    assert.equal(codeOf(refused), '403 step_up_required');
  }
  const revealed = await person.call('POST', `${path}/${id}/reveal`);
  const whole = { payerName: NAME, cpfReal: STRANGER, cpfRequisitado: PAYER };
  assert.deepEqual(revealed.body, whole);
  const acts = await app.db<{ actorLabel: string }>`
      select actor_label from audit_entries where action = 'revealAlert' and subject = ${id}`;
  assert.deepEqual(acts, [{ actorLabel: person.email }]);
});

test('nothing is revealed while the audit entry cannot be written', async () => {
  const { tenant, path, person } = await openDesk();
  const id = await reverse(tenant, 'estorno');
  await app.db`alter table audit_head rename to audit_head_away`;
  try {
    const { status, text } = await person.call('POST', `${path}/${id}/reveal`);
    assert.equal(status, 500);
    assert.ok(!text.includes(STRANGER));
  } finally {
    await app.db`alter table audit_head_away rename to audit_head`;
  }
  assert.equal((await person.call('POST', `${path}/${id}/reveal`)).status, 200);
});

test('unseen alerts are counted per kind, and an alert can be marked as unseen again', async () => {
  const { tenant, path, person, list } = await openDesk();
  const [med, other, estorno] = [
    await reverse(tenant, 'med'),
    await reverse(tenant, 'med'),
    await reverse(tenant, 'estorno'),
  ];
  const count = async () => (await person.call('GET', `${path}/count`)).body;
  assert.deepEqual(await count(), { med: 2, estorno: 1 });
  const marked = await person.call('PATCH', `${path}/${med}`, { isSeen: true });
  assert.equal(marked.body['isSeen'], true);
  assert.deepEqual(await count(), { med: 1, estorno: 1 });
  const ids = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id);
  assert.deepEqual(ids(await list('?seen=false')), [estorno, other]);
  assert.deepEqual(ids(await list('?seen=true')), [med]);
  assert.deepEqual(ids(await list('?tipo=med&seen=false')), [other]);
  assert.deepEqual(ids(await list('?tipo=med')), [other, med]);
  await person.call('PATCH', `${path}/${med}`, { isSeen: false });
  assert.deepEqual(await count(), { med: 2, estorno: 1 });
});

test('an alert shows whether it is disputed, and the list of the API has no such field', async () => {
  const { tenant, list } = await openDesk();
  const [held, disputed] = [await reverse(tenant, 'med', false), await reverse(tenant, 'med')];
  assert.deepEqual(
    (await list('?tipo=med')).map(({ id, isDisputed }) => [id, isDisputed]),
    [
      [disputed, true],
      [held, false],
    ],
  );
  const answer = await fetch(`${gateway.url}/v1/api/meds`, {
    headers: { authorization: `Bearer ${tenant.key}` },
  });
  const { alerts } = (await answer.json()) as { alerts: object[] };
  assert.equal(alerts.length, 2);
  for (const alert of alerts) assert.ok(!('isDisputed' in alert) && !('disputed' in alert));
});

test('notes of members are stored encrypted, and listed newest first', async () => {
  const { tenant, path, person, list } = await openDesk();
  const id = await reverse(tenant, 'med');
  const words = ['Pedido 4711 entregue.', 'Comprovante de Maria\nguardado.'];
  for (const text of words) {
    const noted = await person.call('POST', `${path}/${id}/notes`, { text });
    assert.equal(noted.status, 201, noted.text);
  }
  const [alert] = await list();
  const notes = alert?.['notes'] as Record<string, unknown>[];
  assert.deepEqual(
    notes.map(({ text, writtenBy }) => [text, writtenBy]),
    words.toReversed().map((text) => [text, person.email]),
  );
  const [kept] = await app.db<{ text: string }>`
      select string_agg(t::text, ' ') as text from reversal_notes t
      where environment_id = ${tenant.environment.id}`;
  assert.ok(!kept?.text.includes('Maria'));
});
