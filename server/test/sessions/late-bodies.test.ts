import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { updateRole } from '../../src/members/store.ts';
import { testEnvironment } from '../app.ts';
import type { Answer } from '../contract/requests.ts';
import { openGateway } from '../gateway.ts';
import { type HeldBack, holdBack } from '../held-body.ts';
import { openPerson, type Person } from '../person.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app, url } = gateway;

const KEY = { name: 'late', scopes: ['read:balance'] };

const outcomeOf = ({ status, body }: Answer): string =>
  `${String(status)} ${String(body['error'])}`;

function askLate({ cookie }: Person, path: string, body: object): Promise<HeldBack> {
  return holdBack(`${url}/app/api${path}`, { origin: url, cookie }, body);
}

/** Somebody in an account of their own, and their order of a live key there. */
async function openAdmin() {
  const { accountId } = await testEnvironment(app);
  const admin = await openPerson(gateway, { [accountId]: 'admin' });
  return { accountId, admin, late: await askLate(admin, `/accounts/${accountId}/live/keys`, KEY) };
}

describe('a request whose body arrives late', () => {
  test('is refused if the person’s membership ended meanwhile', async () => {
    const { accountId, admin, late } = await openAdmin();
    const owner = await openPerson(gateway, { [accountId]: 'owner' });
    const removed = await owner.call('DELETE', `/accounts/${accountId}/members/${admin.userId}`);
    assert.equal(removed.status, 204, removed.text);
    assert.equal(outcomeOf(await late.send()), '404 not_found');
  });

  test('is refused if the person’s role no longer allows it', async () => {
    const { accountId, admin, late } = await openAdmin();
    await app.db.begin((tx) => updateRole(tx, accountId, admin.userId, 'viewer'));
    assert.equal(outcomeOf(await late.send()), '403 not_permitted');
  });

  test('is refused if the person signed out meanwhile', async () => {
    const { admin, late } = await openAdmin();
    assert.equal((await admin.call('POST', '/sign-out', {})).status, 200);
    assert.equal(outcomeOf(await late.send()), '401 signed_out');
  });

  test('is refused if step-up expired meanwhile', async () => {
    const { admin, late } = await openAdmin();
    await app.db`
      update sessions set verified_at = now() - interval '16 minutes'
      where user_id = ${admin.userId}`;
    assert.equal(outcomeOf(await late.send()), '403 step_up_required');
  });

  test('is refused if the person is no longer an operator', async () => {
    const operator = await openPerson(gateway, {}, { isOperator: true });
    const late = await askLate(operator, '/operator/reconciliation', { reason: 'a drill' });
    await app.db`update users set is_operator = false where id = ${operator.userId}`;
    assert.equal(outcomeOf(await late.send()), '404 not_found');
  });

  test('is executed if nothing changed', async () => {
    const { late } = await openAdmin();
    const made = await late.send();
    assert.equal(made.status, 201, made.text);
  });
});
