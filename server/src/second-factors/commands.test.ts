import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Misuse } from '../cli-options.ts';
import { openGateway } from '../../test/gateway.ts';
import { insertUserWithPassword } from '../../test/sessions/person-with-password.ts';
import { openVisitor, PASSWORD } from '../../test/visitor.ts';
import type { UserId } from '../ids.ts';
import { secondFactorCommands } from './commands.ts';
import { beginTotpSecret, takeStep } from './store.ts';

const gateway = await openGateway(undefined, { worker: false });
const { app } = gateway;
const REASON = 'showed her papers at the shop';

async function turnOff(email: string, reason = REASON) {
  const command = secondFactorCommands['two-steps off'];
  assert.ok(command?.on === 'app');
  return command.run(app, { email, reason }, app.config);
}

/** Somebody who is signed in and whose sign-in asks for codes. */
async function setUp() {
  const email = await insertUserWithPassword(app);
  const visitor = openVisitor(gateway);
  await visitor.call('POST', '/sign-in', { email, password: PASSWORD });
  const [user] = await app.db<{ id: UserId }>`
    select id from users where email = ${email}`;
  assert.ok(user);
  const { id } = user;
  await beginTotpSecret(app.db, app.vault, id, 'JBSWY3DPEHPK3PXP');
  await app.db.begin((tx) => takeStep(tx, id, 1));
  return { email, id, visitor };
}

async function nextOf(email: string): Promise<unknown> {
  const answer = await openVisitor(gateway).call('POST', '/sign-in', { email, password: PASSWORD });
  return answer.body['next'];
}

test('a person who lost phone and recovery codes signs in again once an operator turned codes off', async () => {
  const { email, id, visitor } = await setUp();
  assert.equal(await nextOf(email), 'second_factor');
  const { json } = await turnOff(email.toUpperCase());
  assert.deepEqual(json, { userId: id, email });
  assert.equal(await nextOf(email), 'done');
  // Whoever has the lost phone may be signed in on it.
  assert.equal((await visitor.call('GET', '/me')).status, 401);
  const mails = await app.db`
    select from mails where recipient = ${email} and kind = 'sign_in_changed'`;
  const acts = await app.db`
    select actor_kind, action, reason from audit_entries where subject = ${id}
    and action = 'two-steps off'`;
  assert.equal(mails.length, 1);
  assert.deepEqual(acts, [{ actorKind: 'cli', action: 'two-steps off', reason: REASON }]);
});

test('turning off the codes of nobody, or without a reason, changes nothing', async () => {
  const { email, visitor } = await setUp();
  await assert.rejects(turnOff(email, 'x'), Misuse);
  await assert.rejects(turnOff('nobody@example.com'), /nobody signs in with nobody@example.com/);
  const without = await insertUserWithPassword(app);
  await assert.rejects(turnOff(without), /is not asked for codes/);
  assert.equal(await nextOf(email), 'second_factor');
  assert.equal((await visitor.call('GET', '/me')).status, 200);
});
