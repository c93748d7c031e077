import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { testEnvironment } from '../../test/app.ts';
import { openGateway } from '../../test/gateway.ts';
import { countWaiting } from '../../test/locks.ts';
import { openPerson, type Person, type Reply } from '../../test/person.ts';
import { until } from '../../test/receiver.ts';
import { newEmail, openVisitor, PASSWORD } from '../../test/visitor.ts';
import { endSessions } from '../sessions/store.ts';
import { lockTeam } from './store.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;

const outcomeOf = ({ status, body }: Reply): string => `${String(status)} ${String(body['error'])}`;
const accept = (person: Person, token: string): Promise<Reply> =>
  person.call('POST', '/invitations/accept', { token });

/** The token, which only the mail contains. */
async function tokenFor(email: string): Promise<string> {
  const [mail] = await app.db<{ facts: string }>`
    select facts from mails where recipient = ${email} and kind = 'invitation'
    order by id desc limit 1`;
  assert.ok(mail, `no mail to ${email}`);
  // The invitation wrote it.
  const { token } = JSON.parse(app.vault.open('mails.facts', mail.facts)) as { token: string };
  return token;
}

/** The invitation that the link in a sign-up's mail contains. */
async function keptInvitation(email: string): Promise<unknown> {
  const [mail] = await app.db<{ facts: string }>`
    select facts from mails where recipient = ${email} and kind = 'confirm_email'`;
  assert.ok(mail, `no mail to ${email}`);
  // The sign-up wrote it.
  const facts = JSON.parse(app.vault.open('mails.facts', mail.facts)) as Record<string, unknown>;
  return facts['invitation'];
}

async function openTeam() {
  const { accountId } = await testEnvironment(app);
  const owner = await openPerson(gateway, { [accountId]: 'owner' });
  const invite = (email: string, role = 'developer', by = owner): Promise<Reply> =>
    by.call('POST', `/accounts/${accountId}/invitations`, { email, role });
  return { accountId, owner, invite };
}

test('a member whose session ends meanwhile cannot invite anybody', async () => {
  const { accountId, owner, invite } = await openTeam();
  const { asked } = await app.db.begin(async (tx) => {
    await lockTeam(tx, accountId);
    const asked = invite(newEmail());
    await until(async () => (await countWaiting(app)) > 0);
    await endSessions(tx, owner.userId);
    return { asked };
  });
  assert.equal(outcomeOf(await asked), '401 signed_out');
});

test('a sign-up keeps an invitation to its own address, and no other', async () => {
  const { invite } = await openTeam();
  const [invited, stranger] = [newEmail(), newEmail()];
  assert.equal((await invite(invited)).status, 201);
  const token = await tokenFor(invited);
  const visitor = openVisitor(gateway);
  for (const email of [invited, stranger]) {
    const order = { email, password: PASSWORD, invitation: token };
    assert.equal((await visitor.call('POST', '/sign-up', order)).status, 202);
  }
  assert.deepEqual(
    [await keptInvitation(invited), await keptInvitation(stranger)],
    [token, undefined],
  );
});

test('an invitation makes the owner of its address a member, once', async () => {
  const { accountId, owner, invite } = await openTeam();
  const ana = await openPerson(gateway);
  const made = await invite(ana.email.toUpperCase());
  assert.equal(made.status, 201, made.text);
  assert.ok(!made.text.includes('token'));
  const token = await tokenFor(ana.email);
  const read = await ana.call('POST', '/invitations/read', { token }, { cookie: '' });
  assert.deepEqual(read.body, {
    accountName: null,
    role: 'developer',
    email: ana.email,
    invitedBy: owner.email,
  });
  const [one, other] = await Promise.all([accept(ana, token), accept(ana, token)]);
  const statuses = [one.status, other.status].toSorted();
  assert.equal(statuses[0], 200);
  assert.ok(statuses[1] === 409 || statuses[1] === 410, String(statuses));
  assert.equal((await ana.call('GET', `/accounts/${accountId}/test/wallets`)).status, 200);
  assert.equal(outcomeOf(await accept(ana, token)), '410 link_expired');
  assert.equal(outcomeOf(await invite(ana.email)), '409 already_member');
});

test('an invitation cannot be accepted by another person with its link', async () => {
  const { accountId, invite } = await openTeam();
  const ana = await openPerson(gateway);
  const thief = await openPerson(gateway);
  await invite(ana.email);
  const token = await tokenFor(ana.email);
  assert.equal(outcomeOf(await accept(thief, token)), '403 not_permitted');
  const refused = await thief.call('GET', `/accounts/${accountId}/members`);
  assert.equal(outcomeOf(refused), '404 not_found');
  assert.equal((await accept(ana, token)).status, 200);
});

