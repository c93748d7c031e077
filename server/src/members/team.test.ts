import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { openGateway } from '../../test/gateway.ts';
import { openPerson, type Reply } from '../../test/person.ts';
import { newId } from '../ids.ts';
import { ROLES } from './member.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

const outcomeOf = ({ status, body }: Reply): string => `${String(status)} ${String(body['error'])}`;

test('every member can list the team, and others cannot', async () => {
  const { accountId } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const viewer = await openPerson(gateway, { [accountId]: 'viewer' });
  const { body } = await viewer.call('GET', `/accounts/${accountId}/members`);
  const members = body['data'] as Record<string, unknown>[];
  assert.deepEqual(
    new Set(members.map(({ email, role, isMe }) => [email, role, isMe].join())),
    new Set([`${owner.email},owner,false`, `${viewer.email},viewer,true`]),
  );
  const stranger = await openPerson(gateway);
  const refused = await stranger.call('GET', `/accounts/${accountId}/members`);
  assert.equal(outcomeOf(refused), '404 not_found');
});

test('the pages of a team list each member once', async () => {
  const { accountId } = await testEnvironment(app);
  const reader = await openPerson(gateway, { [accountId]: 'viewer' });
  const others = await Promise.all(
    Array.from({ length: 4 }, () => openPerson(gateway, { [accountId]: 'viewer' })),
  );
  const seen: unknown[] = [];
  let cursor = '';
  do {
    const query = cursor === '' ? '' : `&cursor=${cursor}`;
    const path = `/accounts/${accountId}/members?limit=2${query}`;
    const { body } = await reader.call('GET', path);
    seen.push(...(body['data'] as { id: string }[]).map(({ id }) => id));
    cursor = String(body['nextCursor'] ?? '');
  } while (cursor !== '');
  assert.deepEqual(seen.toSorted(), [reader, ...others].map(({ userId }) => userId).toSorted());
});

test('two owners who concurrently remove each other leave one owner', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { accountId } = await testEnvironment(app);
    const one = await openPerson(gateway, { [accountId]: 'owner' });
    const other = await openPerson(gateway, { [accountId]: 'owner' });
    const path = (userId: string) => `/accounts/${accountId}/members/${userId}`;
    const answers = await Promise.all([
      one.call('DELETE', path(other.userId)),
      other.call('DELETE', path(one.userId)),
      one.call('PATCH', path(one.userId), { role: 'viewer' }),
      other.call('PATCH', path(other.userId), { role: 'viewer' }),
    ]);
    const owners = await app.db`
        select from memberships where account_id = ${accountId} and role = 'owner'`;
    assert.equal(owners.length, 1, answers.map(outcomeOf).join(', '));
  }
});

test('the last owner of a team cannot leave or be demoted', async () => {
  const { accountId } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const path = `/accounts/${accountId}/members/${owner.userId}`;
  assert.equal(outcomeOf(await owner.call('DELETE', path)), '409 last_owner');
  assert.equal(outcomeOf(await owner.call('PATCH', path, { role: 'admin' })), '409 last_owner');
  assert.equal((await owner.call('PATCH', path, { role: 'owner' })).status, 200);
});

test('an admin can neither grant the owner role nor change or remove an owner', async () => {
  const { accountId } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const admin = await openPerson(gateway, { [accountId]: 'admin' });
  const viewer = await openPerson(gateway, { [accountId]: 'viewer' });
  const path = (userId: string) => `/accounts/${accountId}/members/${userId}`;
  for (const [method, userId, body] of [
    ['PATCH', viewer.userId, { role: 'owner' }],
    ['PATCH', admin.userId, { role: 'owner' }],
    ['PATCH', owner.userId, { role: 'viewer' }],
    ['DELETE', owner.userId, undefined],
  ] as const) {
    assert.equal(outcomeOf(await admin.call(method, path(userId), body)), '403 not_permitted');
  }
  const raised = await admin.call('PATCH', path(viewer.userId), { role: 'developer' });
  assert.equal(raised.body['role'], 'developer');
});

test('a member can leave a team after a step-up, and a viewer cannot remove others', async () => {
  const { accountId } = await testEnvironment(app);
  await openPerson(gateway, { [accountId]: 'owner' });
  const stale = await openPerson(gateway, { [accountId]: 'viewer' }, { isFresh: false });
  const viewer = await openPerson(gateway, { [accountId]: 'viewer' });
  const path = (userId: string) => `/accounts/${accountId}/members/${userId}`;
  assert.equal(outcomeOf(await stale.call('DELETE', path(stale.userId))), '403 step_up_required');
  assert.equal(outcomeOf(await viewer.call('DELETE', path(stale.userId))), '403 not_permitted');
  assert.equal(outcomeOf(await viewer.call('DELETE', path(newId('usr')))), '403 not_permitted');
  assert.equal((await viewer.call('DELETE', path(viewer.userId))).status, 204);
  const after = await viewer.call('GET', `/accounts/${accountId}/members`);
  assert.equal(outcomeOf(after), '404 not_found');
});

test('a demoted admin can no longer change roles', async () => {
  const { accountId } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const admin = await openPerson(gateway, { [accountId]: 'admin' });
  const path = (userId: string) => `/accounts/${accountId}/members/${userId}`;
  const viewer = await openPerson(gateway, { [accountId]: 'viewer' });
  const answers = await Promise.all([
    owner.call('PATCH', path(admin.userId), { role: 'viewer' }),
    ...Array.from({ length: 8 }, (_, at) =>
      admin.call('PATCH', path(viewer.userId), { role: ROLES[2 + (at % 2)] }),
    ),
  ]);
  assert.equal(answers[0]?.status, 200);
  const late = await admin.call('PATCH', path(viewer.userId), { role: 'admin' });
  assert.equal(outcomeOf(late), '403 not_permitted');
});

test('a team shows when a member was last seen, also after they sign out', async () => {
  const { accountId } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const viewer = await openPerson(gateway, { [accountId]: 'viewer' });
  assert.equal((await viewer.call('POST', '/sign-out')).status, 200);
  const { body } = await owner.call('GET', `/accounts/${accountId}/members`);
  const members = body['data'] as Record<string, unknown>[];
  const seen = members.find(({ id }) => id === viewer.userId)?.['lastSeenAt'];
  assert.ok(Date.now() - Date.parse(String(seen)) < 60_000, String(seen));
});
