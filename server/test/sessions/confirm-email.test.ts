import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESSES } from '../../src/attempts/attempt.ts';
import { tryOnce } from '../../src/attempts/count-attempt.ts';
import { openAccount } from '../../src/users/open-account.ts';
import { openGateway } from '../gateway.ts';
import { countWaiting } from '../locks.ts';
import { until } from '../receiver.ts';
import { linkToken, newEmail, openVisitor, PASSWORD, signUpWhole } from '../visitor.ts';

const gateway = await openGateway(undefined, {
  worker: false,
  env: { PONTE_TRUSTED_PROXIES: 'loopback' },
});
const { app } = gateway;

const COOKIE = 'ponte_session';
const CONFIRM = /^Confirme seu e-mail$/;

async function accountsOf(email: string): Promise<number> {
  return (await app.db`select from accounts where email = ${email}`).length;
}

async function usersOf(email: string): Promise<number> {
  return (await app.db`select from users where email = ${email}`).length;
}

test('in another browser the link needs the password to create the account and sign in', async () => {
  const visitor = openVisitor(gateway);
  const email = newEmail();
  await visitor.call('POST', '/sign-up', { email, password: PASSWORD, accountName: 'Loja' });
  const elsewhere = openVisitor(gateway);
  const token = await linkToken(gateway, email, CONFIRM);
  for (let opened = 0; opened < 2; opened += 1) {
    const asked = await elsewhere.call('POST', '/confirm-email', { token });
    const needed = { signedIn: false, needsPassword: true, email };
    assert.deepEqual([asked.status, asked.body], [200, needed]);
  }
  assert.deepEqual(elsewhere.setCookies, []);
  assert.deepEqual([await accountsOf(email), await usersOf(email)], [0, 0]);
  const fixed = 'a'.repeat(43);
  elsewhere.cookies.set(COOKIE, fixed);
  const confirmed = await elsewhere.call('POST', '/confirm-email', { token, password: PASSWORD });
  const signedIn = { signedIn: true, needsPassword: false, email };
  assert.deepEqual([confirmed.status, confirmed.body], [200, signedIn]);
  assert.notEqual(elsewhere.cookies.get(COOKIE), fixed);
  const me = await elsewhere.call('GET', '/me');
  assert.equal(me.status, 200, me.text);
  assert.ok((me.body['session'] as { verifiedUntil: string | null }).verifiedUntil);
  const again = await elsewhere.call('POST', '/confirm-email', { token, password: PASSWORD });
  assert.deepEqual([again.status, again.body['error']], [410, 'link_expired']);
});

test('a link opened in the browser of the sign-up is a step-up only soon after it', async () => {
  for (const [typed, isFresh] of [
    ['14 minutes ago', true],
    ['16 minutes ago', false],
    // Recorded before the clock was set back.
    ['2 minutes', false],
  ] as const) {
    const visitor = openVisitor(gateway);
    const email = newEmail();
    await visitor.call('POST', '/sign-up', { email, password: PASSWORD });
    await app.db`
      update sign_ups set typed_at = now() + ${typed}::interval where email = ${email}`;
    const token = await linkToken(gateway, email, CONFIRM);
    assert.equal((await visitor.call('POST', '/confirm-email', { token })).status, 200);
    const { body } = await visitor.call('GET', '/me');
    const { verifiedUntil } = body['session'] as { verifiedUntil: string | null };
    assert.equal(verifiedUntil !== null, isFresh, typed);
  }
});

test('confirming by link ends the previous session of the same browser', async () => {
  const visitor = await signUpWhole(gateway);
  const former = openVisitor(gateway);
  former.cookies.set(COOKIE, visitor.cookies.get(COOKIE) ?? '');
  assert.equal((await former.call('GET', '/me')).status, 200);
  const email = newEmail();
  await visitor.call('POST', '/sign-up', { email, password: PASSWORD });
  const token = await linkToken(gateway, email, CONFIRM);
  const refused = await visitor.call('POST', '/confirm-email', { token: 'a'.repeat(43) });
  assert.deepEqual([refused.status, (await former.call('GET', '/me')).status], [410, 200]);
  const confirmed = await visitor.call('POST', '/confirm-email', { token });
  assert.deepEqual([confirmed.status, confirmed.body['signedIn']], [200, true]);
  assert.equal((await visitor.call('GET', '/me')).status, 200);
  assert.equal((await former.call('GET', '/me')).status, 401);
});