test('an expired, revoked, replaced or invented invitation is refused', async () => {
  const { accountId, owner, invite } = await openTeam();
  const ana = await openPerson(gateway);
  await invite(ana.email, 'viewer');
  const replaced = await tokenFor(ana.email);
  const { body } = await invite(ana.email, 'developer');
  const token = await tokenFor(ana.email);
  assert.equal(outcomeOf(await accept(ana, replaced)), '410 link_expired');
  assert.equal(await open(accountId), 1);
  await app.db`
      update invitations set created_at = created_at - interval '7 days',
        expires_at = expires_at - interval '7 days' where id = ${String(body['id'])}`;
  assert.equal(outcomeOf(await accept(ana, token)), '410 link_expired');
  const again = await invite(ana.email);
  const fresh = await tokenFor(ana.email);
  const path = `/accounts/${accountId}/invitations/${String(again.body['id'])}`;
  assert.equal((await owner.call('DELETE', path)).status, 204);
  assert.equal(outcomeOf(await owner.call('DELETE', path)), '404 not_found');
  assert.equal(outcomeOf(await accept(ana, fresh)), '410 link_expired');
  const madeUp = randomBytes(32).toString('base64url');
  assert.equal(outcomeOf(await accept(ana, madeUp)), '410 link_expired');
});

test('an invitation by a former admin is refused', async () => {
  const { accountId, owner, invite } = await openTeam();
  const admin = await openPerson(gateway, { [accountId]: 'admin' });
  const ana = await openPerson(gateway);
  await invite(ana.email, 'viewer', admin);
  const token = await tokenFor(ana.email);
  const path = `/accounts/${accountId}/members/${admin.userId}`;
  const read = (): Promise<Reply> => ana.call('POST', '/invitations/read', { token });
  assert.equal((await read()).body['role'], 'viewer');
  await owner.call('PATCH', path, { role: 'developer' });
  assert.equal(outcomeOf(await read()), '410 link_expired');
  assert.equal(outcomeOf(await accept(ana, token)), '410 link_expired');
  await owner.call('DELETE', path);
  assert.equal(outcomeOf(await read()), '410 link_expired');
  assert.equal(outcomeOf(await accept(ana, token)), '410 link_expired');
});

test('an invitation to be an owner is refused once its sender is only an admin', async () => {
  const { accountId, owner, invite } = await openTeam();
  const other = await openPerson(gateway, { [accountId]: 'owner' });
  const ana = await openPerson(gateway);
  await invite(ana.email, 'owner', other);
  const token = await tokenFor(ana.email);
  await owner.call('PATCH', `/accounts/${accountId}/members/${other.userId}`, { role: 'admin' });
  assert.equal(outcomeOf(await accept(ana, token)), '410 link_expired');
});

test('the audit log says who accepted an invitation, and with which role', async () => {
  const { accountId, owner, invite } = await openTeam();
  const ana = await openPerson(gateway);
  const { body } = await invite(ana.email, 'viewer');
  await accept(ana, await tokenFor(ana.email));
  const { body: audit } = await owner.call('GET', `/accounts/${accountId}/audit`);
  const [newest] = audit['data'] as Record<string, unknown>[];
  assert.partialDeepStrictEqual(newest, {
    action: 'acceptInvitation',
    actor: { label: ana.email },
    subject: body['id'],
    details: { role: 'viewer' },
  });
});

test("an invitation needs a valid address that is not a member's, and a role not above the inviter's", async () => {
  const { accountId, owner, invite } = await openTeam();
  const admin = await openPerson(gateway, { [accountId]: 'admin' });
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  assert.equal(outcomeOf(await invite(email, 'owner', admin)), '403 not_permitted');
  assert.equal(outcomeOf(await invite('ana', 'viewer')), '400 invalid_email');
  assert.equal(outcomeOf(await invite(owner.email, 'viewer')), '409 already_member');
});

test('invitations are limited to thirty a day, also under concurrency', async () => {
  const { owner, invite } = await openTeam();
  const other = () => invite(`${randomBytes(6).toString('hex')}@example.com`);
  const answers = await Promise.all(Array.from({ length: 36 }, other));
  const sent = answers.filter(({ status }) => status === 201).length;
  const refused = answers.filter(({ status }) => status === 429).length;
  assert.deepEqual([sent, refused], [30, 6]);
  const mails = await app.db`
      select from mails where kind = 'invitation' and subject in (
        select id from invitations where invited_by = ${owner.userId})`;
  assert.equal(mails.length, 30);
});

test('concurrent invitations of one address leave one open', async () => {
  const { accountId, invite } = await openTeam();
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const answers = await Promise.all(Array.from({ length: 6 }, () => invite(email)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(await open(accountId), 1);
  const [row] = await app.db<{ facts: string }>`
      select string_agg(t::text, ' ') as facts from (
        select * from invitations where account_id = ${accountId}) t`;
  assert.ok(!row?.facts.includes(await tokenFor(email)), 'only a hash of the token is kept');
});

async function open(accountId: string): Promise<number> {
  const rows = await app.db`
    select from invitations where account_id = ${accountId} and ended_at is null`;
  return rows.length;
}