test('the owner of an address does not confirm another person’s sign-up by clicking its link', async () => {
  const [stranger, owner] = [openVisitor(gateway), openVisitor(gateway)];
  const email = newEmail();
  const password = 'password of a stranger';
  await stranger.call('POST', '/sign-up', { email, password });
  const token = await linkToken(gateway, email, CONFIRM);
  // Another sign-up makes the owner's own browser no longer the right one.
  await owner.call('POST', '/sign-up', { email: newEmail(), password: PASSWORD });
  const clicked = await owner.call('POST', '/confirm-email', { token });
  assert.deepEqual([clicked.status, clicked.body['needsPassword']], [200, true]);
  const tried = await owner.call('POST', '/confirm-email', { token, password: PASSWORD });
  assert.deepEqual([tried.status, tried.body['error']], [401, 'invalid_credentials']);
  const stolen = await stranger.call('POST', '/sign-in', { email, password });
  assert.deepEqual([stolen.status, stolen.body], [200, { next: 'confirm_email' }]);
  assert.equal((await stranger.call('GET', '/me')).status, 401);
  assert.deepEqual([await accountsOf(email), await usersOf(email)], [0, 0]);
  await owner.call('POST', '/sign-up', { email, password: PASSWORD });
  await app.db`update mails set created_at = created_at - interval '1 minute'
    where recipient = ${email} and created_at < (
      select max(created_at) from mails where recipient = ${email})`;
  const own = await linkToken(gateway, email, CONFIRM);
  const confirmed = await owner.call('POST', '/confirm-email', { token: own });
  assert.equal(confirmed.body['signedIn'], true);
  assert.equal((await stranger.call('POST', '/sign-in', { email, password })).status, 401);
});

test('of forty concurrent guesses by link and sign-in ten are checked, and none uses up the link', async () => {
  const visitor = openVisitor(gateway);
  const email = newEmail();
  await visitor.call('POST', '/sign-up', { email, password: PASSWORD });
  const token = await linkToken(gateway, email, CONFIRM);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const password = `not the password ${String(index)}`;
      const guesser = openVisitor(gateway, `198.51.100.${String(index)}`);
      return index % 4 === 0
        ? guesser.call('POST', '/sign-in', { email, password })
        : guesser.call('POST', '/confirm-email', { token, password });
    }),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array<number>(10).fill(401), ...Array<number>(30).fill(429)]);
  const held = await openVisitor(gateway).call('POST', '/confirm-email', {
    token,
    password: PASSWORD,
  });
  assert.deepEqual([held.status, held.body['error']], [429, 'rate_limited']);
  assert.equal(await accountsOf(email), 0);
  // The hold applies to whoever guesses, not to the browser that signed up.
  const confirmed = await visitor.call('POST', '/confirm-email', { token });
  assert.equal(confirmed.body['signedIn'], true);
});

test('password guesses with a sign-up link count towards the limit of the network', async () => {
  const from = '203.0.113.7';
  const tokens: string[] = [];
  for (let signedUp = 0; signedUp < 2; signedUp += 1) {
    const email = newEmail();
    await openVisitor(gateway).call('POST', '/sign-up', { email, password: PASSWORD });
    tokens.push(await linkToken(gateway, email, CONFIRM));
  }
  await app.db.begin(async (tx) => {
    for (let tried = 1; tried < ADDRESSES.most; tried += 1) {
      await tryOnce(tx, app, `from ${from}`, ADDRESSES);
    }
  });
  const statuses: number[] = [];
  for (const token of tokens) {
    const guess = { token, password: 'not the password' };
    statuses.push((await openVisitor(gateway, from).call('POST', '/confirm-email', guess)).status);
  }
  assert.deepEqual(statuses, [401, 429]);
});

test('of five concurrent confirmations with the right password one succeeds, creating one account', async () => {
  const email = newEmail();
  await openVisitor(gateway).call('POST', '/sign-up', { email, password: PASSWORD });
  const token = await linkToken(gateway, email, CONFIRM);
  const visitors = Array.from({ length: 5 }, () => openVisitor(gateway));
  const answers = await Promise.all(
    visitors.map((one) => one.call('POST', '/confirm-email', { token, password: PASSWORD })),
  );
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 410, 410, 410, 410]);
  assert.deepEqual([await accountsOf(email), await usersOf(email)], [1, 1]);
  const sessions = visitors.filter(({ cookies }) => cookies.has('ponte_session'));
  assert.equal(sessions.length, 1);
});

test('a link opened while an operator creates the account of its address has expired', async () => {
  const visitor = openVisitor(gateway);
  const email = newEmail();
  await visitor.call('POST', '/sign-up', { email, password: PASSWORD });
  const token = await linkToken(gateway, email, CONFIRM);
  const { opening } = await app.db.begin(async (tx) => {
    await openAccount(tx, { email });
    const answer = visitor.call('POST', '/confirm-email', { token });
    await until(async () => (await countWaiting(app)) > 0);
    return { opening: answer };
  });
  const { status, body } = await opening;
  assert.deepEqual([status, body['error']], [410, 'link_expired']);
  assert.deepEqual([await accountsOf(email), await usersOf(email)], [1, 1]);
});
